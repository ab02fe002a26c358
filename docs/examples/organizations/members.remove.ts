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

await organizations.members.remove({ organizationId, userId });
console.log((await organizations.members.list({ organizationId })).length);
