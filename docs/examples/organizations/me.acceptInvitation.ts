// #region preamble
import {
  auth,
  local,
  organizationId,
  organizations,
} from '../../scenes/signed-in.ts';

const invited = await organizations.invitations.create({
  organizationId,
  email: 'mary@example.com',
  orgRole: 'member',
});
const invitationId = invited?.id ?? '';
local.seed({
  accounts: [{ email: 'mary@example.com', password: 'wollstonecraft' }],
});
await auth.login({
  username: 'mary@example.com',
  password: 'wollstonecraft',
});
// #endregion

await organizations.me.acceptInvitation({ invitationId });
console.log((await organizations.list()).length);
