// #region preamble
import { organizationId, organizations } from '../../scenes/signed-in.ts';

await organizations.invitations.create({
  organizationId,
  email: 'mary@example.com',
  orgRole: 'member',
});
// #endregion

for (const { email, orgRole } of await organizations.invitations.list({
  organizationId,
}))
  console.log(email, orgRole);
