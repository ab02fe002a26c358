// #region preamble
import { organizationId, projectId, projects } from '../../scenes/signed-in.ts';

const invitation = await projects.invitations.create({
  organizationId,
  projectId,
  email: 'mary@example.com',
  projectRole: 'member',
});
const invitationId = invitation?.id ?? '';
// #endregion

await projects.invitations.remove({ organizationId, projectId, invitationId });
console.log(
  (await projects.invitations.list({ organizationId, projectId })).length,
);
