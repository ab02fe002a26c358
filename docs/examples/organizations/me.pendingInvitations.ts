// #region preamble
import {
  auth,
  local,
  organizationId,
  organizations,
} from '../../scenes/signed-in.ts';

await organizations.invitations.create({
  organizationId,
  email: 'mary@example.com',
  orgRole: 'member',
});
local.seed({
  accounts: [{ email: 'mary@example.com', password: 'wollstonecraft' }],
});
await auth.login({
  username: 'mary@example.com',
  password: 'wollstonecraft',
});
// #endregion

for (const {
  organizationName,
  orgRole,
} of await organizations.me.pendingInvitations())
  console.log(organizationName, orgRole);
