import { createPlatform, type PlatformOptions } from '@platform-sdk/core';
import { mock } from '@platform-sdk/core/testing';
import { createWalletsClient, type Transaction, type Transfer, type Wallet, type WalletsClient } from '@platform-sdk/wallets';
import * as contract from '@platform-sdk/wallets/contract';
import { getResponse, type HttpHandler } from 'msw';
import { expect, it } from 'vitest';
import { someWallet } from './wire.ts';

const baseUrl = 'https://api.test/v1';
const wallet: Wallet = someWallet;
const transaction: Transaction = { id: 'x-1', type: 'transaction', amount: 5, to_wallet: '0xB2' };
const transfer: Transfer = { id: 't-1', type: 'wallet_transfer', amount: 5, status: 'completed' };

const mocked = (handler: HttpHandler): WalletsClient => {
  const fetch: PlatformOptions['fetch'] = async (input, init) =>
    (await getResponse([handler], new Request(input, init))) ?? Response.error();
  return createWalletsClient(
    createPlatform({ apiKey: 'a', accessToken: 'b', adminAccess: 'c', baseUrls: { wallets: baseUrl }, validation: 'throw', fetch }),
  );
};

const code = { transferId: 't-1', verification_code: '123456' };
const asked = { page: 2, per_page: 3 };
const one = { addressHash: '0xA1' };

it.each<[string, HttpHandler, (wallets: WalletsClient) => Promise<unknown>, unknown]>([
  ['list', mock(contract.list, baseUrl, () => [wallet]), (wallets) => wallets.list(), [wallet]],
  [
    'get',
    mock(contract.get, baseUrl, ({ addressHash }) => ({ ...wallet, addressHash })),
    (wallets) => wallets.get({ addressHash: '0x/9' }),
    { ...wallet, addressHash: '0x/9' },
  ],
  [
    'create',
    mock(contract.create, baseUrl, ({ purpose = 'general' }) => ({ ...wallet, purpose })),
    (wallets) => wallets.create({ entity_type: 'organization', purpose: 'operating' }),
    { ...wallet, purpose: 'operating' },
  ],
  [
    'update',
    mock(contract.update, baseUrl, ({ addressHash: _, ...words }) => ({ ...wallet, ...words })),
    (wallets) => wallets.update({ ...one, description: 'd' }),
    { ...wallet, description: 'd' },
  ],
  [
    'transactions',
    mock(contract.transactions, baseUrl, ({ page = 1, per_page = 20 }) => ({
      data: [{ ...transaction, amount: page * per_page }],
      meta: { total_count: 4 },
    })),
    (wallets) => wallets.transactions({ ...one, ...asked }).toArray({ limit: 9 }),
    [{ ...transaction, amount: 6 }],
  ],
  [
    'transact',
    mock(contract.transact, baseUrl, ({ amount }) => ({ ...transaction, amount })),
    (wallets) => wallets.transact({ from_wallet: '1', to_wallet: '2', amount: '0.50', source_asset: 'CREDITS' }),
    { ...transaction, amount: 0.5 },
  ],
  [
    'debit',
    mock(contract.debit, baseUrl, ({ amount }) => ({ ...transaction, amount })),
    (wallets) => wallets.debit({ ...one, amount: 2 }),
    { ...transaction, amount: 2 },
  ],
  [
    'credit',
    mock(contract.credit, baseUrl, ({ amount }) => ({ ...transaction, amount })),
    (wallets) => wallets.credit({ ...one, amount: 3 }),
    { ...transaction, amount: 3 },
  ],
  [
    'transfers.list',
    mock(contract.transfers.list, baseUrl, ({ page }) => ({ data: [transfer], meta: { page: page ?? 1, per_page: 3, total_count: 4 } })),
    (wallets) => wallets.transfers.list(asked).toArray({ limit: 9 }),
    [transfer],
  ],
  [
    'transfers.create',
    mock(contract.transfers.create, baseUrl, ({ amount }) => ({ ...transfer, amount })),
    (wallets) => wallets.transfers.create({ from_wallet: '1', to_wallet: '2', amount: 7 }),
    { ...transfer, amount: 7 },
  ],
  ['transfers.pending', mock(contract.transfers.pending, baseUrl, () => [transfer]), (wallets) => wallets.transfers.pending(), [transfer]],
  [
    'transfers.verifySender',
    mock(contract.transfers.verifySender, baseUrl, ({ transferId: id }) => ({ ...transfer, id })),
    (wallets) => wallets.transfers.verifySender(code),
    transfer,
  ],
  [
    'transfers.accept',
    mock(contract.transfers.accept, baseUrl, ({ transferId: id }) => ({ ...transfer, id })),
    (wallets) => wallets.transfers.accept(code),
    transfer,
  ],
  [
    'transfers.reject',
    mock(contract.transfers.reject, baseUrl, ({ transferId: id }) => ({ ...transfer, id, status: 'rejected' })),
    (wallets) => wallets.transfers.reject({ transferId: 't-1' }),
    { ...transfer, status: 'rejected' },
  ],
])('a mocked service responds to wallets.%s', async (_, handler, ask, expected) => {
  await expect(ask(mocked(handler))).resolves.toEqual(expected);
});
