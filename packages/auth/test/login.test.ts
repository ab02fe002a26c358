import { inMemoryTokenStore, type TokenStore } from '@platform-sdk/core';
import { shortenWaits } from '@platform-sdk/test-helpers';
import { expect, it, vi } from 'vitest';
import {
  anonymous,
  authBench,
  baseUrl,
  headersOf,
  json,
  recordingFetch,
  session,
  sessionAnswer,
  standingClock,
  text,
  tokens,
  withBody,
} from './fixtures.ts';

const credentials = { username: 'ada@example.com', password: 'correct horse' };

it('auth.login sends the username and password with only the Api-Key', async () => {
  const { auth, wire } = authBench(recordingFetch(json(sessionAnswer())));
  await auth.login(credentials);
  expect(wire.only()).toMatchObject({ method: 'POST', url: `${baseUrl}/oauth/token` });
  expect(headersOf(wire.only())).toEqual({ ...anonymous, ...withBody });
  expect(wire.only().body).toEqual({ username: 'ada@example.com', password: 'correct horse' });
});

it('auth.login returns the session', async () => {
  const { auth } = authBench(recordingFetch(json(sessionAnswer())));
  await expect(auth.login(credentials)).resolves.toEqual(session());
});

it('auth.login stores the tokens in the session and its store', async () => {
  const clock = standingClock();
  const { auth, platform, store, changes } = authBench(recordingFetch(json(sessionAnswer())), { clock });
  await auth.login(credentials);
  const { type: _, ...kept } = session();
  await expect(platform.session.get()).resolves.toEqual({ ...kept, receivedAt: clock.now() });
  expect(store.content).toEqual({ ...kept, receivedAt: clock.now() });
  expect(changes).toEqual(['signed-in']);
});

it('auth.login sends no token of the previous session', async () => {
  const { auth, platform, wire } = authBench(recordingFetch(json(sessionAnswer())));
  await platform.session.set(tokens('old'));
  await auth.login(credentials);
  expect(headersOf(wire.only())).toEqual({ ...anonymous, ...withBody });
});

it('auth.login keeps undocumented fields of the response', async () => {
  const answer = sessionAnswer();
  const { auth } = authBench(
    recordingFetch(json({ ...answer, data: { ...answer.data, attributes: { ...answer.data.attributes, locale: 'de' } } })),
  );
  await expect(auth.login(credentials)).resolves.toEqual({ ...session(), locale: 'de' });
});

it.each([
  ['username', { username: '', password: 'x' }],
  ['username', { password: 'x' }],
  ['password', { username: 'ada@example.com', password: '' }],
  ['password', { username: 'ada@example.com', password: 7 }],
])('auth.login rejects an invalid %s before anything is sent: %j', async (field, input) => {
  const { auth, wire } = authBench(recordingFetch(json(sessionAnswer())));
  await expect(auth.login(input as never)).rejects.toMatchObject({ kind: 'invalid-input', field, outcome: 'not-sent' });
  expect(wire.sent).toEqual([]);
});

it('auth.login fails for wrong credentials with the error of the service, and keeps the previous session', async () => {
  const refusal = json({ errors: [{ status: '401', code: 'INVALID_CREDENTIALS', detail: 'Wrong username or password.' }] }, 401);
  const { auth, platform, wire } = authBench(recordingFetch(refusal));
  await platform.session.set(tokens('old'));
  const failure = auth.login(credentials);
  await expect(failure).rejects.toMatchObject({
    kind: 'http',
    status: 401,
    code: 'INVALID_CREDENTIALS',
    operation: 'auth.login',
    outcome: 'rejected',
  });
  await expect(failure).rejects.toThrow(/^Wrong username or password\./);
  expect(wire.sent).toHaveLength(1);
  await expect(platform.session.get()).resolves.toMatchObject(tokens('old'));
});

it.each([
  ['a response with an empty token', { data: { id: 'user-1', attributes: { accessToken: '', refreshToken: 'r' } } }],
  ['a response without a refresh token', { data: { id: 'user-1', attributes: { accessToken: 'a' } } }],
  ['a response without a session', {}],
])('auth.login does not sign in for %s, even with validation off', async (_, answer) => {
  const { auth, platform } = authBench(recordingFetch(json(answer)), { validation: 'off' });
  await expect(auth.login(credentials)).rejects.toMatchObject({ kind: 'invalid-response', operation: 'auth.login' });
  await expect(platform.session.get()).resolves.toBeUndefined();
});

it('auth.login rejects an HTML page instead of a session', async () => {
  const { auth } = authBench(recordingFetch(text('<!doctype html><title>Wi-Fi</title>', 200, 'text/html')));
  await expect(auth.login(credentials)).rejects.toMatchObject({ kind: 'invalid-response' });
});

it('auth.refresh sends the refresh token with only the Api-Key', async () => {
  const { auth, wire } = authBench(recordingFetch(json(sessionAnswer())));
  await auth.refresh({ refresh_token: 'refresh-0' });
  expect(wire.only()).toMatchObject({ method: 'POST', url: `${baseUrl}/oauth/token/refresh` });
  expect(headersOf(wire.only())).toEqual({ ...anonymous, ...withBody });
  expect(wire.only().body).toEqual({ refresh_token: 'refresh-0' });
});

it('auth.refresh returns the new tokens and stores them in the session', async () => {
  const { auth, platform, changes } = authBench(recordingFetch(json(sessionAnswer('access-2'))));
  await expect(auth.refresh({ refresh_token: 'refresh-0' })).resolves.toEqual(session('access-2'));
  await expect(platform.session.get()).resolves.toMatchObject({ accessToken: 'access-2', refreshToken: 'refresh-of-access-2' });
  expect(changes).toEqual(['signed-in']);
});

it('auth.refresh rejects an empty token before anything is sent', async () => {
  const { auth, wire } = authBench(recordingFetch(json(sessionAnswer())));
  await expect(auth.refresh({ refresh_token: '' })).rejects.toMatchObject({ kind: 'invalid-input', field: 'refresh_token' });
  expect(wire.sent).toEqual([]);
});

it('auth.refresh fails for a used token with the error of the service', async () => {
  const { auth, wire } = authBench(recordingFetch(json({ error: 'invalid_grant', error_description: 'The token was used.' }, 401)));
  await expect(auth.refresh({ refresh_token: 'refresh-0' })).rejects.toMatchObject({
    kind: 'http',
    status: 401,
    operation: 'auth.refresh',
  });
  expect(wire.sent).toHaveLength(1);
});

it('concurrent calls of auth.refresh share one refresh, without input or with the refresh token of the session', async () => {
  const { auth, platform, wire, changes } = authBench(recordingFetch(json(sessionAnswer('access-2'))));
  await platform.session.set({ id: 'user-1', accessToken: 'access-1', refreshToken: 'refresh-1' });
  const both = await Promise.all([auth.refresh(), auth.refresh({ refresh_token: 'refresh-1' }), auth.refresh({})]);
  expect(both).toEqual([session('access-2'), session('access-2'), session('access-2')]);
  expect(wire.only().body).toEqual({ refresh_token: 'refresh-1' });
  expect(changes).toEqual(['signed-in', 'refreshed']);
});

it('auth.refresh resolves only after the new tokens are stored, so that the program can end without losing them', async () => {
  const memory = inMemoryTokenStore();
  let write = (): void => undefined;
  const mayWrite = new Promise<void>((resolve) => (write = resolve));
  let isSlow = false;
  const store: TokenStore = {
    ...memory,
    async set(next, expected) {
      if (isSlow) await mayWrite;
      return memory.set(next, expected);
    },
  };
  const { platform, auth } = authBench(recordingFetch(json(sessionAnswer('access-2'))), { session: { store } });
  await platform.session.set({ id: 'user-1', accessToken: 'access-1', refreshToken: 'refresh-1' });
  isSlow = true;
  const order: string[] = [];
  const refreshed = auth.refresh().then(() => order.push('refreshed'));
  await vi.waitUntil(() => platform.session.snapshot()?.accessToken === 'access-2');
  order.push('written');
  write();
  await refreshed;
  expect(order).toEqual(['written', 'refreshed']);
  expect(memory.get()).toMatchObject({ session: { accessToken: 'access-2' } });
});

it('auth.refresh returns the current session if the given refresh token was already replaced', async () => {
  const { auth, platform, wire } = authBench(recordingFetch(json(sessionAnswer('access-2'))));
  await platform.session.set({ id: 'user-1', accessToken: 'access-1', refreshToken: 'refresh-1' });
  await auth.refresh();
  await expect(auth.refresh({ refresh_token: 'refresh-1' })).resolves.toEqual(session('access-2'));
  expect(wire.sent).toHaveLength(1);
});

it('auth.refresh throws a session error without a signed-in user, or if the service rejects the refresh token', async () => {
  shortenWaits();
  const { auth, platform, changes } = authBench(recordingFetch(json({}, 401)));
  await expect(auth.refresh()).rejects.toMatchObject({ kind: 'session', operation: 'auth.refresh', outcome: 'not-sent' });
  await platform.session.set({ id: 'user-1', accessToken: 'access-1', refreshToken: 'refresh-1' });
  await expect(auth.refresh()).rejects.toMatchObject({ kind: 'session', outcome: 'rejected' });
  expect(changes).toEqual(['signed-in', 'signed-out']);
});
