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
const projects = createProjectsClient(platform);
const organizations = createOrganizationsClient(platform);
const organizationId = (await organizations.list()).at(0)?.id ?? '';
await projects.llmApiKeys.create({
  organizationId,
  projectId: '1',
  provider: 'openai',
  secretKey: 'sk-provider-secret',
});
// #endregion

for (const { provider, displaySecretKey } of await organizations.llmApiKeys.list({
  organizationId,
}))
  console.log(provider, displaySecretKey);
