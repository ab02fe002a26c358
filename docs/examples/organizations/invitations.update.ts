// #region preamble
import { organizationId, organizations } from '../../scenes/signed-in.ts';

const invitation = await organizations.invitations.create({
  organizationId,
  email: 'mary@example.com',
  orgRole: 'member',
});
const invitationId = invitation?.id ?? '';
// #endregion

const changed = await organizations.invitations.update({
  organizationId,
  invitationId,
  orgRole: 'admin',
});
console.log(changed?.orgRole);
