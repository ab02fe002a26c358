import { expect, it, vi } from 'vitest';
import { jwt, passed, tokens } from './fixtures.ts';
import { openStore, sessionBench } from './session-bench.ts';

const stored = (name: string, receivedAt = Date.UTC(2026, 0, 15)) => ({ ...tokens(name), receivedAt });

it('returns undefined instead of a session before a sign-in', async () => {
  await expect(sessionBench().session.get()).resolves.toBeUndefined();
});

it('returns the tokens that were set', async () => {
  const { session } = sessionBench();
  await session.set({ ...tokens('a'), email: 'ada@example.com' });
  await expect(session.get()).resolves.toMatchObject({ ...tokens('a'), email: 'ada@example.com' });
});

it('stores the tokens with the time of their arrival', async () => {
  const store = openStore();
  const { session, clock } = sessionBench({}, { session: { store } });
  await session.set(tokens('a'));
  expect(store.content).toEqual({ ...tokens('a'), receivedAt: clock.now() });
});

it('removes the tokens from the store when the session is cleared', async () => {
  const store = openStore();
  const { session } = sessionBench({}, { session: { store } });
  await session.set(tokens('a'));
  await session.clear();
  expect(store.content).toBeUndefined();
  await expect(session.get()).resolves.toBeUndefined();
});

it('sends a call with the token from the store, and reports the session as restored', async () => {
  const { read, bearers, received } = sessionBench({}, { session: { store: openStore(stored('a')) } });
  await read();
  expect(bearers()).toEqual([`Bearer ${jwt('a')}`]);
  expect(received.map(({ type }) => type)).toEqual(['restored']);
});

it('does not read the store before the session is used', () => {
  let reads = 0;
  const store = { ...openStore(), get: () => void reads++ };
  sessionBench({}, { session: { store } });
  expect(reads).toBe(0);
});

it('keeps a sign-in that happens while the store is being read', async () => {
  const { session } = sessionBench({}, { session: { store: openStore(stored('old')) } });
  await Promise.all([session.get(), session.set(tokens('new'))]);
  await expect(session.get()).resolves.toMatchObject(tokens('new'));
});

it('notifies session listeners of a sign-in, a change of tokens and a sign-out', async () => {
  const { session, received } = sessionBench();
  await session.set(tokens('a'));
  await session.set(tokens('b'));
  await session.clear();
  expect(received).toMatchObject([
    { type: 'signed-in', session: tokens('a') },
    { type: 'refreshed', session: tokens('b') },
    { type: 'signed-out', session: undefined },
  ]);
});

it('treats users with an empty id as different users', async () => {
  const { session, received } = sessionBench();
  await session.set({ ...tokens('a'), id: '' });
  await session.set({ ...tokens('b'), id: '' });
  expect(received.map(({ type }) => type)).toEqual(['signed-in', 'signed-in']);
});

it('calls a listener once for each subscription, even if it subscribes again while it runs', async () => {
  const { session } = sessionBench();
  let calls = 0;
  let end = (): void => undefined;
  const listener = (): void => {
    if (++calls > 5) return;
    end();
    end = session.subscribe(listener);
  };
  end = session.subscribe(listener);
  const endSecond = session.subscribe(listener);
  await session.set(tokens('a'));
  expect(calls).toBe(2);
  end();
  endSecond();
});

it('ends only one of two subscriptions of the same function', async () => {
  const { session } = sessionBench();
  let calls = 0;
  const listener = (): void => void calls++;
  const ends = [session.subscribe(listener), session.subscribe(listener)];
  ends[0]?.();
  await session.set(tokens('a'));
  expect(calls).toBe(1);
});

it('reports a change to another user as a sign-in', async () => {
  const { session, received } = sessionBench();
  await session.set(tokens('a'));
  await session.set({ ...tokens('b'), id: 'user-2' });
  expect(received.map(({ type }) => type)).toEqual(['signed-in', 'signed-in']);
});

it('calls no session listener if nothing changes', async () => {
  const { session, received } = sessionBench();
  await session.clear();
  await session.set(tokens('a'));
  await session.set(tokens('a'));
  await session.clear();
  await session.clear();
  expect(received.map(({ type }) => type)).toEqual(['signed-in', 'signed-out']);
});

it('calls no session listener after its unsubscribe function was called', async () => {
  const { session } = sessionBench();
  const received: string[] = [];
  const stop = session.subscribe(({ type }) => received.push(type));
  await session.set(tokens('a'));
  stop();
  await session.clear();
  expect(received).toEqual(['signed-in']);
});

it('calls all other listeners and the store if one listener throws', async () => {
  const store = openStore();
  const { session } = sessionBench({}, { session: { store } });
  const received: string[] = [];
  session.subscribe(() => {
    throw new Error('a listener of the application');
  });
  session.subscribe(({ type }) => received.push(type));
  await session.set(tokens('a'));
  expect(received).toEqual(['signed-in']);
  expect(store.content).toMatchObject(tokens('a'));
});

it('logs the changes of the session without a token', async () => {
  const { session, events } = sessionBench();
  await session.set(tokens('a'));
  await session.clear();
  expect(events).toEqual([
    { type: 'session', change: 'signed-in' },
    { type: 'session', change: 'signed-out' },
  ]);
});

const refuse = (): never => {
  throw new Error('no space left');
};

it.each([
  ['get throws', { get: refuse }],
  ['set throws', { set: refuse }],
  ['get rejects', { get: () => Promise.reject(new Error('no space left')) }],
  ['set rejects', { set: () => Promise.reject(new Error('no space left')) }],
])('signs in although the token store fails: %s', async (_, broken) => {
  const { session, read, events } = sessionBench({}, { session: { store: { ...openStore(), ...broken } } });
  await session.set(tokens('a'));
  await expect(read()).resolves.toEqual({});
  expect(events).toContainEqual({
    type: 'warning',
    code: expect.any(String) as string,
    message: expect.stringContaining('token store') as string,
  });
});

it('signs out although the token store throws', async () => {
  const store = openStore();
  const { session, received } = sessionBench({}, { session: { store } });
  await session.set(tokens('a'));
  Object.assign(store, { get: refuse, set: refuse });
  await session.clear();
  await expect(session.get()).resolves.toBeUndefined();
  expect(received.map(({ type }) => type)).toEqual(['signed-in', 'signed-out']);
});

it('continues a call if the token store hangs', async () => {
  vi.useFakeTimers();
  const hang = (): Promise<never> => new Promise(() => undefined);
  const { session, read, events } = sessionBench({}, { session: { store: { get: hang, set: hang } } });
  await passed(session.set(tokens('a')));
  await expect(passed(read())).resolves.toEqual({});
  await passed(session.clear());
  expect(events.filter(({ type }) => type === 'warning').length).toBeGreaterThan(0);
});

it('reads a store that throws only until a user has signed in', async () => {
  let reads = 0;
  const get = (): never => {
    reads++;
    return refuse();
  };
  const { session, read } = sessionBench({}, { session: { store: { ...openStore(), get } } });
  await session.set(tokens('a'));
  const before = reads;
  await read();
  await read();
  expect(reads).toBe(before);
});

it.each([
  ['a number', 7],
  ['a string', 'eyJ'],
  ['a list', []],
  ['an empty object', {}],
  ['tokens without a refresh token', { accessToken: 'a' }],
  ['tokens of another type', { accessToken: 1, refreshToken: {} }],
  ['empty tokens', { accessToken: '', refreshToken: '' }],
])('treats invalid content of a store as empty, and logs a warning: %s', async (_, content) => {
  const store = openStore(content);
  const { session, events } = sessionBench({}, { session: { store } });
  await expect(session.get()).resolves.toBeUndefined();
  expect(events).toMatchObject([{ type: 'warning' }]);
  expect(store.content).toEqual(content);
});

it.each([undefined, null])('logs no warning for an empty store: %s', async (content) => {
  const { session, events } = sessionBench({}, { session: { store: openStore(content) } });
  await session.get();
  expect(events).toEqual([]);
});
