import { platformGateway } from '@platform-sdk/ai-sdk';
import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import type { GatewaySettings } from '@platform-sdk/gateway';
import { createLocalPlatform } from '@platform-sdk/local-platform';
import { createWalletsClient } from '@platform-sdk/wallets';

/** Creates a local platform, and its gateway as a provider of the AI SDK. */
export const createScene = (settings?: GatewaySettings) => {
  const local = createLocalPlatform();
  const platform = createPlatform({
    apiKey: local.apiKey,
    baseUrls: local.baseUrls(),
    fetch: local.fetch,
    tokens: { gateway: local.gatewayKey },
  });
  return {
    local,
    platform,
    gateway: platformGateway(platform, settings),
    countOf: (operation: string): number => local.requestLog.filter((entry) => entry.operation === operation).length,
    /** Removes all credits from every wallet. */
    async impoverish() {
      await createAuthClient(platform).login({ username: local.account.email, password: local.account.password });
      const wallets = createWalletsClient(platform);
      for (const { addressHash, balance } of await wallets.list()) await wallets.debit({ addressHash, amount: balance });
    },
  };
};

/** Creates a gateway whose responses the test writes, and records the bodies of its requests. */
export const createScriptedGateway = (respond: (signal: AbortSignal | undefined) => Response | Promise<Response>) => {
  const bodies: Record<string, unknown>[] = [];
  const gateway = platformGateway({
    baseUrl: 'https://gateway.example.com/v1',
    apiKey: 'planted-gateway-key',
    retry: { limit: 0 },
    fetch: async (_, init) => {
      bodies.push((await new Response(init?.body).json()) as Record<string, unknown>);
      return respond(init?.signal ?? undefined);
    },
  });
  return { gateway, bodies };
};

export const replyOf = (message: object, rest: object = {}): Response =>
  Response.json({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'acme/large',
    choices: [{ index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 },
    ...rest,
  });

export const eventOf = (delta: object, finish_reason: string | null = null, rest: object = {}): string =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', created: 1_700_000_000, model: 'acme/large', choices: [{ index: 0, delta, finish_reason }], ...rest })}\n\n`;

export const USAGE = `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 } })}\n\n`;
export const DONE = 'data: [DONE]\n\n';

export const streamOf = (...events: readonly string[]): Response =>
  new Response(events.join(''), { headers: { 'content-type': 'text/event-stream' } });
