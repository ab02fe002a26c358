// #region preamble
import { local, organizationId, organizations } from '../../scenes/signed-in.ts';

const invitation = await organizations.invitations.create({
  organizationId,
  email: 'mary@example.com',
  orgRole: 'member',
});
const invitationId = invitation?.id ?? '';
// #endregion

await organizations.invitations.resend({ organizationId, invitationId });
console.log(local.inbox.latest('mary@example.com')?.kind);
