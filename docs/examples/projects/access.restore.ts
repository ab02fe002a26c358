// #region preamble
import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import { createLocalPlatform } from '@platform-sdk/local-platform';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { createProjectsClient } from '@platform-sdk/projects';

const local = createLocalPlatform();
const platform = createPlatform({
  apiKey: local.apiKey,
  baseUrls: local.baseUrls(),
  fetch: local.fetch,
});
await createAuthClient(platform).login({
  username: local.account.email,
  password: local.account.password,
});
const organizations = createOrganizationsClient(platform);
const projects = createProjectsClient(platform);
const organizationId = (await organizations.list()).at(0)?.id ?? '';
const projectId = '1';
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
