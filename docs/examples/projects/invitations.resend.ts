// #region preamble
import {
  local,
  organizationId,
  projectId,
  projects,
} from '../../scenes/signed-in.ts';

const invitation = await projects.invitations.create({
  organizationId,
  projectId,
  email: 'mary@example.com',
  projectRole: 'member',
});
const invitationId = invitation?.id ?? '';
// #endregion

await projects.invitations.resend({ organizationId, projectId, invitationId });
console.log(local.inbox.latest('mary@example.com')?.kind);
