import { createPlatform } from '@platform-sdk/core';
import { createLocalPlatform } from '@platform-sdk/local-platform';
import { createMemoryClient } from '@platform-sdk/memory';

export const local = createLocalPlatform();
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
export const memory = createMemoryClient(platform);
export const { session_id } = await memory.sessions.create();
