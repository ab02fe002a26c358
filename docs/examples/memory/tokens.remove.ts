// #region preamble
import { createPlatform } from '@platform-sdk/core';
import { createLocalPlatform } from '@platform-sdk/local-platform';
import { createMemoryClient } from '@platform-sdk/memory';

const local = createLocalPlatform();
local.seed({
  memoryUsers: [
    {
      id: 'ada00000-0000-4000-8000-000000000001',
      email: 'ada@example.com',
      token: 'memory-token',
      gatewayKey: local.gatewayKey,
      memories: ['I live in London.', 'I like tea.', 'I like tea.'],
    },
  ],
});
const platform = createPlatform({
  baseUrls: local.baseUrls(),
  fetch: local.fetch,
  tokens: { memory: 'memory-token' },
});
const memory = createMemoryClient(platform);
await memory.tokens.create({ name: 'Nightly job' });
const token_id =
  (await memory.tokens.list()).tokens.find(({ name }) => name === 'Nightly job')
    ?.id ?? '';
// #endregion

await memory.tokens.remove({ token_id });
console.log((await memory.tokens.list()).tokens.length);
