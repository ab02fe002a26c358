import { describe, expect, it } from 'vitest';
import { json, transferDocument, userBodyHeaders, userHeaders, walletDocument, wire } from './wire.ts';

const transfer = {
  id: 't-1',
  type: 'wallet_transfer',
  from_wallet: '0xA1',
  to_wallet: '0xB2',
  amount: 5,
  currency: 'CREDITS',
  description: null,
  status: 'pending_sender_verification',
  created_at: '2026-01-15T12:00:00.000Z',
  updated_at: '2026-01-15T12:00:00.000Z',
};

it('wallets.transfers.list requests all pages', async () => {
  const { wallets, sent } = wire([
    json({ data: [transferDocument()], meta: { page: 1, per_page: 1, total_count: 2 } }),
    json({ data: [{ ...transferDocument(), id: 't-2' }], meta: { page: 2, per_page: 1, total_count: 2 } }),
  ]);
  await expect(wallets.transfers.list({ per_page: 1 }).toArray({ limit: 9 })).resolves.toEqual([transfer, { ...transfer, id: 't-2' }]);
  expect(sent).toEqual([
    { line: 'GET https://api.test/v1/wallet_transfers?per_page=1', headers: userHeaders, body: '' },
    { line: 'GET https://api.test/v1/wallet_transfers?per_page=1&page=2', headers: userHeaders, body: '' },
  ]);
});

it('wallets.transfers.list rejects a page below 1', async () => {
  const { wallets } = wire([json({ data: [] })]);
  await expect(wallets.transfers.list({ page: 0 }).toArray({ limit: 1 })).rejects.toMatchObject({ kind: 'invalid-input', field: 'page' });
});

it('wallets.transfers.create sends the request under `wallet_transfer`', async () => {
  const { wallets, sent } = wire([json({ data: transferDocument() })]);
  await expect(
    wallets.transfers.create({ from_wallet: '0xA1', to_wallet: '0xB2', amount: 5, currency: 'CREDITS', description: 'Lunch' }),
  ).resolves.toEqual(transfer);
  expect(sent).toEqual([
    {
      line: 'POST https://api.test/v1/wallet_transfers',
      headers: userBodyHeaders,
      body: '{"wallet_transfer":{"from_wallet":"0xA1","to_wallet":"0xB2","amount":5,"currency":"CREDITS","description":"Lunch"}}',
    },
  ]);
});

it('wallets.transfers.create is not retried if the server fails', async () => {
  const { wallets, sent } = wire([json({}, 500)]);
  await expect(wallets.transfers.create({ from_wallet: '0xA1', to_wallet: '0xB2', amount: 5 })).rejects.toMatchObject({
    operation: 'wallets.transfers.create',
    outcome: 'unknown',
  });
  expect(sent).toHaveLength(1);
});

it('wallets.transfers.pending returns the pending requests, even with an undocumented status', async () => {
  const { wallets, sent } = wire([json({ data: [transferDocument({ status: 'on_hold' })] })]);
  await expect(wallets.transfers.pending()).resolves.toEqual([{ ...transfer, status: 'on_hold' }]);
  expect(sent).toEqual([{ line: 'GET https://api.test/v1/wallet_transfers/pending', headers: userHeaders, body: '' }]);
});

it('wallets.transfers.pending fails for an HTML page', async () => {
  const { wallets } = wire([new Response('<html></html>', { headers: { 'content-type': 'text/html' } })]);
  await expect(wallets.transfers.pending()).rejects.toMatchObject({ kind: 'invalid-response' });
});

describe.each(['verifySender', 'accept'] as const)('wallets.transfers.%s', (step) => {
  const path = { verifySender: 'verify_sender', accept: 'accept' }[step];

  it('a step of a transfer sends its code', async () => {
    const { wallets, sent } = wire([json({ data: transferDocument({ status: 'next' }) })]);
    await expect(wallets.transfers[step]({ transferId: 't-1', verification_code: '123456' })).resolves.toEqual({
      ...transfer,
      status: 'next',
    });
    expect(sent).toEqual([
      { line: `POST https://api.test/v1/wallet_transfers/t-1/${path}`, headers: userBodyHeaders, body: '{"verification_code":"123456"}' },
    ]);
  });

  it('a step of a transfer is not retried if the server fails, and accepts a response without a body', async () => {
    const { wallets, sent } = wire([json({}, 500), new Response(null, { status: 204 })]);
    await expect(wallets.transfers[step]({ transferId: 't-1', verification_code: '123456' })).rejects.toMatchObject({ outcome: 'unknown' });
    expect(sent).toHaveLength(1);
    await expect(wallets.transfers[step]({ transferId: 't-1', verification_code: '123456' })).resolves.toBeUndefined();
  });

  it('a step of a transfer rejects an empty code', async () => {
    const { wallets, sent } = wire([json({})]);
    await expect(wallets.transfers[step]({ transferId: 't-1', verification_code: '' })).rejects.toMatchObject({
      field: 'verification_code',
    });
    expect(sent).toEqual([]);
  });

  it('a step of a transfer hides its code in errors', async () => {
    const { wallets } = wire([json({ detail: '123456 is wrong' }, 422)]);
    const error: unknown = await wallets.transfers[step]({ transferId: 't-1', verification_code: '123456' }).catch(
      (failure: unknown) => failure,
    );
    expect(error).toMatchObject({ status: 422 });
    expect(`${String(error)} ${JSON.stringify(error)}`).not.toContain('123456');
  });
});

it('wallets.transfers.accept invalidates every cached wallet, because the input names no wallets', async () => {
  const { wallets, sent } = wire([
    json({ data: walletDocument({ addressHash: '0xB2' }) }),
    json({ data: transferDocument() }),
    json({ data: walletDocument({ addressHash: '0xB2' }) }),
  ]);
  await wallets.get({ addressHash: '0xB2' });
  await wallets.transfers.accept({ transferId: 't-1', verification_code: '123456' });
  await wallets.get({ addressHash: '0xB2' });
  expect(sent).toHaveLength(3);
});

it('wallets.transfers.reject sends a request without a body', async () => {
  const { wallets, sent } = wire([json({ data: transferDocument({ status: 'rejected' }) })]);
  await expect(wallets.transfers.reject({ transferId: 't/1' })).resolves.toMatchObject({ status: 'rejected' });
  expect(sent).toEqual([{ line: 'POST https://api.test/v1/wallet_transfers/t%2F1/reject', headers: userHeaders, body: '' }]);
});

it('wallets.transfers.reject is not retried if the server fails', async () => {
  const { wallets, sent } = wire([json({}, 500)]);
  await expect(wallets.transfers.reject({ transferId: 't-1' })).rejects.toMatchObject({ outcome: 'unknown', attempts: 1 });
  expect(sent).toHaveLength(1);
});
