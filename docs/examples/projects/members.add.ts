import {
  organizationId,
  projectId,
  projects,
} from '../../scenes/second-account.ts';

const member = await projects.members.add({
  organizationId,
  projectId,
  email: 'grace@example.com',
  role: 'MEMBER',
  orgRole: 'MEMBER',
});
console.log(member);
