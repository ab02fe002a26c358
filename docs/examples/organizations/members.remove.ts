// #region preamble
import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import { createLocalPlatform } from '@platform-sdk/local-platform';
import { createOrganizationsClient } from '@platform-sdk/organizations';

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
const organizationId = (await organizations.list()).at(0)?.id ?? '';
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
