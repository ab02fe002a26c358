import {
  organizationId,
  organizations,
  userId,
} from '../../scenes/second-member.ts';

const member = await organizations.members.updateRole({
  organizationId,
  userId,
  role: 'ADMIN',
});
console.log(member?.role);
