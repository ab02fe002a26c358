import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TransactionFields } from '@platform-sdk/wallets';
import { json, transactionDocument, userBodyHeaders, walletDocument, wire } from './wire.ts';

const done = () => json({ data: transactionDocument('x-1') });
const between = { from_wallet: '0xA1', to_wallet: '0xB2', amount: 5, source_asset: 'CREDITS' };

it('wallets.transact sends the fields under `transaction`, and returns the transaction', async () => {
  const { wallets, sent } = wire([done()]);
  await expect(wallets.transact({ ...between, metadata: { token_prices: { CREDITS: 2 }, reference: 'order-7' } })).resolves.toMatchObject({
    id: 'x-1',
    amount: 5,
    status: 'completed',
  });
  expect(sent).toEqual([
    {
      line: 'POST https://api.test/v1/wallets/transact',
      headers: userBodyHeaders,
      body: '{"transaction":{"from_wallet":"0xA1","to_wallet":"0xB2","amount":5,"source_asset":"CREDITS","metadata":{"token_prices":{"CREDITS":2},"reference":"order-7"},"target_asset":"CREDITS","transaction_type":"wallet_transfer"}}',
    },
  ]);
});

it.each<[string, Partial<TransactionFields>, object]>([
  ['neither another wallet nor another asset', {}, { to_wallet: '0xA1', target_asset: 'CREDITS', transaction_type: 'asset_conversion' }],
  ['another wallet', { to_wallet: '0xB2' }, { to_wallet: '0xB2', target_asset: 'CREDITS', transaction_type: 'wallet_transfer' }],
  ['another asset', { target_asset: 'GOLD' }, { to_wallet: '0xA1', target_asset: 'GOLD', transaction_type: 'asset_conversion' }],
  [
    'the same wallet and another asset',
    { to_wallet: '0xA1', target_asset: 'GOLD' },
    { to_wallet: '0xA1', target_asset: 'GOLD', transaction_type: 'asset_conversion' },
  ],
  [
    'another wallet and another asset',
    { to_wallet: '0xB2', target_asset: 'GOLD' },
    { to_wallet: '0xB2', target_asset: 'GOLD', transaction_type: 'transfer_with_conversion' },
  ],
])('wallets.transact fills in missing fields for %s', async (_, given, expected) => {
  const { wallets, sent } = wire([done()]);
  await wallets.transact({ from_wallet: '0xA1', amount: 5, source_asset: 'CREDITS', ...given });
  expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
    transaction: { from_wallet: '0xA1', amount: 5, source_asset: 'CREDITS', ...expected },
  });
});

it.each<[string, string, Partial<TransactionFields>]>([
  ['a type that contradicts the wallets', 'transaction_type', { transaction_type: 'asset_conversion' }],
  ['a type that contradicts the assets', 'transaction_type', { target_asset: 'GOLD', transaction_type: 'wallet_transfer' }],
  ['an empty wallet', 'from_wallet', { from_wallet: '' }],
  ['a wallet that cannot be a path segment', 'from_wallet', { from_wallet: '..' }],
  ['a wallet with a line end', 'from_wallet', { from_wallet: '0xA\n' }],
  ['a target wallet that cannot be a path segment', 'to_wallet', { to_wallet: '%2e%2e' }],
  ['a negative price', 'metadata.token_prices.GOLD', { metadata: { token_prices: { GOLD: -1 } } }],
])('wallets.transact rejects %s', async (_, field, given) => {
  const { wallets, sent } = wire([done()]);
  await expect(wallets.transact({ ...between, ...given })).rejects.toMatchObject({
    kind: 'invalid-input',
    operation: 'wallets.transact',
    field,
    outcome: 'not-sent',
  });
  expect(sent).toEqual([]);
});

it('wallets.transact names the missing field in the error', async () => {
  const { wallets } = wire([done()]);
  await expect(wallets.transact({ amount: 5, source_asset: 'CREDITS' } as TransactionFields)).rejects.toMatchObject({
    field: 'from_wallet',
  });
  await expect(wallets.transact({ amount: 5, from_wallet: '0xA1' } as TransactionFields)).rejects.toMatchObject({
    field: 'source_asset',
  });
});

it.each([
  ['after a success', done()],
  ['after a failure', json({}, 500)],
])('wallets.transact invalidates only the two cached wallets, %s', async (_, answer) => {
  const { wallets, sent } = wire([
    ...['0xA1', '0xB2', '0xC3'].map((addressHash) => json({ data: walletDocument({ addressHash }) })),
    answer,
    ...['0xA1', '0xB2'].map((addressHash) => json({ data: walletDocument({ addressHash }) })),
  ]);
  const getAll = async () => {
    for (const addressHash of ['0xA1', '0xB2', '0xC3']) await wallets.get({ addressHash });
  };
  await getAll();
  await wallets.transact(between).catch(() => undefined);
  await getAll();
  expect(sent.slice(4).map(({ line }) => line)).toEqual(['GET https://api.test/v1/wallets/0xA1', 'GET https://api.test/v1/wallets/0xB2']);
});

it('wallets.debit sends the amount under `debit`, and invalidates the cached wallet', async () => {
  const { wallets, sent } = wire([json({ data: walletDocument() }), done(), json({ data: walletDocument({ balance: 38 }) })]);
  await wallets.get({ addressHash: '0xA1' });
  await expect(
    wallets.debit({ addressHash: '0xA1', amount: 2.5, currency: 'CREDITS', description: 'Run 7', metadata: { run: 7 } }),
  ).resolves.toMatchObject({ id: 'x-1' });
  await expect(wallets.get({ addressHash: '0xA1' })).resolves.toMatchObject({ balance: 38 });
  expect(sent[1]).toEqual({
    line: 'POST https://api.test/v1/wallets/0xA1/debits',
    headers: userBodyHeaders,
    body: '{"debit":{"amount":2.5,"currency":"CREDITS","description":"Run 7","metadata":{"run":7}}}',
  });
});

it('wallets.debit is not retried if the server fails', async () => {
  const { wallets, sent } = wire([json({}, 502)]);
  await expect(wallets.debit({ addressHash: '0xA1', amount: 1 })).rejects.toMatchObject({ outcome: 'unknown', attempts: 1 });
  expect(sent).toHaveLength(1);
});

describe('wallets.credit', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('wallets.credit is the only operation that sends `Admin-Access`', async () => {
    const { wallets, sent } = wire([done(), done()], { adminAccess: 'admin-1' });
    await expect(wallets.credit({ addressHash: '0xA1', amount: 10 })).resolves.toMatchObject({ id: 'x-1' });
    await wallets.debit({ addressHash: '0xA1', amount: 10 });
    expect(sent[0]).toEqual({
      line: 'POST https://api.test/v1/wallets/0xA1/credits',
      headers: { ...userBodyHeaders, 'admin-access': 'admin-1' },
      body: '{"credit":{"amount":10}}',
    });
    expect(sent[1]?.headers).toEqual(userBodyHeaders);
  });

  it('wallets.credit requires the admin access token', async () => {
    const { wallets, sent } = wire([done()]);
    await expect(wallets.credit({ addressHash: '0xA1', amount: 10 })).rejects.toMatchObject({
      kind: 'invalid-input',
      field: 'adminAccess',
    });
    expect(sent).toEqual([]);
  });

  it('wallets.credit is rejected in browsers by default', async () => {
    vi.stubGlobal('document', {});
    const refused = wire([done()], { adminAccess: 'admin-1' });
    await expect(refused.wallets.credit({ addressHash: '0xA1', amount: 10 })).rejects.toMatchObject({
      kind: 'invalid-input',
      field: 'allowSecretsInBrowser',
    });
    expect(refused.sent).toEqual([]);

    const allowed = wire([done()], { adminAccess: 'admin-1', allowSecretsInBrowser: true });
    await allowed.wallets.credit({ addressHash: '0xA1', amount: 10 });
    expect(allowed.sent[0]?.headers).toMatchObject({ 'admin-access': 'admin-1' });
  });

  it('wallets.credit hides the admin access token in errors', async () => {
    const { wallets } = wire([json({ detail: 'Unknown Admin-Access admin-1' }, 403)], { adminAccess: 'admin-1' });
    const error = await wallets.credit({ addressHash: '0xA1', amount: 10 }).catch((failure: unknown) => failure);
    expect(error).toMatchObject({ status: 403 });
    expect(`${String(error)} ${JSON.stringify(error)}`).not.toContain('admin-1');
  });
});
