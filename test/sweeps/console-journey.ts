import { createAuthClient } from '@platform-sdk/auth';
import type { ConverterConvertResult, JobEvent } from '@platform-sdk/converter';
import { createPlatform } from '@platform-sdk/core';
import { fromResponse } from '@platform-sdk/core/relay';
import { createGatewayClient } from '@platform-sdk/gateway';
import type { LocalPlatform, LocalServer } from '@platform-sdk/local-platform';
import { createMemoryClient } from '@platform-sdk/memory';
import { createSearchClient } from '@platform-sdk/search';
import { serveConsole } from '../../examples/console/server/serve-console.ts';
import { createRelayFetch } from '../../examples/console/src/platform/create-page-platform.ts';

/** Starts the console's server for a local platform, and signs a user in as the console's page does. */
const openPage = async (local: LocalPlatform, { baseUrls }: LocalServer) => {
  const { apiKey, gatewayKey, account } = local;
  const environment = {
    options: { apiKey, baseUrls, tokens: { gateway: gatewayKey } },
    tier: 'free',
    hints: {},
    close: async () => undefined,
  } as const;
  const server = await serveConsole(environment, import.meta.dirname);
  const page = createPlatform({ apiKey, baseUrls });
  await createAuthClient(page).login({ username: account.email, password: account.password });
  const relay = `${server.url}/relay`;
  const user = async (): Promise<string> => (await page.session.get())?.id ?? '';
  const relayed = createPlatform({
    baseUrls: { memory: `${relay}/memory`, gateway: `${relay}/gateway/v1`, search: `${relay}/search`, converter: `${relay}/converter` },
    tokens: { memory: user, gateway: user, converter: user },
    accessToken: user,
    fetch: createRelayFetch(page),
  });
  return { server, relayed, relay, relayFetch: createRelayFetch(page) };
};

/** The journey of a console user, who stores a memory, chats, searches and converts a page. */
export const consoleJourney =
  (server: LocalServer) =>
  async (local: LocalPlatform): Promise<string> => {
    const { server: console, relayed, relay, relayFetch } = await openPage(local, server);
    try {
      const memory = createMemoryClient(relayed);
      const { session_id } = await memory.sessions.create({ app_id: 'console' });
      await memory.chatStream({ session_id, message: 'I prefer brass to iron.' }).final();
      const chat = createGatewayClient(relayed).chatStream({ model: 'acme/sage', messages: [{ role: 'user', content: 'Hello there' }] });
      const { choices } = await chat.final();
      const { results } = await createSearchClient(relayed).search({ query: 'figure wheels', flow: 'search_only' });
      const response = await relayFetch(`${relay}/converter/api/convert`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ url: local.sampleSite, downloadImages: false }),
      });
      const converted = await fromResponse<JobEvent<ConverterConvertResult>, ConverterConvertResult>(response).final();
      return JSON.stringify([choices, results.length, converted]);
    } finally {
      await console.close();
    }
  };
