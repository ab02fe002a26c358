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
await organizations.invitations.create({
  organizationId,
  email: 'mary@example.com',
  orgRole: 'member',
});
local.seed({
  accounts: [{ email: 'mary@example.com', password: 'wollstonecraft' }],
});
await createAuthClient(platform).login({
  username: 'mary@example.com',
  password: 'wollstonecraft',
});
// #endregion

for (const {
  organizationName,
  orgRole,
} of await organizations.me.pendingInvitations())
  console.log(organizationName, orgRole);
