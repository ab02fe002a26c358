import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import { createWalletsClient, isInsufficientCreditsError, isReconcilableError } from '@platform-sdk/wallets';
import { say, type Environment } from './environment.ts';

export const title = 'Transfer credits between two users';

/** Signs a user in, with the client of their wallets. */
const signIn = async ({ options }: Environment, username: string, password: string) => {
  const platform = createPlatform(options);
  await createAuthClient(platform).login({ username, password });
  const wallets = createWalletsClient(platform, { reference: 'client_reference' });
  const session = await platform.session.get();
  const own = (await wallets.list({ entity_type: 'user' })).find(({ entityId }) => entityId === session?.id);
  if (!own) throw new Error(`${username} has no wallet`);
  return { username, wallets, address: own.addressHash };
};

export const run = async (environment: Environment): Promise<void> => {
  const { local, codeFor } = environment;
  if (!local) {
    say('skipped: it needs an account that has credits, which only the local platform has ready');
    return;
  }
  const password = 'correct horse battery staple';
  const email = environment.email('grace');
  local.seed({ accounts: [{ email, password }] });
  const ada = await signIn(environment, local.account.email, local.account.password);
  const grace = await signIn(environment, email, password);
  const balances = async (): Promise<string> => {
    const [first, second] = await Promise.all(
      [ada, grace].map(({ wallets, address }) => wallets.get({ addressHash: address, cache_bust: Date.now() })),
    );
    return `ada has ${first?.balance}, grace has ${second?.balance}`;
  };
  say(await balances());

  const request = { from_wallet: ada.address, to_wallet: grace.address, amount: 12.1 + 0.2, description: 'For the compiler' };
  const transfer = await ada.wallets.transfers.create(request);
  if (!transfer) throw new Error('The service responded without the transfer request: look for it in transfers.list()');
  const { id: transferId, amount, status } = transfer;
  say(`ada asks to transfer ${amount}: ${status}`);
  await ada.wallets.transfers.verifySender({ transferId, verification_code: await codeFor(ada.username) });
  say(`ada verified it with her code; ${(await grace.wallets.transfers.pending()).length} transfer awaits grace`);
  const accepted = await grace.wallets.transfers.accept({ transferId, verification_code: await codeFor(grace.username) });
  say(`grace accepted it with hers: ${accepted?.status}`);
  say(await balances());

  const payment = { from_wallet: grace.address, to_wallet: ada.address, amount: 1000, source_asset: 'CREDITS' };
  await grace.wallets.transact(payment).catch((error: unknown) => {
    if (!isInsufficientCreditsError(error)) throw error;
    say(`refused: ${error.message} Needed: ${error.body?.error?.required_amount}`);
  });

  local.faults.add({ operation: 'wallets.transact', failure: 'reset', applied: true });
  await grace.wallets.transact({ ...payment, amount: '2.30' }).catch(async (error: unknown) => {
    if (!isReconcilableError(error)) throw error;
    const { result } = await error.reconcile();
    say(`the answer was lost (${error.outcome}); the transaction: ${result}`);
  });
  say(await balances());
};
