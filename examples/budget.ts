import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import { createGatewayClient, isInsufficientCreditsError, type GatewayMessage } from '@platform-sdk/gateway';
import { createWalletsClient } from '@platform-sdk/wallets';
import { say, type Environment } from './environment.ts';

export const title = 'Run out of credits in the middle of a conversation';

export const run = async ({ options, local }: Environment): Promise<void> => {
  if (!local) {
    say('skipped: it spends all credits of an account, which only the local platform has to spare');
    return;
  }
  const platform = createPlatform({ ...options, tokens: { gateway: local.gatewayKey } });
  await createAuthClient(platform).login({ username: local.account.email, password: local.account.password });
  const wallets = createWalletsClient(platform);
  const gateway = createGatewayClient(platform);

  let left = 0.5;
  for (const { addressHash, balance } of await wallets.list()) {
    await wallets.debit({ addressHash, amount: balance - left });
    left = 0;
  }
  say('the first wallet holds half a credit, the others nothing');

  const messages: GatewayMessage[] = [{ role: 'user', content: 'Tell me about the difference engine.' }];
  for (let turn = 1; turn <= 9; turn++) {
    try {
      const { choices, usage } = await gateway.chat({ model: 'acme/sage', messages });
      const [{ message } = { message: { role: 'assistant', content: '' } }] = choices;
      messages.push(message, { role: 'user', content: 'Go on, please.' });
      say(`turn ${turn}: ${usage?.total_tokens} tokens`);
    } catch (error) {
      if (!isInsufficientCreditsError(error)) throw error;
      const { required_amount, checked_wallets = [] } = error.body?.error ?? {};
      say(`turn ${turn} was refused, and cost nothing: ${error.body?.detail}`);
      say(`it may cost up to ${required_amount} credits; ${checked_wallets.length} wallets were asked`);
      return;
    }
  }
};
