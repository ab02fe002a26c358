import { expect, it } from 'vitest';
import { jwt, standingClock, tokens } from './fixtures.ts';
import { json } from './recording-fetch.ts';
import { expiredBench, openStore, sessionBench } from './session-bench.ts';

const never = (): Promise<Response> => new Promise(() => undefined);

/** Returns the number of refreshes after `ms - 1` milliseconds, and after `ms` milliseconds. */
const refreshesAround = async ({ read, clock, refreshes }: ReturnType<typeof sessionBench>, ms: number): Promise<number[]> => {
  clock.advance(ms - 1);
  await read();
  const before = refreshes().length;
  clock.advance(1);
  await read();
  return [before, refreshes().length];
};

it('keeps the session in memory if the store is null', async () => {
  const { session } = sessionBench({}, { session: { store: null as never } });
  await session.set(tokens('a'));
  await expect(session.get()).resolves.toMatchObject(tokens('a'));
});

it('sends no refresh while an access token is valid for longer than five minutes', async () => {
  const { session, read, clock, refreshes } = sessionBench();
  await session.set(tokens('a'));
  clock.advance(599_999);
  await read();
  expect(refreshes()).toEqual([]);
});

it('refreshes an access token in the background before it expires, while calls use the old token', async () => {
  const { session, read, clock, refreshes, bearers } = sessionBench({ refresh: never });
  await session.set(tokens('a'));
  clock.advance(600_000);
  await read();
  await read();
  expect(bearers()).toEqual([`Bearer ${jwt('a')}`, `Bearer ${jwt('a')}`]);
  expect(refreshes()).toHaveLength(1);
});

it.each([
  [3600, 3_300_000],
  [60, 40_000],
])('begins to refresh an access token with a lifetime of %d s after %d ms', async (seconds, ms) => {
  const bench = sessionBench();
  await bench.session.set(tokens('a', seconds));
  await expect(refreshesAround(bench, ms)).resolves.toEqual([0, 1]);
});

it('makes calls wait for the new token after the old token has expired', async () => {
  const { read, wire, bearers } = await expiredBench();
  await read();
  expect(wire.sent.map(({ url }) => new URL(url).pathname)).toEqual(['/v1/oauth/token/refresh', '/v1/notes']);
  expect(bearers()).toEqual([`Bearer ${jwt('b')}`]);
});

it('reads the lifetime of a token without `exp` from `expiresIn` of the refresh, and from the store', async () => {
  const store = openStore();
  const attributes = { accessToken: 'opaque', refreshToken: 'refresh-of-opaque', expiresIn: 1200 };
  const refresh = (): Response => json({ data: { id: 'user-1', type: 'session', attributes } });
  const { read, clock, refreshes } = await expiredBench({ refresh }, { session: { store } });
  await read();
  expect(store.content).toEqual({ id: 'user-1', ...attributes, receivedAt: clock.now() });

  const later = sessionBench({ refresh }, { clock, session: { store } });
  clock.advance(899_999);
  await Promise.all([read(), later.read()]);
  expect([refreshes(), later.refreshes()].map(({ length }) => length)).toEqual([1, 0]);
  clock.advance(1);
  await later.read();
  expect(later.refreshes()).toHaveLength(1);
});

it.each<readonly [renewedAfterMs: number, expiresIn: unknown]>([
  [600_000, undefined],
  [900_000, 1200],
  [40_000, 60],
  [20_000, 1],
  [600_000, '1200'],
  [600_000, -1],
  [600_000, 0],
  [600_000, 1e12],
  [600_000, null],
  [600_000, true],
])('begins to refresh a token without `exp` after %d ms if `expiresIn` is %j', async (renewedAfterMs, expiresIn) => {
  const bench = sessionBench();
  await bench.session.set({ accessToken: 'opaque', refreshToken: 'refresh-of-opaque', expiresIn } as never);
  await expect(refreshesAround(bench, renewedAfterMs)).resolves.toEqual([0, 1]);
});

it.each(['1200', -1, null, true])('ignores the `expiresIn` %j of a store', async (expiresIn) => {
  const clock = standingClock();
  const store = openStore({ ...tokens('a'), expiresIn, receivedAt: clock.now() });
  const { session } = sessionBench({}, { clock, session: { store } });
  const found = await session.get();
  expect(found?.accessToken).toBe(jwt('a'));
  expect(found).not.toHaveProperty('expiresIn');
});

it('prefers `exp` to `expiresIn` for a token with both', async () => {
  const { session, read, clock, refreshes } = sessionBench();
  await session.set({ ...tokens('a'), expiresIn: 60 });
  clock.advance(599_999);
  await read();
  expect(refreshes()).toEqual([]);
});

it.each([-400 * 86_400_000, 400 * 86_400_000])(
  'does not refresh a token early although the local clock is wrong by %d ms',
  async (wrong) => {
    const clock = standingClock(Date.UTC(2026, 0, 15) + wrong);
    const { session, read, refreshes } = sessionBench({}, { clock });
    await session.set(tokens('a'));
    clock.advance(500_000);
    await read();
    expect(refreshes()).toEqual([]);
  },
);

it('does not refresh a token early although the local clock is changed meanwhile', async () => {
  const { session, read, clock, refreshes } = sessionBench();
  await session.set(tokens('a'));
  clock.jump(86_400_000);
  await read();
  expect(refreshes()).toEqual([]);
});

it("subtracts the time since the store was written from a token's lifetime", async () => {
  const clock = standingClock();
  const store = openStore({ ...tokens('a'), receivedAt: clock.now() - 900_000 });
  const { read, refreshes } = sessionBench({}, { clock, session: { store } });
  await read();
  expect(refreshes()).toHaveLength(1);
});

it("limits a token's lifetime to its `exp`, although the stored time is in the future", async () => {
  const clock = standingClock();
  const store = openStore({ ...tokens('a'), receivedAt: clock.now() + 86_400_000 });
  const { read, refreshes } = sessionBench({}, { clock, session: { store } });
  await read();
  expect(refreshes()).toEqual([]);
  clock.advance(900_000);
  await read();
  expect(refreshes()).toHaveLength(1);
});
