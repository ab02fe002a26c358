import {
  organizationId,
  projectId,
  projects,
  userId,
} from '../../scenes/second-member.ts';

const member = await projects.members.updateRole({
  organizationId,
  projectId,
  userId,
  role: 'ADMIN',
});
console.log(member?.role);
