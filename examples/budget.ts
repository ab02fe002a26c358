import { createGatewayClient, isInsufficientCreditsError, type GatewayMessage } from '@platform-sdk/gateway';
import { createWalletsClient } from '@platform-sdk/wallets';
import { signIn, signInAs } from './accounts.ts';
import type { Environment } from './environment.ts';
import { say } from './printing.ts';
import { skip } from './skip.ts';

export const title = 'Run out of credits in the middle of a conversation';

const CREDITS = { source_asset: 'CREDITS' };
const toAmount = (credits: number): number => Number(credits.toFixed(6));

/** Leaves half a credit in the first wallet that contains more. Transfers all further credits to another user until the example ends. */
const parkCredits = async (environment: Environment, wallets: ReturnType<typeof createWalletsClient>): Promise<void> => {
  const grace = await signInAs(environment, 'grace');
  const walletsOfGrace = createWalletsClient(grace.platform);
  const session = await grace.platform.session.get();
  const parking = (await walletsOfGrace.list({ entity_type: 'user' })).find(({ entityId }) => entityId === session?.id);
  if (!parking) return skip(`${grace.username} has no wallet`);
  let left = 0.5;
  for (const { addressHash, balance } of await wallets.list()) {
    const amount = toAmount(balance - left);
    if (amount <= 0 || addressHash === parking.addressHash) continue;
    left = 0;
    environment.cleanUp(`${amount} credits in the wallet of ${grace.username}`, () =>
      walletsOfGrace.transact({ from_wallet: parking.addressHash, to_wallet: addressHash, amount, ...CREDITS }),
    );
    await wallets.transact({ from_wallet: addressHash, to_wallet: parking.addressHash, amount, ...CREDITS });
  }
  if (left > 0) skip('the account has less than half a credit');
};

/** Prints the balances that a conversation would use. */
export const read = async (environment: Environment): Promise<void> => {
  const { platform } = await signIn(environment);
  for (const { purpose, balance } of await createWalletsClient(platform).list()) say(`${purpose}: ${balance} credits`);
};

export const run = async (environment: Environment): Promise<void> => {
  const { options, mayEmptyWallets } = environment;
  if (!mayEmptyWallets) skip('it moves all credits of the account away for a moment: allow it with PLATFORM_MAY_EMPTY_WALLETS=yes');
  if (!options.tokens?.gateway) skip('it needs a gateway key: set PLATFORM_GATEWAY_KEY');
  const { platform } = await signIn(environment);
  const gateway = createGatewayClient(platform);
  await parkCredits(environment, createWalletsClient(platform));
  say('the first wallet holds half a credit, the others nothing');

  const messages: GatewayMessage[] = [{ role: 'user', content: 'Teach me about the difference engine.' }];
  for (let turn = 1; turn <= 9; turn++) {
    try {
      const { choices, usage } = await gateway.chat({ model: 'acme/sage', messages });
      const [{ message } = { message: { role: 'assistant', content: '' } }] = choices;
      messages.push(message, { role: 'user', content: 'Go on, please.' });
      say(`turn ${turn}: ${usage?.total_tokens} tokens`);
    } catch (error) {
      if (!isInsufficientCreditsError(error)) throw error;
      const { required_amount, checked_wallets = [] } = error.body?.error ?? {};
      say(`turn ${turn} was rejected, and cost nothing: ${error.detail ?? 'too few credits'}`);
      say(`it may cost up to ${required_amount} credits; ${checked_wallets.length} wallets were checked`);
      return;
    }
  }
};
