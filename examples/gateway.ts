import { createGatewayClient, createLimiter, parseRouting, type RoutingStrategy } from '@platform-sdk/gateway';
import { createWalletsClient } from '@platform-sdk/wallets';
import { signIn } from './accounts.ts';
import type { Environment } from './environment.ts';
import { say } from './printing.ts';
import { skip } from './skip.ts';

export const title = 'Let the gateway choose a model, and see what it costs';

/** Prints the balances that pay for the gateway. All calls of the gateway are billed. */
export const read = async (environment: Environment): Promise<void> => {
  const { platform } = await signIn(environment);
  say('the gateway only has billed calls: these wallets pay for them');
  for (const { purpose, balance } of await createWalletsClient(platform).list({ entity_type: 'organization' }))
    say(`${purpose}: ${balance} credits`);
};

export const run = async (environment: Environment): Promise<void> => {
  if (!environment.options.tokens?.gateway) skip('it needs a gateway key: set PLATFORM_GATEWAY_KEY');
  const { platform } = await signIn(environment);
  const wallets = createWalletsClient(platform);
  const gateway = createGatewayClient(platform, { limiter: createLimiter({ tier: 'free' }) });

  const [wallet] = await wallets.list({ entity_type: 'organization' });
  if (!wallet) return skip('the organization has no wallet');
  const { addressHash } = wallet;
  const balance = async (): Promise<number> => (await wallets.get({ addressHash, cache_bust: Date.now() })).balance;

  const messages = [{ role: 'user', content: 'What did Ada Lovelace publish in 1843?' }];
  for (const strategy of ['best', 'cheapest', 'fastest'] satisfies RoutingStrategy[]) {
    const before = await balance();
    let chosen = '';
    const answer = gateway.chatStream(
      { model: 'auto', strategy, messages, max_tokens: 100 },
      { onResponse: ({ headers }) => (chosen = parseRouting(headers)?.model ?? 'not named') },
    );
    const { usage } = await answer.final();
    const cost = Number((before - (await balance())).toFixed(6));
    say(`${strategy}: ${chosen}, ${usage?.total_tokens} tokens, ${cost} credits`);
  }

  let text = '';
  for await (const part of gateway.chatStream({ model: 'auto', messages }).text()) text += part;
  say(text);
};
