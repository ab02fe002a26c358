import type { PlatformOptions } from '@platform-sdk/core';
import { expect, it } from 'vitest';
import { openStore } from '../../core/test/session-bench.ts';
import type { Answer } from '@platform-sdk/test-helpers';
import { anonymous, authBench, baseUrl, headersOf, json, jwt, recordingFetch, standingClock, text, tokens, untilSent } from './fixtures.ts';

const signedIn = async (answer: Answer, options: PlatformOptions = {}) => {
  const bench = authBench(recordingFetch(answer), options);
  await bench.platform.session.set(tokens('a'));
  return bench;
};

it('auth.logout calls the revoke path with the Api-Key and the Bearer token', async () => {
  const { auth, wire } = await signedIn(json({}));
  await auth.logout();
  expect(wire.only()).toMatchObject({ method: 'GET', url: `${baseUrl}/oauth/token/revoke`, body: undefined });
  expect(headersOf(wire.only())).toEqual({ ...anonymous, authorization: `Bearer ${jwt('a')}` });
});

it('auth.logout sends logoutCurrentDevice in the query', async () => {
  const { auth, wire } = await signedIn(json({}));
  await auth.logout({ logoutCurrentDevice: true });
  expect(wire.only().url).toBe(`${baseUrl}/oauth/token/revoke?logoutCurrentDevice=true`);
});

it.each([
  ['200', () => json({}), true],
  ['200 with an empty body', () => new Response(''), true],
  ['204', () => new Response(null, { status: 204 }), true],
  ['401, because the token has expired', () => json({ error: 'invalid_token' }, 401), true],
  ['401 with the page of a proxy', () => text('<html><h1>401 Authorization Required</h1></html>', 401, 'text/html'), false],
  ['a lost connection', () => new TypeError('fetch failed'), false],
  ['500', () => json({}, 500), false],
  ['503 and Retry-After', () => json({}, 503, { 'Retry-After': '1' }), false],
  ['429', () => json({}, 429), false],
  ['an HTML page', () => text('<html></html>', 200, 'text/html'), false],
  ['a redirect', () => new Response(null, { status: 302, headers: { Location: 'https://evil.example/' } }), false],
])('auth.logout sends one request, and removes the tokens after %s', async (_, answer, revoked) => {
  const { auth, platform, wire, store, changes } = await signedIn(answer());
  await expect(auth.logout()).resolves.toEqual({ revoked });
  expect(wire.sent).toHaveLength(1);
  expect(store.content).toBeUndefined();
  await expect(platform.session.get()).resolves.toBeUndefined();
  expect(changes).toEqual(['signed-in', 'signed-out']);
});

it('auth.logout removes the tokens even if the call is aborted before the response arrives', async () => {
  const controller = new AbortController();
  const { auth, store } = await signedIn(() => {
    controller.abort();
    return new Promise(() => undefined);
  });
  await expect(auth.logout({}, { signal: controller.signal })).resolves.toEqual({ revoked: false });
  expect(store.content).toBeUndefined();
});

it.each(['user-1', 'user-2'])('auth.logout keeps the session of %s, who signs in before the response arrives', async (id) => {
  let answer = (_: Response): void => undefined;
  const { auth, platform, wire } = await signedIn(() => new Promise((resolve) => (answer = resolve)));
  const out = auth.logout();
  await untilSent(wire, 1);
  await platform.session.set({ ...tokens('b'), id });
  answer(json({}));
  await expect(out).resolves.toEqual({ revoked: true });
  await expect(platform.session.get()).resolves.toMatchObject({ ...tokens('b'), id });
});

it('auth.logout revokes a session that was loaded from the store', async () => {
  const store = openStore({ ...tokens('a'), receivedAt: Date.now() });
  const { auth, wire } = authBench(recordingFetch(json({})), { session: { store } });
  await expect(auth.logout()).resolves.toEqual({ revoked: true });
  expect(headersOf(wire.only())).toMatchObject({ authorization: `Bearer ${jwt('a')}` });
  expect(store.content).toBeUndefined();
});

it('auth.logout revokes an expired token without a refresh', async () => {
  const clock = standingClock();
  const { auth, wire } = await signedIn(json({}, 401), { clock });
  clock.advance(900_000);
  await auth.logout();
  expect(wire.sent.map(({ url }) => url)).toEqual([`${baseUrl}/oauth/token/revoke`]);
});

it('auth.logout is not retried, whatever the retry option', async () => {
  const { auth, wire } = await signedIn(json({}, 503));
  await auth.logout({}, { retry: { limit: 5, retryOn429: true } });
  expect(wire.sent).toHaveLength(1);
});

it('auth.logout sends nothing without a signed-in user', async () => {
  const { auth, wire, changes } = authBench(recordingFetch(json({})));
  await expect(auth.logout()).resolves.toEqual({ revoked: false });
  expect(wire.sent).toEqual([]);
  expect(changes).toEqual([]);
});

it('auth.logout revokes the newest tokens after another tab has stored them', async () => {
  const { auth, store, wire } = await signedIn(json({}));
  store.content = { ...tokens('b'), receivedAt: Date.now() };
  await expect(auth.logout()).resolves.toEqual({ revoked: true });
  expect(headersOf(wire.only())).toMatchObject({ authorization: `Bearer ${jwt('b')}` });
  expect(store.record).toMatchObject({ session: null });
});

it('auth.logout removes the tokens that another tab stores during the call, and returns revoked: false', async () => {
  const bench = await signedIn(() => {
    bench.store.content = { ...tokens('b'), receivedAt: Date.now() };
    return json({}, 401);
  });
  const { set } = bench.store;
  bench.store.set = async (next, expected) => {
    await untilSent(bench.wire, 1);
    return set(next, expected);
  };
  await expect(bench.auth.logout()).resolves.toEqual({ revoked: false });
  expect(bench.store.record).toMatchObject({ session: null });
});

it('auth.logout during a refresh returns revoked: false, and discards the refreshed tokens', async () => {
  let refreshed = (_: Response): void => undefined;
  const clock = standingClock();
  const { auth, platform, wire } = await signedIn(
    ({ url }) => (url.endsWith('/refresh') ? new Promise((resolve) => (refreshed = resolve)) : json({})),
    { clock },
  );
  const refreshing = auth.refresh().catch((error: unknown) => error);
  await untilSent(wire, 1);
  await expect(auth.logout()).resolves.toEqual({ revoked: false });
  refreshed(json({ data: { id: 'user-1', type: 'session', attributes: tokens('b') } }));
  await expect(refreshing).resolves.toMatchObject({ kind: 'session' });
  await expect(platform.session.get()).resolves.toBeUndefined();
});

it('auth.logout sends nothing and keeps the session if another user has signed in in another tab', async () => {
  const { auth, store, wire, changes } = await signedIn(json({}));
  store.content = { ...tokens('b'), id: 'user-2', receivedAt: Date.now() };
  await expect(auth.logout()).resolves.toEqual({ revoked: false });
  expect(wire.sent).toEqual([]);
  expect(changes).toEqual(['signed-in', 'signed-in']);
});

it.each([
  ['an input', 'logoutCurrentDevice', { logoutCurrentDevice: 'yes' }, {}],
  ['an option', 'timeoutMs', {}, { timeoutMs: 'soon' }],
])('auth.logout rejects %s of another type before anything is sent, and keeps the session', async (_, field, input, options) => {
  const { auth, platform, wire } = await signedIn(json({}));
  await expect(auth.logout(input as never, options as never)).rejects.toMatchObject({ kind: 'invalid-input', field });
  expect(wire.sent).toEqual([]);
  expect(platform.session.snapshot()).toMatchObject(tokens('a'));
});
