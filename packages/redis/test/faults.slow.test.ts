import { isPlatformError } from '@platform-sdk/core';
import { redisLimiter, redisLock, redisTokenStore, type RedisLock } from '@platform-sdk/redis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LIBRARIES, type TestClient } from './clients.ts';
import { failureOf } from '@platform-sdk/test-helpers';
import { heldPort } from '@platform-sdk/test-helpers/held-port';
import { startRedis, until } from './redis-server.ts';
import { useRedis } from './use-redis.ts';

const record = (generation: number) => ({
  generation,
  session: { accessToken: `access-${generation}`, refreshToken: `refresh-${generation}`, receivedAt: 1 },
});

const { server, connected } = useRedis();

const kindOf = (error: unknown): unknown => isPlatformError(error) && [error.kind, error.code];

describe.each(LIBRARIES)('a restart of Redis, with a client of %s,', (library) => {
  it('a restart of Redis delays a write, which then succeeds', async () => {
    const { client } = await connected(library);
    const store = redisTokenStore(client, { key: 'restarted', timeoutMs: 5000 });
    await store.set(record(1), 0);
    await server().stop();
    const writing = store.set(record(2), 0);
    await server().start();
    expect(await writing).toBe(true);
    expect(await store.get()).toEqual(record(2));
  });

  it('a restart of Redis makes listeners read again, and keeps their subscriptions', async () => {
    const { client } = await connected(library);
    const other = await connected(library);
    let called = 0;
    redisTokenStore(client, { key: 'watched' }).subscribe?.(() => called++);
    await until(() => called === 1);
    await server().stop();
    await server().start();
    await until(() => called === 2);
    const store = redisTokenStore(other.client, { key: 'watched', timeoutMs: 5000 });
    let generation = 0;
    // The test cannot detect when the subscription has been restored.
    await until(async () => (await store.set(record(++generation), generation - 1)) && called > 2);
    expect(called).toBeGreaterThan(2);
  });
});

it('a restart of Redis leaves the lock with its holder, with every library', async () => {
  const held = await Promise.all(
    LIBRARIES.map(async (library) => {
      const options = { key: `kept-${library}`, leaseMs: 3000, timeoutMs: 5000 };
      const { client, command } = await connected(library);
      const lease = await redisLock(client, options).acquire();
      const waiting = redisLock((await connected(library)).client, options).acquire();
      return { lease, waiting, isHeld: () => command('HEXISTS', options.key, 'holder').catch(() => 0) };
    }),
  );
  await server().stop();
  await server().start();
  await Promise.all(
    held.map(async ({ lease, waiting, isHeld }) => {
      await until(async () => (await isHeld()) === 1);
      expect(lease.signal.aborted).toBe(false);
      await lease.release();
      const next = await waiting;
      expect(next.fence).toBeGreaterThan(lease.fence);
      await next.release();
    }),
  );
});

describe.each(LIBRARIES)('a frozen Redis, with a client of %s,', (library) => {
  const frozen = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    server().freeze();
    try {
      return await work();
    } finally {
      server().thaw();
    }
  };

  it('a frozen Redis makes session reads and writes fail in time, and applies the write later', async () => {
    const { client } = await connected(library);
    const key = `frozen-${library}`;
    const store = redisTokenStore(client, { key });
    const hasty = redisTokenStore(client, { key, timeoutMs: 200 });
    await store.set(record(1), 0);
    const failures = await frozen(() => Promise.all([failureOf(hasty.get()), failureOf(hasty.set(record(2), 1))]));
    expect(failures.map(kindOf)).toEqual([
      ['timeout', 'REDIS_TIMEOUT'],
      ['timeout', 'REDIS_TIMEOUT'],
    ]);
    // The late write is applied only because no other write came first.
    await until(async () => (await store.get()) !== undefined);
    expect(await store.get()).toEqual(record(2));
  });

  it('a frozen Redis aborts the signal of a holder when its lease ends', async () => {
    const { client } = await connected(library);
    const lease = await redisLock(client, { key: `lost-${library}`, leaseMs: 500 }).acquire();
    await frozen(() => until(() => lease.signal.aborted));
    expect(kindOf(lease.signal.reason)).toEqual(['timeout', 'LEASE_LOST']);
    await lease.release();
  });

  it('a frozen Redis gives no lock to a waiter that has given up', async () => {
    const { client, command } = await connected(library);
    const lock = redisLock(client, { key: `gone-${library}`, leaseMs: 60_000, timeoutMs: 200 });
    const free = async (): Promise<boolean> => (await command('HEXISTS', `gone-${library}`, 'holder')) === 0;
    const waitFor = async (waiting: RedisLock, signal?: AbortSignal): Promise<unknown> => failureOf(waiting.acquire(signal));
    expect(kindOf(await frozen(() => waitFor(lock)))).toEqual(['timeout', 'REDIS_TIMEOUT']);
    await until(free);
    expect(kindOf(await frozen(() => waitFor(lock, AbortSignal.timeout(50))))).toEqual(['aborted', undefined]);
    await until(free);
    expect(await free()).toBe(true);
  });

  it('a frozen Redis starts no call, and counts no call that did not start', async () => {
    const { client } = await connected(library);
    const options = { key: `frozen-calls-${library}`, waitAfterRestart: false };
    const limiter = redisLimiter(client, options);
    const hasty = redisLimiter(client, { ...options, timeoutMs: 200 });
    expect(kindOf(await frozen(() => failureOf(hasty.take(5, 60_000, 'late', 5))))).toEqual(['timeout', 'REDIS_TIMEOUT']);
    await until(async () => (await limiter.state(60_000)).running === 0);
    expect(await limiter.state(60_000)).toEqual({ taken: 0, running: 0, pausedMs: 0 });
  });
});

describe.each(LIBRARIES)('an unreachable Redis, with a client of %s,', (library) => {
  it.each([
    ['a token store', (client: TestClient['client']) => redisTokenStore(client, { key: 'x', timeoutMs: 200 }).get()],
    ['a lock', (client: TestClient['client']) => redisLock(client, { key: 'x', timeoutMs: 200 }).acquire()],
    ['a limiter', (client: TestClient['client']) => redisLimiter(client, { key: 'x', timeoutMs: 200 }).take(1, 1000, 'call', 1)],
  ] as const)('an unreachable Redis makes %s fail with a typed error, in time', async (_, use) => {
    const { client } = await connected(library, await heldPort());
    const error = await failureOf(use(client));
    expect(isPlatformError(error) && ['network', 'timeout'].includes(error.kind)).toBe(true);
  });
});

it.each([
  ['a lock', 'taken', (client: TestClient['client']) => redisLock(client, { key: 'taken' }).acquire()],
  ['a limiter', '{taken}:control', (client: TestClient['client']) => redisLimiter(client, { key: 'taken' }).take(1, 1000, 'call', 1)],
] as const)('keys of another type make %s fail with an invalid-input error, and keep their value', async (_, key, use) => {
  const { client, command } = await connected('redis');
  await command('SET', key, 'words');
  expect(await failureOf(use(client))).toMatchObject({ kind: 'invalid-input', code: 'WRONGTYPE', field: 'key' });
  expect(await command('GET', key)).toBe('words');
});

it('a Redis server that requires a password causes an invalid-input error with the code NOAUTH', async () => {
  const guarded = await startRedis('--requirepass', 'secret');
  onTestFinished(() => guarded[Symbol.asyncDispose]());
  const { client } = await connected('redis', guarded.port);
  expect(await failureOf(redisTokenStore(client, { key: 'x' }).get())).toMatchObject({
    kind: 'invalid-input',
    code: 'NOAUTH',
  });
});

it('a Redis server without the command INFO still grants locks and counts calls', async () => {
  const guarded = await startRedis('--rename-command', 'INFO', '');
  onTestFinished(() => guarded[Symbol.asyncDispose]());
  const { client } = await connected('redis', guarded.port);
  const lease = await redisLock(client, { key: 'x' }).acquire();
  expect(await redisLimiter(client, { key: 'y' }).take(1, 60_000, 'call', 1)).toBe(0);
  await lease.release();
});

it('a Redis server without free memory rejects writes, but not reads', async () => {
  const full = await startRedis('--maxmemory', '1', '--maxmemory-policy', 'noeviction');
  onTestFinished(() => full[Symbol.asyncDispose]());
  const { client } = await connected('redis', full.port);
  const store = redisTokenStore(client, { key: 'x' });
  expect(await failureOf(store.set(record(1), 0))).toMatchObject({ kind: 'network', code: 'OOM', outcome: 'rejected' });
  expect(await store.get()).toBeUndefined();
});
