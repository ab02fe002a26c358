import { getEventListeners } from 'node:events';
import type { TokenStore } from '@platform-sdk/core';
import { expect, it } from 'vitest';
import { byPath, inTurn, json, startFaultServer } from './fault-server.ts';
import {
  failureOf,
  firstTokens,
  organizationsDocument,
  secondTokens,
  sessionDocument,
  signedOut,
  type Scene,
  startSignedOut,
} from './signed-in-clients.ts';

const credentials = { username: 'ada@example.com', password: 'planted-password-1d3e' };
const refreshPath = '/v1/oauth/token/refresh';

const expiring = () =>
  byPath({
    '/v1/oauth/token': json(200, sessionDocument(firstTokens)),
    '/v1/oauth/token/revoke': json(200, {}),
    '/v1/organizations': inTurn(json(401, {}), json(200, organizationsDocument)),
    [refreshPath]: json(200, sessionDocument(secondTokens)),
  });

const failing = (): never => {
  throw new Error(`disk full near ${firstTokens.refreshToken}`);
};
const rejecting = (): Promise<never> => Promise.reject(new Error(`quota near ${firstTokens.refreshToken}`));
const hanging = (): Promise<never> => new Promise(() => undefined);

const warnings = ({ log }: Scene): number => log.filter(({ type }) => type === 'warning').length;

const journey = async (scene: Scene): Promise<void> => {
  await scene.auth.login(credentials);
  await expect(scene.organizations.list()).resolves.toHaveLength(1);
  await expect(scene.platform.session.get()).resolves.toMatchObject(secondTokens);
};

const stores: readonly (readonly [string, TokenStore])[] = [
  ['throws', { get: failing, set: failing }],
  ['rejects', { get: rejecting, set: rejecting }],
];

it.each(stores)('a store that %s does not break a login, a call, a refresh or a logout, and its error is logged', async (_, store) => {
  const server = await startFaultServer(expiring());
  const scene = signedOut(server.origin, { session: { store } });
  await journey(scene);
  await expect(scene.auth.logout()).resolves.toEqual({ revoked: true });
  await expect(scene.platform.session.get()).resolves.toBeUndefined();
  expect(scene.sessionEvents.map(({ type }) => type)).toEqual(['signed-in', 'refreshed', 'signed-out']);
  expect(warnings(scene)).toBeGreaterThan(0);
  expect(JSON.stringify(scene.log)).not.toContain(firstTokens.refreshToken);
});

it.each<readonly [string, unknown]>([
  ['garbage', 'not a session'],
  ['a number', 7],
  ['an empty object', {}],
  ['null', null],
  ['tokens of the wrong types', { accessToken: 1, refreshToken: [] }],
  ['tokens without a refresh token', { accessToken: 'planted-access-half-0101' }],
  ['empty tokens', { accessToken: '', refreshToken: '' }],
])('a session counts as signed out if its store contains %s', async (_, held) => {
  const server = await startFaultServer(expiring());
  const scene = signedOut(server.origin, { session: { store: { get: () => held, set: () => true } } });
  await expect(failureOf(scene.organizations.list())).resolves.toMatchObject({
    kind: 'session',
    operation: 'organizations.list',
    outcome: 'not-sent',
  });
  expect(server.connections()).toBe(0);
  await journey(scene);
});

it('a login and a refresh succeed although the store always returns an invalid session', async () => {
  const server = await startFaultServer(expiring());
  const scene = signedOut(server.origin, { session: { store: { get: () => 'garbage', set: () => true } } });
  await journey(scene);
  expect(scene.sessionEvents.map(({ type }) => type)).toEqual(['signed-in', 'refreshed']);
});

it('a store whose first read fails is read again by the next call, so that the user stays signed in', async () => {
  let reads = 0;
  const server = await startFaultServer(json(200, organizationsDocument));
  const store: TokenStore = {
    get: () => (reads++ === 0 ? failing() : { ...firstTokens, receivedAt: Date.now() }),
    set: () => true,
  };
  const { organizations } = signedOut(server.origin, { session: { store } });
  await organizations.list().catch(() => undefined);
  await expect(organizations.list()).resolves.toHaveLength(1);
});

const timeoutMs = 100;

it('a call times out with the outcome not-sent if the store never returns the session, and keeps no listener', async () => {
  const { server, organizations } = await startSignedOut(expiring(), { session: { store: { get: hanging, set: () => true } } });
  const { signal } = new AbortController();
  const error = await failureOf(organizations.list({}, { signal, timeoutMs }));
  expect(error).toMatchObject({ kind: 'timeout', operation: 'organizations.list', outcome: 'not-sent' });
  expect(server.connections()).toBe(0);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

it('a call succeeds with the refreshed token although the store never stores it', async () => {
  const server = await startFaultServer(expiring());
  let writes = 0;
  const store: TokenStore = { get: () => undefined, set: () => (writes++ === 0 ? true : hanging()) };
  const { auth, organizations } = signedOut(server.origin, { session: { store } });
  await auth.login(credentials);
  await organizations.list({}, { timeoutMs }).catch(() => undefined);
  await expect(organizations.list({}, { timeoutMs })).resolves.toHaveLength(1);
  expect(server.requests.at(-1)?.headers['authorization']).toBe(`Bearer ${secondTokens.accessToken}`);
});
