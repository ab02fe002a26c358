// #region preamble
import {
  local,
  organizationId,
  projectId,
  projects,
} from '../../scenes/signed-in.ts';

local.seed({
  accounts: [
    { email: 'grace@example.com', password: 'flow-matic', firstName: 'Grace' },
  ],
});
// #endregion

const member = await projects.members.add({
  organizationId,
  projectId,
  email: 'grace@example.com',
  role: 'MEMBER',
  orgRole: 'MEMBER',
});
console.log(member);
