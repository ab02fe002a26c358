// #region preamble
import { createAgentPassesClient } from '@platform-sdk/agent-passes';
import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import { createLocalPlatform } from '@platform-sdk/local-platform';

const local = createLocalPlatform();
local.seed({
  activity: [
    {
      of: 'Analytical Engines',
      project: 'Bernoulli numbers',
      agentUserId: 'agent-1',
      at: '2026-01-14T09:00:00Z',
    },
    {
      of: 'Analytical Engines',
      project: 'Bernoulli numbers',
      agentUserId: 'agent-1',
      at: '2026-01-14T10:00:00Z',
      status: 503,
    },
  ],
});
const platform = createPlatform({
  apiKey: local.apiKey,
  baseUrls: local.baseUrls(),
  fetch: local.fetch,
});
await createAuthClient(platform).login({
  username: local.account.email,
  password: local.account.password,
});
const agentPasses = createAgentPassesClient(platform);
// #endregion

for await (const { endpoint, status_code } of agentPasses.activity.list({
  agent_user_id: 'agent-1',
  per_page: 20,
}))
  console.log(endpoint, status_code);
