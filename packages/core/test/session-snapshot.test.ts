import { describe, expect, it, vi } from 'vitest';
import { settled, tokens } from './fixtures.ts';
import { failureOf, json } from './recording-fetch.ts';
import { expiredBench, openStore, sessionBench } from './session-bench.ts';

it('returns the same snapshot until the tokens change, and reads the store in the background', async () => {
  const { session, read, clock } = sessionBench(
    {},
    { session: { store: openStore({ ...tokens('a'), receivedAt: Date.UTC(2026, 0, 15) }) } },
  );
  expect(session.snapshot()).toBeUndefined();
  await settled();
  const first = session.snapshot();
  expect(first).toMatchObject(tokens('a'));
  await read();
  expect(session.snapshot()).toBe(first);
  clock.advance(900_000);
  await read();
  expect(session.snapshot()).not.toBe(first);
  expect(session.snapshot()).toBe(await session.get());
  await session.clear();
  expect(session.snapshot()).toBeUndefined();
});

it('returns a new snapshot when the listeners are called', async () => {
  const { session } = sessionBench();
  const seen: unknown[] = [];
  session.subscribe(() => seen.push(session.snapshot()?.refreshToken));
  await session.set(tokens('a'));
  await session.clear();
  expect(seen).toEqual(['refresh-of-a', undefined]);
});

it('removes all listeners of the session and of the store at dispose', async () => {
  let listeners = 0;
  const shelf = openStore();
  const subscribe = (): (() => void) => {
    listeners++;
    return () => void listeners--;
  };
  const { session, platform, received } = sessionBench({}, { session: { store: { get: shelf.get, set: shelf.set, subscribe } } });
  await session.get();
  expect(listeners).toBe(1);
  platform.dispose();
  expect(listeners).toBe(0);
  await session.set(tokens('a'));
  expect(listeners).toBe(0);
  expect(received).toEqual([]);
});

it('retries a refresh that got a 429 after Retry-After, while all calls wait', async () => {
  let count = 0;
  const refresh = (): Response =>
    count++ === 0 ? json({}, 429, { 'Retry-After': '0.2' }) : json({ data: { id: 'user-1', type: 'session', attributes: tokens('b') } });
  const { read, refreshes, received } = await expiredBench({ refresh });
  await expect(Promise.all([read(), read(), read()])).resolves.toHaveLength(3);
  expect(refreshes()).toHaveLength(2);
  expect(received.map(({ type }) => type)).toEqual(['signed-in', 'refreshed']);
});

it.each([
  ['a sign-out', undefined],
  ['a sign-in of another user', { ...tokens('c'), id: 'user-2' }],
])('never retries a refresh that got a 429 after %s', async (_, next) => {
  vi.useFakeTimers();
  const { session, read, clock, refreshes } = sessionBench({ refresh: () => json({}, 429, { 'Retry-After': '5' }) });
  await session.set({ ...tokens('a'), id: 'user-1' });
  clock.advance(900_000);
  const reading = failureOf(read());
  await vi.advanceTimersByTimeAsync(1000);
  await (next ? session.set(next) : session.clear());
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await reading).toMatchObject({ kind: 'session' });
  expect(refreshes()).toHaveLength(1);
  expect(session.snapshot()?.id).toBe(next?.id);
});

it.each([1, 0.5])('does not refresh at every call if an access token expires after %d s', async (seconds) => {
  const { session, read, clock, refreshes } = sessionBench({
    refresh: () => json({ data: { id: 'user-1', type: 'session', attributes: tokens('b', seconds) } }),
  });
  await session.set(tokens('a', seconds));
  for (let call = 0; call < 10; call++) {
    clock.advance(2000);
    await read();
  }
  expect(refreshes().length).toBeLessThanOrEqual(1);
});

describe('a forged record', () => {
  const session = { ...tokens('a'), receivedAt: 1 };

  it.each([
    ['a line break in its token', { generation: 1, session: { ...session, accessToken: 'a\r\nX-Admin: 1' } }],
    ['an id that is not a string', { generation: 1, session: { ...session, id: { toString: 'x' } } }],
    ['a time that is not a number', { generation: 1, session: { ...session, receivedAt: 'now' } }],
    ['a list', [{ generation: 1, session }]],
    ['a generation without a session', { generation: 7 }],
  ])('ignores a forged record, logs a warning, and replaces it at the next sign-in: %s', async (_, record) => {
    const store = openStore();
    const get = store.get;
    store.get = () => record;
    const { session: of, events } = sessionBench({}, { session: { store } });
    await expect(of.get()).resolves.toBeUndefined();
    expect(events).toMatchObject([{ type: 'warning' }]);
    store.get = get;
    await of.set(tokens('b'));
    await expect(of.get()).resolves.toMatchObject(tokens('b'));
  });
});
