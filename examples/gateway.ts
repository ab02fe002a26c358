import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import { createGatewayClient, createLimiter, parseRouting, type RoutingStrategy } from '@platform-sdk/gateway';
import { createWalletsClient } from '@platform-sdk/wallets';
import { say, type Environment } from './environment.ts';

export const title = 'Let the gateway choose a model, and see what it costs';

export const run = async ({ options, local }: Environment): Promise<void> => {
  if (!local) {
    say('skipped: it needs a gateway key and its wallet, which only the local platform has ready');
    return;
  }
  const platform = createPlatform({ ...options, tokens: { gateway: local.gatewayKey } });
  await createAuthClient(platform).login({ username: local.account.email, password: local.account.password });
  const wallets = createWalletsClient(platform);
  const gateway = createGatewayClient(platform, { limiter: createLimiter({ tier: 'free' }) });

  const [wallet] = await wallets.list({ entity_type: 'organization' });
  if (!wallet) throw new Error('The organization has no wallet');
  const { addressHash } = wallet;
  const balance = async (): Promise<number> => (await wallets.get({ addressHash, cache_bust: Date.now() })).balance;

  const messages = [{ role: 'user', content: 'What did Ada Lovelace publish in 1843?' }];
  for (const strategy of ['best', 'cheapest', 'fastest'] satisfies RoutingStrategy[]) {
    const before = await balance();
    let chosen = '';
    const answer = gateway.chatStream(
      { model: 'auto', strategy, messages, max_tokens: 100 },
      { onResponse: ({ headers }) => (chosen = parseRouting(headers)?.model ?? 'not told') },
    );
    const { usage } = await answer.final();
    const cost = Number((before - (await balance())).toFixed(6));
    say(`${strategy}: ${chosen}, ${usage?.total_tokens} tokens, ${cost} credits`);
  }

  let text = '';
  for await (const part of gateway.chatStream({ model: 'auto', messages }).text()) text += part;
  say(text);
};
