import { createAgentPassesClient } from '@platform-sdk/agent-passes';
import { createAnalyticsClient } from '@platform-sdk/analytics';
import { createAuthClient } from '@platform-sdk/auth';
import { createConverterClient } from '@platform-sdk/converter';
import { createPlatform } from '@platform-sdk/core';
import { createGatewayClient } from '@platform-sdk/gateway';
import { createLocalPlatform } from '@platform-sdk/local-platform';
import { createMemoryClient } from '@platform-sdk/memory';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { createProjectsClient } from '@platform-sdk/projects';
import { createSearchClient } from '@platform-sdk/search';
import { createSettingsStore } from '@platform-sdk/settings';
import { createUploadClient } from '@platform-sdk/upload';
import { createWalletsClient } from '@platform-sdk/wallets';

const local = createLocalPlatform();
const platform = createPlatform({
  apiKey: 'key',
  baseUrls: { auth: 'https://auth.example/v1', organizations: 'https://organizations.example/v1' },
});

await createAuthClient(platform).login({ username: 'ada', password: 'secret' });
for (const organization of await createOrganizationsClient(platform).list()) console.log(organization.name);

const response: Response = await local.fetch(new Request('https://auth.example/v1/me'));
console.log(response.status);
for await (const entry of createAgentPassesClient(platform).activity.list({ agent_user_id: 'a' })) console.log(entry.endpoint);
const { data } = await createAnalyticsClient(platform).metrics.daily();
const [project] = await createProjectsClient(platform).list({ organizationId: '1' });
const wallet = await createWalletsClient(platform).get({ addressHash: '0x1' });
console.log(data.length, project?.name, wallet.balance, createSettingsStore(platform).get().theme);
for await (const chunk of createGatewayClient(platform).chatStream({ model: 'auto', messages: [{ role: 'user', content: 'Hello' }] }))
  console.log(chunk.id);
console.log((await createMemoryClient(platform).users.me()).email);
const { extracted_text } = await createUploadClient(platform).upload({ file: { path: 'a.txt' } });
const { results } = await createSearchClient(platform).search({ query: extracted_text, flow: 'search_only' });
for await (const event of createConverterClient(platform).convert({ url: results[0]?.url ?? '' })) console.log(event.type);
