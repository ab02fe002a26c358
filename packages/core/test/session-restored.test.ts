import { unknown, object, operation } from '@platform-sdk/core/contract';
import { expect, it } from 'vitest';
import { benchOf, standingClock, tokens } from './fixtures.ts';
import { failureOf, json, recordingFetch } from './recording-fetch.ts';
import { openStore, sessionBench } from './session-bench.ts';

const stored = () => ({ ...tokens('a'), receivedAt: standingClock().now() });

it('reports a restored session once with its tokens to listeners, and once to the logger', async () => {
  const { session, read, received, events } = sessionBench({}, { session: { store: openStore(stored()) } });
  await Promise.all([session.get(), read(), session.get()]);
  await read();
  expect(received).toEqual([{ type: 'restored', session: stored() }]);
  expect(events.filter(({ type }) => type === 'session')).toEqual([{ type: 'session', change: 'restored' }]);
});

it.each(['id', 'email', 'firstName', 'lastName'])('restores a session although its %s is empty', async (field) => {
  const store = openStore();
  await sessionBench({}, { session: { store } }).session.set({ ...tokens('a'), [field]: '' });
  const { session, events } = sessionBench({}, { session: { store } });
  await expect(session.get()).resolves.toMatchObject({ accessToken: tokens('a').accessToken });
  expect(events).toEqual([{ type: 'session', change: 'restored' }]);
});

it('reports the refresh and the sign-out after a restored session as separate events', async () => {
  const { session, read, received, clock } = sessionBench({}, { session: { store: openStore(stored()) } });
  await read();
  clock.advance(900_000);
  await read();
  await session.clear();
  await session.get();
  expect(received.map(({ type }) => type)).toEqual(['restored', 'refreshed', 'signed-out']);
});

it.each([
  ['an empty store', undefined],
  ['a store with an invalid session', { accessToken: '' }],
])('reports no restored session for %s', async (_, content) => {
  const { session, received } = sessionBench({}, { session: { store: openStore(content) } });
  await session.get();
  expect(received).toEqual([]);
});

it('reports the restored session before the sign-in that replaces it', async () => {
  const { session, received } = sessionBench({}, { session: { store: openStore(stored()) } });
  await session.set({ ...tokens('b'), id: 'user-2' });
  expect(received.map(({ type }) => type)).toEqual(['restored', 'signed-in']);
});

it('keeps cached responses of a restored session', async () => {
  const note = operation({
    method: 'GET',
    path: '/notes/1',
    credentials: 'user',
    input: object<{}>({}),
    output: unknown,
    retry: 'safe',
    cacheSeconds: 300,
  });
  const wire = recordingFetch(json({ title: 'One' }));
  const { client } = benchOf({ note }, wire, { session: { store: openStore({ ...tokens('a', 1e6), receivedAt: Date.now() }) } });
  await client.note();
  await client.note();
  expect(wire.sent).toHaveLength(1);
});

const pair = { accessToken: 'access-1', refreshToken: 'refresh-1' };

it.each([
  ['accessToken', {}],
  ['accessToken', undefined],
  ['accessToken', null],
  ['accessToken', 'access-1'],
  ['accessToken', { ...pair, accessToken: '' }],
  ['accessToken', { ...pair, accessToken: ' ' }],
  ['accessToken', { ...pair, accessToken: 7 }],
  ['accessToken', { ...pair, accessToken: null }],
  ['refreshToken', { accessToken: 'access-1' }],
  ['refreshToken', { ...pair, refreshToken: '' }],
  ['refreshToken', { ...pair, refreshToken: {} }],
])('rejects tokens with a missing or invalid %s, and keeps the session unchanged: %j', async (field, input) => {
  const store = openStore();
  const { session, received } = sessionBench({}, { session: { store } });
  await session.set(tokens('a'));
  const failure = await failureOf(session.set(input as never));
  expect(failure).toMatchObject({ kind: 'invalid-input', field, outcome: 'not-sent' });
  expect(String(failure)).not.toContain('access-1');
  await expect(session.get()).resolves.toMatchObject(tokens('a'));
  expect(store.content).toMatchObject(tokens('a'));
  expect(received.map(({ type }) => type)).toEqual(['signed-in']);
});
