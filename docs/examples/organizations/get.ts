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
// #endregion

const organization = await organizations.get({
  organizationId,
  include: ['projects', 'users'],
});
console.log(
  organization.name,
  organization.projects.length,
  organization.users.length,
);
