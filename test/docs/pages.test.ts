import { createAgentPassesClient } from '@platform-sdk/agent-passes';
import { createAnalyticsClient } from '@platform-sdk/analytics';
import { createPlatform, type Platform } from '@platform-sdk/core';
import { createMemoryClient } from '@platform-sdk/memory';
import { createWalletsClient } from '@platform-sdk/wallets';
import { describe, expect, it } from 'vitest';

interface Listed extends AsyncIterable<unknown> {
  pages(): AsyncIterable<unknown>;
}

/** Every paged list. */
const lists: readonly (readonly [string, (platform: Platform) => Listed])[] = [
  ['agentPasses.activity.list', (platform) => createAgentPassesClient(platform).activity.list({ agent_user_id: 'a-1' })],
  ['analytics.traces.list', (platform) => createAnalyticsClient(platform).traces.list({})],
  ['memory.sessions.list', (platform) => createMemoryClient(platform).sessions.list({})],
  ['memory.memories.list', (platform) => createMemoryClient(platform).memories.list({})],
  ['wallets.transactions', (platform) => createWalletsClient(platform).transactions({ addressHash: '0xA1' })],
  ['wallets.transfers.list', (platform) => createWalletsClient(platform).transfers.list({})],
];

const drain = async (items: AsyncIterable<unknown>): Promise<void> => {
  for await (const _ of items);
};

describe.each(lists)('%s', (_, list) => {
  it.each(['{}', '{"data":null}', '{"data":{}}', 'null'])(
    'a list whose first page is %s fails and requests no other page',
    async (body) => {
      for (const read of [(all: Listed) => drain(all), (all: Listed) => drain(all.pages())]) {
        let sent = 0;
        const address = 'https://api.test/v1';
        const platform = createPlatform({
          apiKey: 'app-1',
          accessToken: 'token-1',
          tokens: { memory: 'token-2' },
          projectKeys: { publicKey: 'pk-1', secretKey: 'sk-1' },
          baseUrls: { auth: address, organizations: address, wallets: address, analytics: address, memory: 'https://memory.test' },
          fetch: async () => {
            sent++;
            return new Response(body, { headers: { 'Content-Type': 'application/json' } });
          },
        });
        await expect(read(list(platform))).rejects.toMatchObject({ kind: 'invalid-response', outcome: 'likely-applied' });
        expect(sent).toBe(1);
      }
    },
  );
});
