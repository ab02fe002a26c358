// #region preamble
import { organizationId, organizations } from '../../scenes/signed-in.ts';

const invitation = await organizations.invitations.create({
  organizationId,
  email: 'mary@example.com',
  orgRole: 'member',
});
const invitationId = invitation?.id ?? '';
// #endregion

await organizations.invitations.remove({ organizationId, invitationId });
console.log((await organizations.invitations.list({ organizationId })).length);
