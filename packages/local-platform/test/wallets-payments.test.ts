import { createPlatform } from '@platform-sdk/core';
import { localAdminAccess } from '@platform-sdk/local-platform';
import { createWalletsClient } from '@platform-sdk/wallets';
import { expect, it } from 'vitest';
import { platformAtNewYear, send, signInReady } from './raw-request.ts';
import { attributesIn, createWalletScene, refusalIn } from './wallets-scene.ts';

it('wallets.credit requires the Admin-Access header', async () => {
  const { as, platform, own, tokens } = await createWalletScene();
  const line = `POST /control/v1/wallets/${own.mia}/credits`;
  const headers = { 'Admin-Access': 'guessed' };

  expect(refusalIn(await as('mia', `POST /wallets/${own.mia}/credits`, { credit: { amount: 1 } }))).toEqual([403, 'ADMIN_ACCESS_REQUIRED']);
  expect(refusalIn(await send(platform, line, { token: tokens.mia, headers, body: { credit: { amount: 1 } } }))).toEqual([
    403,
    'ADMIN_ACCESS_REQUIRED',
  ]);
});

it('wallets.credit requires the Bearer token and the Api-Key too', async () => {
  const { platform, own, tokens, balance } = await createWalletScene();
  const line = `POST /control/v1/wallets/${own.mia}/credits`;
  const body = { credit: { amount: 1 } };
  const headers = { 'Admin-Access': localAdminAccess };

  expect(refusalIn(await send(platform, line, { headers, body }))).toEqual([401, 'INVALID_TOKEN']);
  expect(refusalIn(await send(platform, line, { token: 'made-up', headers, body }))).toEqual([401, 'INVALID_TOKEN']);
  expect(refusalIn(await send(platform, line, { token: tokens.mia, headers: { ...headers, 'Api-Key': 'other' }, body }))).toEqual([
    401,
    'INVALID_API_KEY',
  ]);
  await expect(balance('mia', own.mia)).resolves.toBe(0);
  await expect(send(platform, line, { token: tokens.mia, headers, body })).resolves.toMatchObject({ status: 200 });
});

it('wallets.credit accepts any wallet', async () => {
  const { own, credit, balance } = await createWalletScene();
  const answer = await credit(own.zoe, 12.34);

  expect(attributesIn(answer)).toMatchObject({ amount: 12.34, to_wallet: own.zoe });
  await expect(balance('zoe', own.zoe)).resolves.toBe(12.34);
  expect(refusalIn(await credit('0x0', 1))).toEqual([404, 'NOT_FOUND']);
});

it('wallets.credit rejects amounts and balances that JSON numbers cannot represent exactly', async () => {
  const { own, credit, balance } = await createWalletScene();
  expect(refusalIn(await credit(own.zoe, 2 ** 53))).toEqual([422, 'INVALID_INPUT']);
  expect((await credit(own.zoe, 2 ** 53 - 1)).status).toBe(200);
  expect(refusalIn(await credit(own.zoe, 1))).toEqual([422, 'BALANCE_TOO_LARGE']);
  await expect(balance('zoe', own.zoe)).resolves.toBe(2 ** 53 - 1);
});

it('wallets.debit returns 402 with the amounts if the balance is too low, and changes no balance', async () => {
  const { as, own, credit, balance } = await createWalletScene();
  await credit(own.mia, 2);
  const answer = await as('mia', `POST /wallets/${own.mia}/debits`, { debit: { amount: 2.000001 } });

  expect(answer).toMatchObject({
    status: 402,
    body: {
      detail: 'The wallet does not hold enough credits.',
      error: {
        code: 'INSUFFICIENT_CREDITS',
        required_amount: 2.000001,
        checked_wallets: [{ addressHash: own.mia, currency: 'CREDITS', balance: 2 }],
      },
    },
  });
  await expect(balance('mia', own.mia)).resolves.toBe(2);
});

it.each([
  ['zoe', 404, 'NOT_FOUND'],
  ['vic', 403, 'INSUFFICIENT_PERMISSIONS'],
  ['mia', 403, 'INSUFFICIENT_PERMISSIONS'],
  ['adam', 402, 'INSUFFICIENT_CREDITS'],
] as const)("a debit of the organization's wallet by %s returns %i %s", async (name, status, code) => {
  const { as, operating } = await createWalletScene();

  expect(refusalIn(await as(name, `POST /wallets/${operating}/debits`, { debit: { amount: 1 } }))).toEqual([status, code]);
});

it.each([
  ['more than 6 decimals', 0.1 + 0.2, 'INVALID_AMOUNT'],
  ['an amount that no number represents exactly', 1e21, 'INVALID_INPUT'],
  ['zero', 0, 'INVALID_INPUT'],
  ['a negative amount', -5, 'INVALID_INPUT'],
  ['a string', '5', 'INVALID_INPUT'],
])('wallets.debit rejects %s', async (_, amount, code) => {
  const { as, own } = await createWalletScene();

  expect(refusalIn(await as('mia', `POST /wallets/${own.mia}/debits`, { debit: { amount } }))).toEqual([422, code]);
});

it('wallets.transact transfers credits to any wallet with a known address', async () => {
  const { as, own, operating, credit, balance } = await createWalletScene();
  await credit(operating, 10);
  const answer = await as('adam', 'POST /wallets/transact', {
    transaction: { from_wallet: operating, to_wallet: own.zoe, amount: 3.5, source_asset: 'CREDITS', metadata: { reference: 'order-7' } },
  });

  expect(attributesIn(answer)).toEqual({
    transaction_type: 'wallet_transfer',
    amount: 3.5,
    from_wallet: operating,
    to_wallet: own.zoe,
    source_asset: 'CREDITS',
    target_asset: 'CREDITS',
    status: 'completed',
    metadata: { reference: 'order-7' },
    created_at: '2026-01-01T00:00:00.000Z',
  });
  await expect(Promise.all([balance('adam', operating), balance('zoe', own.zoe)])).resolves.toEqual([6.5, 3.5]);
});

it('a conversion within a wallet uses the given prices and rounds down', async () => {
  const { as, own, credit, balance } = await createWalletScene();
  await credit(own.mia, 10);
  const there = await as('mia', 'POST /wallets/transact', {
    transaction: {
      from_wallet: own.mia,
      amount: 10,
      source_asset: 'CREDITS',
      target_asset: 'GOLD',
      metadata: { token_prices: { GOLD: 3 } },
    },
  });
  const back = await as('mia', 'POST /wallets/transact', {
    transaction: {
      from_wallet: own.mia,
      to_wallet: own.mia,
      amount: 3.333333,
      source_asset: 'GOLD',
      target_asset: 'CREDITS',
      metadata: { token_prices: { GOLD: 3 } },
    },
  });

  expect(attributesIn(there)).toMatchObject({
    transaction_type: 'asset_conversion',
    metadata: { token_prices: { GOLD: 3 }, target_amount: 3.333333 },
  });
  expect(attributesIn(back)).toMatchObject({ transaction_type: 'asset_conversion', metadata: { target_amount: 9.999999 } });
  await expect(balance('mia', own.mia)).resolves.toBe(9.999999);
});

it('a payment can transfer and convert at the same time', async () => {
  const { as, own, credit } = await createWalletScene();
  const gold = await as('zoe', 'POST /wallets/create_entity_wallet', { entity_wallet: { entity_type: 'user', currency: 'GOLD' } });
  const { addressHash } = attributesIn(gold) as { addressHash: string };
  await credit(own.mia, 10);
  const answer = await as('mia', 'POST /wallets/transact', {
    transaction: {
      from_wallet: own.mia,
      to_wallet: addressHash,
      amount: 4,
      source_asset: 'CREDITS',
      target_asset: 'GOLD',
      metadata: { token_prices: { CREDITS: 0.5, GOLD: 4 } },
    },
  });

  expect(attributesIn(answer)).toMatchObject({ transaction_type: 'transfer_with_conversion', metadata: { target_amount: 0.5 } });
  expect(attributesIn(await as('zoe', `GET /wallets/${addressHash}`))).toMatchObject({ currency: 'GOLD', balance: 0.5 });
});

it.each([
  ['equal wallets and assets', {}, 'NOTHING_TO_DO'],
  [
    'a type that contradicts the wallets and assets',
    { target_asset: 'GOLD', transaction_type: 'wallet_transfer' },
    'INVALID_TRANSACTION_TYPE',
  ],
  ['an unknown target', { to_wallet: '0x0' }, 'UNKNOWN_WALLET'],
  ['an unknown source', { from_wallet: '0x0' }, 'UNKNOWN_WALLET'],
  ['a price of zero', { target_asset: 'GOLD', metadata: { token_prices: { GOLD: 0 } } }, 'INVALID_PRICE'],
  ['too little to buy anything', { amount: 0.000001, target_asset: 'GOLD', metadata: { token_prices: { GOLD: 2 } } }, 'AMOUNT_TOO_SMALL'],
])('wallets.transact rejects %s and transfers nothing', async (_, given, code) => {
  const { as, own, credit, balance } = await createWalletScene();
  await credit(own.mia, 10);
  const answer = await as('mia', 'POST /wallets/transact', {
    transaction: { from_wallet: own.mia, amount: 1, source_asset: 'CREDITS', ...given },
  });

  expect(refusalIn(answer)).toEqual([422, code]);
  await expect(balance('mia', own.mia)).resolves.toBe(10);
});

it("wallets.transact rejects a payment from another user's wallet", async () => {
  const { as, own, operating, credit } = await createWalletScene();
  await credit(operating, 10);
  await credit(own.olga, 10);
  const take = (from_wallet: string) => ({ transaction: { from_wallet, to_wallet: own.mia, amount: 1, source_asset: 'CREDITS' } });

  expect(refusalIn(await as('mia', 'POST /wallets/transact', take(operating)))).toEqual([403, 'INSUFFICIENT_PERMISSIONS']);
  expect(refusalIn(await as('mia', 'POST /wallets/transact', take(own.olga)))).toEqual([422, 'UNKNOWN_WALLET']);
});

it('wallets.transact returns 402 for an asset that the wallet does not hold', async () => {
  const { as, own, credit } = await createWalletScene();
  await credit(own.mia, 10);
  const transaction = { from_wallet: own.mia, to_wallet: own.zoe, amount: 1, source_asset: 'GOLD' };

  expect(await as('mia', 'POST /wallets/transact', { transaction })).toMatchObject({
    status: 402,
    body: { error: { required_amount: 1, checked_wallets: [{ addressHash: own.mia, currency: 'GOLD', balance: 0 }] } },
  });
});

it("a client reconciles a payment whose response was lost, even if the platform's clock differs", async () => {
  const platform = platformAtNewYear();
  const { id } = platform.account;
  const wallets = createWalletsClient(
    createPlatform({
      apiKey: platform.apiKey,
      baseUrls: platform.baseUrls(),
      fetch: platform.fetch,
      accessToken: () => signInReady(platform),
    }),
    { reference: 'client_reference' },
  );
  const [own] = (await wallets.list({ entity_type: 'user' })).filter(({ entityId }) => entityId === id);
  platform.faults.add({ operation: 'wallets.debit', failure: 'reset', applied: true });
  const error: unknown = await wallets.debit({ addressHash: own!.addressHash, amount: 1 }).catch((failure: unknown) => failure);
  const reconcile = (error as { reconcile: () => Promise<unknown> }).reconcile;

  expect(platform.clock.now()).toBe(Date.UTC(2026, 0, 1));
  await expect(reconcile()).resolves.toMatchObject({ result: 'found', transaction: { amount: 1 } });
});
