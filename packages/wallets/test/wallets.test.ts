import { shortenWaits } from '@platform-sdk/test-helpers';
import { expect, it } from 'vitest';
import { failureOf, json, someWallet, transactionDocument, userBodyHeaders, userHeaders, walletDocument, wire } from './wire.ts';

it("createWalletsClient prefers the base URL of wallets to the organizations' base URL", async () => {
  const { wallets, sent } = wire([json({ data: [] })], {
    baseUrls: { organizations: 'https://api.test/v1', wallets: 'https://money.test/v2' },
  });
  await wallets.list();
  expect(sent[0]?.line).toBe('GET https://money.test/v2/wallets');
});

it('wallets.list requests and returns all wallets', async () => {
  const { wallets, sent } = wire([json({ data: [walletDocument(), walletDocument({ entityType: 'agent' })] })]);
  await expect(wallets.list()).resolves.toEqual([someWallet, { ...someWallet, entityType: 'agent' }]);
  expect(sent).toEqual([{ line: 'GET https://api.test/v1/wallets', headers: userHeaders, body: '' }]);
});

it('wallets.list requests the wallets of one entity type', async () => {
  const { wallets, sent } = wire([json({ data: [] })]);
  await wallets.list({ entity_type: 'organization' });
  expect(sent[0]?.line).toBe('GET https://api.test/v1/wallets?entity_type=organization');
});

it('wallets.list rejects an undocumented entity type', async () => {
  const { wallets, sent } = wire([json({ data: [] })]);
  await expect(wallets.list({ entity_type: 'agent' as 'user' })).rejects.toMatchObject({ kind: 'invalid-input', field: 'entity_type' });
  expect(sent).toEqual([]);
});

it('wallets.list retries if the server fails', async () => {
  shortenWaits();
  const { wallets, sent } = wire([json({}, 503, { 'retry-after': '0' }), json({ data: [] })]);
  await expect(wallets.list()).resolves.toEqual([]);
  expect(sent).toHaveLength(2);
});

it('wallets.get sends the address in the path, and returns the wallet', async () => {
  const { wallets, sent } = wire([json({ data: walletDocument({ addressHash: '0x/A1' }) })]);
  await expect(wallets.get({ addressHash: '0x/A1' })).resolves.toEqual({ ...someWallet, addressHash: '0x/A1' });
  expect(sent).toEqual([{ line: 'GET https://api.test/v1/wallets/0x%2FA1', headers: userHeaders, body: '' }]);
});

// JavaScript parses this number as 9007199254740992.
it('wallets.get reports a balance beyond safe integers', async () => {
  const body = JSON.stringify({ data: walletDocument() }).replace(/"balance":[\d.]+/, '"balance":9007199254740993');
  const { wallets } = wire([new Response(body)], { validation: 'throw' });
  await expect(failureOf(wallets.get({ addressHash: '0xA1' }))).resolves.toMatchObject({
    kind: 'invalid-response',
    field: 'balance',
    message: 'The response to wallets.get does not match the API specification: balance must be at most 9007199254740991',
  });
});

it('wallets.get rejects a response with another wallet', async () => {
  const { wallets } = wire([json({ data: walletDocument({ addressHash: '0xB2' }) })]);
  await expect(wallets.get({ addressHash: '0xA1' })).rejects.toMatchObject({ kind: 'invalid-response' });
});

it('wallets.get returns a cached response without a request', async () => {
  const { wallets, sent } = wire([json({ data: walletDocument() })]);
  await wallets.get({ addressHash: '0xA1' });
  await wallets.get({ addressHash: '0xA1' });
  expect(sent).toHaveLength(1);
});

it('wallets.get sends a new request after five minutes', async () => {
  let now = 0;
  const { wallets, sent } = wire([json({ data: walletDocument() })], { clock: { now: () => 0, monotonic: () => now } });
  await wallets.get({ addressHash: '0xA1' });
  now = 299_999;
  await wallets.get({ addressHash: '0xA1' });
  now = 300_000;
  await wallets.get({ addressHash: '0xA1' });
  expect(sent).toHaveLength(2);
});

it('wallets.get sends a request with `cache_bust`, and caches the response', async () => {
  const { wallets, sent } = wire([json({ data: walletDocument() }), json({ data: walletDocument({ balance: 7 }) })]);
  await wallets.get({ addressHash: '0xA1' });
  await wallets.get({ addressHash: '0xA1', cache_bust: 1_768_435_200_000 });
  await expect(wallets.get({ addressHash: '0xA1' })).resolves.toMatchObject({ balance: 7 });
  expect(sent.map(({ line }) => line)).toEqual([
    'GET https://api.test/v1/wallets/0xA1',
    'GET https://api.test/v1/wallets/0xA1?cache_bust=1768435200000',
  ]);
});

it.each(['', '.', '..', '%2e%2e'])('wallets.get rejects the address %j', async (addressHash) => {
  const { wallets, sent } = wire([json({ data: walletDocument() })]);
  await expect(wallets.get({ addressHash })).rejects.toMatchObject({ kind: 'invalid-input', field: 'addressHash' });
  expect(sent).toEqual([]);
});

it('wallets.create sends the entity, the purpose and the ids', async () => {
  const { wallets, sent } = wire([json({ data: walletDocument() })]);
  const made = await wallets.create({
    entity_type: 'organization',
    entity_id: 'org-1',
    entity_name: 'Acme',
    purpose: 'operating',
    currency: 'CREDITS',
    metadata: { organization_id: 'org-1' },
  });
  expect(made).toEqual(someWallet);
  expect(sent).toEqual([
    {
      line: 'POST https://api.test/v1/wallets/create_entity_wallet',
      headers: userBodyHeaders,
      body: '{"entity_wallet":{"entity_type":"organization","entity_id":"org-1","entity_name":"Acme","purpose":"operating","currency":"CREDITS","metadata":{"organization_id":"org-1"}}}',
    },
  ]);
});

it('wallets.create rejects an undocumented purpose', async () => {
  const { wallets, sent } = wire([json({ data: walletDocument() })]);
  await expect(wallets.create({ entity_type: 'user', purpose: 'savings' as 'general' })).rejects.toMatchObject({
    kind: 'invalid-input',
    field: 'purpose',
  });
  expect(sent).toEqual([]);
});

it('wallets.create is not retried after a 503', async () => {
  const { wallets, sent } = wire([json({}, 503)]);
  await expect(wallets.create({ entity_type: 'user' })).rejects.toMatchObject({ status: 503, outcome: 'unknown', attempts: 1 });
  expect(sent).toHaveLength(1);
});

it('wallets.update sends the name and description under `wallet`, and invalidates the cached wallet', async () => {
  const named = { entity_name: 'Savings', description: 'For rainy days' };
  const { wallets, sent } = wire([
    json({ data: walletDocument() }),
    json({ data: walletDocument(named) }),
    json({ data: walletDocument(named) }),
  ]);
  await wallets.get({ addressHash: '0xA1' });
  await expect(wallets.update({ addressHash: '0xA1', ...named })).resolves.toEqual({ ...someWallet, ...named });
  await expect(wallets.get({ addressHash: '0xA1' })).resolves.toMatchObject(named);
  expect(sent[1]).toEqual({
    line: 'PUT https://api.test/v1/wallets/0xA1',
    headers: userBodyHeaders,
    body: '{"wallet":{"entity_name":"Savings","description":"For rainy days"}}',
  });
  expect(sent).toHaveLength(3);
});

const page = (ids: readonly string[], number: number, total_count: number) =>
  json({ data: ids.map((id) => transactionDocument(id)), meta: { page: number, per_page: 2, total_count } });

it('wallets.transactions requests all pages', async () => {
  const { wallets, sent } = wire([page(['3', '2'], 1, 3), page(['1'], 2, 3)]);
  const found = await wallets.transactions({ addressHash: '0xA1', per_page: 2 }).toArray({ limit: 10 });
  expect(found.map(({ id }) => id)).toEqual(['3', '2', '1']);
  expect(found[2]).toEqual({
    id: '1',
    type: 'transaction',
    transaction_type: 'wallet_transfer',
    amount: 5,
    from_wallet: '0xA1',
    to_wallet: '0xB2',
    source_asset: 'CREDITS',
    target_asset: 'CREDITS',
    status: 'completed',
    created_at: '2026-01-15T12:00:00.000Z',
  });
  expect(sent.map(({ line }) => line)).toEqual([
    'GET https://api.test/v1/wallets/0xA1/transactions?per_page=2',
    'GET https://api.test/v1/wallets/0xA1/transactions?per_page=2&page=2',
  ]);
});

it('wallets.transactions assumes 20 items per page if the service sends no size', async () => {
  const ids = (from: number) => Array.from({ length: 20 }, (_, index) => transactionDocument(String(from + index)));
  const { wallets, sent } = wire([json({ data: ids(0), meta: { total_count: 40 } }), json({ data: ids(20), meta: { total_count: 40 } })]);
  await expect(wallets.transactions({ addressHash: '0xA1' }).toArray({ limit: 100 })).resolves.toHaveLength(40);
  expect(sent).toHaveLength(2);
});

it('wallets.transactions accepts a plain array, and returns it as a page', async () => {
  const { wallets } = wire([json([{ id: 7, amount: 1 }]), json([])]);
  const pages = [];
  for await (const found of wallets.transactions({ addressHash: '0xA1' }).pages()) pages.push(found);
  expect(pages).toEqual([{ data: [{ id: '7', amount: 1 }] }, { data: [] }]);
});

it.each([
  ['page', 0],
  ['per_page', 0],
  ['page', 1.5],
])('wallets.transactions rejects a %s of %d', async (field, value) => {
  const { wallets, sent } = wire([json({ data: [] })]);
  const error = await failureOf(wallets.transactions({ addressHash: '0xA1', [field]: value }).toArray({ limit: 1 }));
  expect(error).toMatchObject({ kind: 'invalid-input', field });
  expect(sent).toEqual([]);
});
