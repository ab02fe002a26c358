import type { LocalPlatform, LocalPlatformOptions } from '@platform-sdk/local-platform';
import { expect, it } from 'vitest';
import { platformAtNewYear, send, signInReady, type RawAnswer } from './raw-request.ts';

const sourcesOf = ({ body }: RawAnswer): unknown[] => (body as { errors: { source?: unknown }[] }).errors.map(({ source }) => source);

const sources = async (line: string, body?: unknown, options: LocalPlatformOptions = {}): Promise<unknown[]> => {
  const platform: LocalPlatform = platformAtNewYear(options);
  const isSignIn = line.endsWith('/oauth/token');
  return sourcesOf(await send(platform, line, { body, ...(!isSignIn && { token: await signInReady(platform) }) }));
};

const create = 'POST /control/v1/organizations';
const transact = 'POST /control/v1/wallets/transact';
const transaction = { from_wallet: 'a', amount: 1, source_asset: 'CREDITS' };
const priced = (token_prices: object) => ({ transaction: { ...transaction, metadata: { token_prices } } });

it.each([
  ['the type of an envelope', create, { data: { type: 'project', attributes: { name: 'X' } } }, '/data/type'],
  ['a field', create, { data: { type: 'organization', attributes: { name: 7 } } }, '/data/attributes/name'],
  ['the parent of a missing field', create, { data: { type: 'organization', attributes: {} } }, '/data/attributes'],
  ['the parent of missing attributes', create, { data: { type: 'organization' } }, '/data'],
  ['a key with a slash', transact, priced({ 'a/b': -1 }), '/transaction/metadata/token_prices/a~1b'],
  ['a key with a tilde', transact, priced({ '~1': -1 }), '/transaction/metadata/token_prices/~01'],
  ['a key with dots', transact, priced({ 'a.b.c': -1, a: 1, 'a.b': 1 }), '/transaction/metadata/token_prices/a.b.c'],
  ['an empty key', transact, priced({ '': -1 }), '/transaction/metadata/token_prices/'],
  [
    'an item of a list',
    'PATCH /control/v1/user_settings',
    { setting_key: 'sidebar', organization_id: 1, pinned_project_ids: [1, 'x'] },
    '/pinned_project_ids/1',
  ],
])('the source of an error is %s', async (_, line, body, pointer) => {
  await expect(sources(line, body)).resolves.toEqual([{ pointer }]);
});

it('the pointer of an error leads to the id of an envelope', async () => {
  const platform = platformAtNewYear();
  const token = await signInReady(platform);
  const { body } = await send(platform, 'GET /control/v1/organizations', { token });
  const id = (body as { data: { id: string }[] }).data[0]?.id ?? '';
  const answer = await send(platform, `PATCH /control/v1/organizations/${id}/projects/1`, {
    token,
    body: { data: { id: '2', type: 'project', attributes: { name: 'X' } } },
  });

  expect(sourcesOf(answer)).toEqual([{ pointer: '/data/id' }]);
});

it('the pointer of a missing member leads to the whole document', async () => {
  await expect(sources('POST /auth/v1/oauth/token', {})).resolves.toEqual([{ pointer: '' }, { pointer: '' }]);
});

it('the source of an error is absent if nothing was sent', async () => {
  await expect(sources('POST /auth/v1/oauth/token')).resolves.toEqual([undefined, undefined]);
});

it('the source of an error in the query is the parameter, for any wrong value', async () => {
  await expect(sources('GET /control/v1/organizations/1?include=users,nope')).resolves.toEqual([{ parameter: 'include' }]);
});

it('the source of an error uses the names of the deployment', async () => {
  const ofLogin = { wireNames: { 'auth.login': { password: 'pass' } } };
  const wireNames = {
    'wallets.transact': { transaction: 'tx', 'transaction.metadata.token_prices': 'prices' },
    'wallets.transactions': { per_page: 'size' },
  };
  const theirs = { tx: { ...transaction, metadata: { prices: { 'a/b': -1 } } } };

  await expect(sources('POST /auth/v1/oauth/token', { username: 'a', pass: '' }, ofLogin)).resolves.toEqual([{ pointer: '/pass' }]);
  await expect(sources('POST /auth/v1/oauth/token', { username: 'a', password: '' }, ofLogin)).resolves.toEqual([{ pointer: '/password' }]);
  await expect(sources(transact, theirs, { wireNames })).resolves.toEqual([{ pointer: '/tx/metadata/prices/a~1b' }]);
  await expect(sources('GET /control/v1/wallets/0x/transactions?size=x', undefined, { wireNames })).resolves.toEqual([
    { parameter: 'size' },
  ]);
});
