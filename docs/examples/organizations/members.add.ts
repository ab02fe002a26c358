// #region preamble
import { local, organizationId, organizations } from '../../scenes/signed-in.ts';

local.seed({
  accounts: [
    { email: 'grace@example.com', password: 'flow-matic', firstName: 'Grace' },
  ],
});
// #endregion

const added = await organizations.members.add({
  organizationId,
  email: 'grace@example.com',
  role: 'MEMBER',
});
console.log(added);
