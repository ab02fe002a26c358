// #region preamble
import { createAgentPassesClient } from '@platform-sdk/agent-passes';
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
const agentPasses = createAgentPassesClient(platform);
const orgId = (await organizations.list()).at(0)?.id ?? '';
const projectId = '1';
const { id: passId } = await agentPasses.create({
  orgId,
  projectId,
  title: 'Nightly crawler',
});
// #endregion

const pass = await agentPasses.revoke({ orgId, projectId, passId });
console.log(pass?.active);
