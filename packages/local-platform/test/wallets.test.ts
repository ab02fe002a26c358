import { expect, it } from 'vitest';
import { idIn, platformAtNewYear, send, signInReady } from './raw-request.ts';
import { attributesIn, createWalletScene, listedWallets, refusalIn } from './wallets-scene.ts';

it('wallets of the default account contain credits', async () => {
  const platform = platformAtNewYear();
  const wallets = await listedWallets(platform, await signInReady(platform));

  expect(wallets.map(({ attributes: { entityType, balance } }) => [entityType, balance])).toEqual([
    ['organization', 1000],
    ['user', 100],
  ]);
});

it('wallets of the default account are restored by a reset', async () => {
  const platform = platformAtNewYear();
  const [organization] = await listedWallets(platform, await signInReady(platform));
  const { addressHash } = organization!.attributes;
  await send(platform, `POST /control/v1/wallets/${addressHash}/debits`, {
    token: await signInReady(platform),
    body: { debit: { amount: 999 } },
  });
  platform.reset();
  const [again] = await listedWallets(platform, await signInReady(platform));

  expect(again!.attributes).toMatchObject({ addressHash, balance: 1000 });
});

it('seed adds credits to the wallets of other accounts', async () => {
  const platform = platformAtNewYear();
  platform.seed({ accounts: [{ email: 'grace@example.com', password: 'p' }], wallets: [{ of: 'grace@example.com', credits: 12.5 }] });
  const { body } = await send(platform, 'POST /auth/v1/oauth/token', { body: { username: 'grace@example.com', password: 'p' } });
  const { accessToken } = attributesIn({ status: 200, headers: new Headers(), body }) as { accessToken: string };

  expect((await listedWallets(platform, accessToken))[0]!.attributes).toMatchObject({ entityType: 'user', balance: 12.5 });
});

it.each([
  ['olga', ['organization', 'user']],
  ['vic', ['organization', 'user']],
  ['zoe', ['user']],
] as const)('%s gets their own wallets and those of their organizations', async (name, kinds) => {
  const { platform, tokens } = await createWalletScene();

  expect((await listedWallets(platform, tokens[name])).map(({ attributes }) => attributes.entityType)).toEqual(kinds);
});

it('wallets.get returns the documented fields', async () => {
  const { as, organizationId, operating } = await createWalletScene();
  const { status, body } = await as('vic', `GET /wallets/${operating}?cache_bust=1`);

  expect(status).toBe(200);
  expect(body).toEqual({
    data: {
      id: expect.any(String) as string,
      type: 'wallet',
      attributes: {
        addressHash: operating,
        entityType: 'organization',
        entityId: organizationId,
        purpose: 'operating',
        currency: 'CREDITS',
        balance: 0,
      },
    },
  });
});

it('wallets.get and wallets.transactions return 404 for strangers', async () => {
  const { as, operating, own } = await createWalletScene();

  expect(refusalIn(await as('zoe', `GET /wallets/${operating}`))).toEqual([404, 'NOT_FOUND']);
  expect(refusalIn(await as('olga', `GET /wallets/${own.zoe}`))).toEqual([404, 'NOT_FOUND']);
  expect(refusalIn(await as('olga', 'GET /wallets/0x0'))).toEqual([404, 'NOT_FOUND']);
  expect(refusalIn(await as('zoe', `GET /wallets/${own.mia}/transactions`))).toEqual([404, 'NOT_FOUND']);
});

it('wallets.create creates one wallet per project and purpose', async () => {
  const { as } = await createWalletScene();
  const body = {
    entity_wallet: { entity_type: 'project', purpose: 'project_funds', entity_name: 'First', metadata: { project_id: '2' } },
  };
  const answer = await as('adam', 'POST /wallets/create_entity_wallet', body);

  expect(attributesIn(answer)).toMatchObject({
    entityType: 'project',
    entityId: '2',
    purpose: 'project_funds',
    entity_name: 'First',
    balance: 0,
  });
  expect(refusalIn(await as('olga', 'POST /wallets/create_entity_wallet', body))).toEqual([422, 'WALLET_EXISTS']);
});

it('the wallet of a removed project stays: members see it, owners and admins spend from it', async () => {
  const { as, organizationId, credit, balance, operating } = await createWalletScene();
  const created = await as('olga', 'POST /wallets/create_entity_wallet', {
    entity_wallet: { entity_type: 'project', purpose: 'project_funds', metadata: { project_id: '2' } },
  });
  const { addressHash } = attributesIn(created) as { addressHash: string };
  await credit(addressHash, 5);
  expect((await as('olga', `DELETE /organizations/${organizationId}/projects/2`)).status).toBe(200);

  expect(await balance('mia', addressHash)).toBe(5);
  const listed = (await as('mia', 'GET /wallets?entity_type=project')).body as { data: { attributes: object }[] };
  expect(listed.data.map(({ attributes }) => attributes)).toMatchObject([{ addressHash }]);
  const transaction = { from_wallet: addressHash, to_wallet: operating, amount: 5, source_asset: 'CREDITS' };
  expect((await as('mia', 'POST /wallets/transact', { transaction })).status).toBe(403);
  expect((await as('zoe', `GET /wallets/${addressHash}`)).status).toBe(404);
  expect((await as('olga', 'POST /wallets/transact', { transaction })).status).toBe(200);
  expect(await balance('olga', operating)).toBe(5);
  const another = { entity_wallet: { entity_type: 'project', entity_id: '2', purpose: 'general' } };
  expect(await as('olga', 'POST /wallets/create_entity_wallet', another)).toMatchObject({
    status: 422,
    body: { errors: [{ code: 'INVALID_ENTITY' }] },
  });
});

it('wallets.create rejects the purpose project_funds for other entities', async () => {
  const { as, organizationId } = await createWalletScene();
  const wallet = { entity_type: 'organization', entity_id: organizationId, purpose: 'project_funds' };

  expect(refusalIn(await as('olga', 'POST /wallets/create_entity_wallet', { entity_wallet: wallet }))).toEqual([422, 'INVALID_PURPOSE']);
});

it("wallets.list contains a project's wallet with and without the filter for its entity type", async () => {
  const { as, platform, tokens } = await createWalletScene();
  await as('olga', 'POST /wallets/create_entity_wallet', { entity_wallet: { entity_type: 'project', entity_id: '2' } });
  const entities = async (query: string) =>
    (await listedWallets(platform, tokens.vic, query)).map(({ attributes }) => attributes.entityType);

  await expect(entities('?entity_type=project')).resolves.toEqual(['project']);
  await expect(entities('')).resolves.toEqual(['organization', 'user', 'project']);
});

it('wallets.create creates a second wallet for the caller in another currency', async () => {
  const { as, ids } = await createWalletScene();
  const answer = await as('zoe', 'POST /wallets/create_entity_wallet', { entity_wallet: { entity_type: 'user', currency: 'GOLD' } });

  expect(attributesIn(answer)).toMatchObject({ entityType: 'user', entityId: ids.zoe, purpose: 'general', currency: 'GOLD' });
});

it.each([
  ['mia', 'project', { entity_id: '2' }, 403, 'INSUFFICIENT_PERMISSIONS'],
  ['zoe', 'project', { entity_id: '2' }, 422, 'INVALID_ENTITY'],
  ['olga', 'project', { entity_id: '77' }, 422, 'INVALID_ENTITY'],
  ['olga', 'organization', {}, 422, 'INVALID_ENTITY'],
  ['olga', 'project', { entity_id: '2', purpose: 'operating' }, 422, 'INVALID_PURPOSE'],
  ['olga', 'user', { purpose: 'project_funds' }, 422, 'INVALID_PURPOSE'],
  ['olga', 'user', { purpose: 'operating' }, 422, 'INVALID_PURPOSE'],
  ['olga', 'user', { purpose: 'general' }, 422, 'WALLET_EXISTS'],
  ['olga', 'user', { purpose: 'savings' }, 422, 'INVALID_INPUT'],
] as const)('%s cannot create a wallet for a %s with %j: %i %s', async (name, entity_type, more, status, code) => {
  const { as } = await createWalletScene();

  expect(refusalIn(await as(name, 'POST /wallets/create_entity_wallet', { entity_wallet: { entity_type, ...more } }))).toEqual([
    status,
    code,
  ]);
});

it('an update of a wallet changes the given fields', async () => {
  const { as, operating } = await createWalletScene();
  await as('adam', `PUT /wallets/${operating}`, { wallet: { entity_name: 'Fuel', description: 'For the engine' } });
  const answer = await as('adam', `PUT /wallets/${operating}`, { wallet: { description: 'For all engines' } });

  expect(attributesIn(answer)).toMatchObject({ entity_name: 'Fuel', description: 'For all engines' });
});

it('an update of a wallet requires the wrapper object `wallet`', async () => {
  const { as, operating } = await createWalletScene();

  for (const body of [undefined, {}, { entity_name: 'Fuel' }])
    expect(await as('adam', `PUT /wallets/${operating}`, body)).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'INVALID_INPUT', detail: 'wallet is required', ...(body && { source: { pointer: '' } }) }] },
    });
});

it('an update of a wallet rejects members', async () => {
  const { as, operating } = await createWalletScene();

  expect(refusalIn(await as('mia', `PUT /wallets/${operating}`, { wallet: { entity_name: 'Mine' } }))).toEqual([
    403,
    'INSUFFICIENT_PERMISSIONS',
  ]);
});

it("wallets.transactions returns the latest transaction first, page by page, with the platform's time", async () => {
  const { as, platform, own, credit } = await createWalletScene();
  for (const amount of [1, 2, 3]) await credit(own.mia, amount);
  platform.clock.advance(60_000);
  await as('mia', `POST /wallets/${own.mia}/debits`, { debit: { amount: 0.5, description: 'Run 7' } });
  const { body, headers } = await as('mia', `GET /wallets/${own.mia}/transactions?per_page=3`);
  const { body: rest } = await as('mia', `GET /wallets/${own.mia}/transactions?per_page=3&page=2`);

  expect(body).toMatchObject({
    data: [
      {
        type: 'transaction',
        attributes: {
          amount: 0.5,
          from_wallet: own.mia,
          source_asset: 'CREDITS',
          status: 'completed',
          metadata: { description: 'Run 7' },
          created_at: '2026-01-01T00:01:00.000Z',
        },
      },
      { attributes: { amount: 3, to_wallet: own.mia, target_asset: 'CREDITS' } },
      { attributes: { amount: 2 } },
    ],
    meta: { page: 1, per_page: 3, total_count: 4 },
  });
  expect(rest).toMatchObject({ data: [{ attributes: { amount: 1 } }], meta: { page: 2, per_page: 3, total_count: 4 } });
  expect(headers.get('date')).toBe('Thu, 01 Jan 2026 00:01:00 GMT');
});

it('a list of transactions returns at most 100 items per page', async () => {
  const { as, own } = await createWalletScene();

  expect((await as('mia', `GET /wallets/${own.mia}/transactions?per_page=1000`)).body).toMatchObject({
    data: [],
    meta: { per_page: 100 },
  });
});

it('reading wallets does not consume ids', async () => {
  const { as } = await createWalletScene();
  const create = async () =>
    idIn(await as('olga', 'POST /wallets/create_entity_wallet', { entity_wallet: { entity_type: 'user', currency: crypto.randomUUID() } }));
  const first = await create();
  await as('olga', 'GET /wallets');
  const second = await create();

  const numberOf = (id: string): number => Number.parseInt(id.slice(-12), 16);
  expect(numberOf(second) - numberOf(first)).toBe(1);
});
