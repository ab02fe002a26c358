import { organizationId, projectId, projects } from '../../scenes/signed-in.ts';

const invitation = await projects.invitations.create({
  organizationId,
  projectId,
  email: 'mary@example.com',
  projectRole: 'member',
});
console.log(invitation?.email);
