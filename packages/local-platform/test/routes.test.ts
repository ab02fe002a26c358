import { createLocalPlatform, type LocalPlatform } from '@platform-sdk/local-platform';
import { expect, it } from 'vitest';
import { send } from './raw-request.ts';

const operationAt = async (platform: LocalPlatform, line: string): Promise<string | undefined> => {
  await send(platform, line, { headers: { 'Api-Key': 'none' } });
  return platform.requestLog.at(-1)?.operation;
};

it('the local platform prefers a literal segment to a parameter', async () => {
  const platform = createLocalPlatform();

  await expect(operationAt(platform, 'GET /control/v1/wallet_transfers/pending')).resolves.toBe('wallets.transfers.pending');
  await expect(operationAt(platform, 'POST /control/v1/wallets/transact')).resolves.toBe('wallets.transact');
});

it('the local platform accepts a literal segment as a parameter if no other route matches', async () => {
  const platform = createLocalPlatform();

  await expect(operationAt(platform, 'GET /control/v1/wallets/create_entity_wallet')).resolves.toBe('wallets.get');
  await expect(operationAt(platform, 'GET /control/v1/wallets/create_entity_wallet/transactions')).resolves.toBe('wallets.transactions');
});

it('the local platform accepts escaped characters in a literal segment, but no escaped slash', async () => {
  const platform = createLocalPlatform();

  await expect(operationAt(platform, 'GET /control/v1/%77allet_transfers/pen%64ing')).resolves.toBe('wallets.transfers.pending');
  await expect(operationAt(platform, 'GET /control/v1/wallet_transfers%2Fpending')).resolves.toBeUndefined();
  await expect(operationAt(platform, 'GET /control/v1/%zz/pending')).resolves.toBeUndefined();
});

it('the local platform rejects an empty segment as a parameter', async () => {
  await expect(operationAt(createLocalPlatform(), 'GET /control/v1/organizations//users')).resolves.toBeUndefined();
});
