import { createWalletsClient, isInsufficientCreditsError, isReconcilableError } from '@platform-sdk/wallets';
import { signIn, signInAs, type Person } from './accounts.ts';
import type { Environment } from './environment.ts';
import { say } from './printing.ts';
import { skip } from './skip.ts';

export const title = 'Transfer credits between two users';

/** Finds a user's wallet. Returns its address with a client and a function that reads its balance. */
const walletOf = async ({ username, platform }: Person) => {
  const wallets = createWalletsClient(platform, { reference: 'client_reference' });
  const session = await platform.session.get();
  const own = (await wallets.list({ entity_type: 'user' })).find(({ entityId }) => entityId === session?.id);
  if (!own) return skip(`${username} has no wallet`);
  const balance = async (): Promise<number> => (await wallets.get({ addressHash: own.addressHash, cache_bust: Date.now() })).balance;
  return { username, wallets, address: own.addressHash, balance };
};

const toAmount = (credits: number): number => Number(credits.toFixed(6));

/** Prints the balances, and counts the pending transfers. */
export const read = async (environment: Environment): Promise<void> => {
  const { platform } = await signIn(environment);
  const wallets = createWalletsClient(platform);
  for (const { purpose, balance, currency } of await wallets.list()) say(`${purpose}: ${balance} ${currency}`);
  say(`${(await wallets.transfers.pending()).length} transfers are pending`);
};

export const run = async (environment: Environment): Promise<void> => {
  const { local, codeFor, cleanUp } = environment;
  const ada = await walletOf(await signIn(environment));
  const grace = await walletOf(await signInAs(environment, 'grace'));
  const before = { ada: await ada.balance(), grace: await grace.balance() };
  if (before.ada < 12.3) skip(`${ada.username} has ${before.ada} credits, and it needs 12.3`);
  cleanUp('the credits that moved', async () => {
    const moved = toAmount((await grace.balance()) - before.grace);
    const back = { from_wallet: grace.address, to_wallet: ada.address, amount: moved, source_asset: 'CREDITS' };
    if (moved > 0) await grace.wallets.transact(back);
  });
  const balances = async (): Promise<string> => `ada has ${await ada.balance()}, grace has ${await grace.balance()}`;
  say(await balances());

  const request = { from_wallet: ada.address, to_wallet: grace.address, amount: 12.1 + 0.2, description: 'For the compiler' };
  const transfer = await ada.wallets.transfers.create(request);
  if (!transfer) throw new Error('The service responded without the transfer request: find it with transfers.list()');
  const { id: transferId, amount, status } = transfer;
  let isPending = true;
  cleanUp('the transfer request', async () => {
    if (isPending) await grace.wallets.transfers.reject({ transferId });
  });
  say(`ada requests a transfer of ${amount}: ${status}`);
  await ada.wallets.transfers.verifySender({ transferId, verification_code: await codeFor(ada.username) });
  say(`ada verified it with her code; ${(await grace.wallets.transfers.pending()).length} transfer awaits grace`);
  const accepted = await grace.wallets.transfers.accept({ transferId, verification_code: await codeFor(grace.username) });
  isPending = false;
  say(`grace accepted it with hers: ${accepted?.status}`);
  say(await balances());

  const payment = { from_wallet: grace.address, to_wallet: ada.address, amount: toAmount(before.grace + 1000), source_asset: 'CREDITS' };
  await grace.wallets.transact(payment).catch((error: unknown) => {
    if (!isInsufficientCreditsError(error)) throw error;
    say(`rejected: ${error.detail ?? 'too few credits.'} Needed: ${error.body?.error?.required_amount}`);
  });

  // Only the local platform can lose a response on demand.
  local?.faults.add({ operation: 'wallets.transact', failure: 'reset', applied: true });
  await grace.wallets.transact({ ...payment, amount: '2.30' }).catch(async (error: unknown) => {
    if (!isReconcilableError(error)) throw error;
    const { result } = await error.reconcile();
    say(`the response was lost (${error.outcome}); the transaction: ${result}`);
  });
  say(await balances());
};
