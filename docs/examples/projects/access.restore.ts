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
await projects.members.add({
  organizationId,
  projectId,
  email: 'grace@example.com',
  role: 'MEMBER',
  orgRole: 'MEMBER',
});
const userId =
  (await projects.members.list({ organizationId, projectId })).find(
    ({ email }) => email === 'grace@example.com',
  )?.id ?? '';
await projects.access.deny({ organizationId, projectId, userId });
// #endregion

await projects.access.restore({
  organizationId,
  projectId,
  userId,
  role: 'VIEWER',
});
console.log((await projects.members.list({ organizationId, projectId })).length);
