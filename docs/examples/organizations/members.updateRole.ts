// #region preamble
import { local, organizationId, organizations } from '../../scenes/signed-in.ts';

local.seed({
  accounts: [
    { email: 'grace@example.com', password: 'flow-matic', firstName: 'Grace' },
  ],
});
await organizations.members.add({
  organizationId,
  email: 'grace@example.com',
  role: 'MEMBER',
});
const userId =
  (await organizations.members.list({ organizationId })).find(
    ({ email }) => email === 'grace@example.com',
  )?.id ?? '';
// #endregion

const member = await organizations.members.updateRole({
  organizationId,
  userId,
  role: 'ADMIN',
});
console.log(member?.role);
