import { createLimiter, type LimiterStore } from '@platform-sdk/gateway';
import { redisLimiter, type RedisLimiter } from '@platform-sdk/redis';
import { describe, expect, expectTypeOf, it, onTestFinished } from 'vitest';
import { connectTo, LIBRARIES, type TestClient } from './clients.ts';
import { startRedis, until } from './redis-server.ts';
import { useRedis } from './use-redis.ts';

/** A window that ends within a test. A busy machine may take a second between two calls. */
const WINDOW = 2000;
const MINUTE = 60_000;

const { emptied } = useRedis();

describe.each(LIBRARIES)('redisLimiter on a client of %s', (library) => {
  const opened = async (): Promise<TestClient & { limiter: RedisLimiter }> => {
    const made = await emptied(library);
    return { ...made, limiter: redisLimiter(made.client, { key: 'calls', waitAfterRestart: false }) };
  };

  it('a limiter in Redis takes all slots of the window, then returns the time to wait', async () => {
    const { limiter } = await opened();
    const waits = [];
    for (const call of ['a', 'b', 'c', 'd']) {
      waits.push(await limiter.take(3, MINUTE, call, 9));
      await limiter.end(call, MINUTE);
    }
    expect(waits.slice(0, 3)).toEqual([0, 0, 0]);
    // The call `d` ended without a slot. It counts too, because it may have been sent.
    expect(waits[3]).toBeGreaterThan(50_000);
    expect(waits[3]).toBeLessThanOrEqual(MINUTE);
    expect(await limiter.state(MINUTE)).toEqual({ taken: 4, running: 0, pausedMs: 0 });
  });

  it('a limiter in Redis frees the slot of a call that was not sent, and keeps the other slots', async () => {
    const { limiter } = await opened();
    await limiter.take(2, MINUTE, 'a', 9);
    await limiter.take(2, MINUTE, 'b', 9);
    await limiter.end('b', 0);
    expect(await limiter.state(MINUTE)).toEqual({ taken: 1, running: 1, pausedMs: 0 });
    expect(await limiter.take(2, MINUTE, 'c', 9)).toBe(0);
    expect(await limiter.take(2, MINUTE, 'd', 9)).toBeGreaterThan(0);
  });

  it('a limiter in Redis shares slots with another process', async () => {
    const [one, two] = [await opened(), await opened()];
    expect(await one.limiter.take(1, MINUTE, 'a', 9)).toBe(0);
    expect(await two.limiter.take(1, MINUTE, 'b', 9)).toBeGreaterThan(0);
  });

  it('a limiter in Redis counts a call for one window after its end', async () => {
    const { limiter } = await opened();
    await limiter.take(1, WINDOW, 'a', 9);
    for (let kept = 0; kept < 3; kept++) {
      await limiter.keep(['a'], WINDOW);
      expect(await limiter.take(1, WINDOW, 'b', 9)).toBeGreaterThan(0);
      await new Promise((resolve) => setTimeout(resolve, WINDOW * 0.4));
    }
    await limiter.end('a', WINDOW);
    expect(await limiter.take(1, WINDOW, 'b', 9)).toBeGreaterThan(0);
    await until(async () => (await limiter.take(1, WINDOW, 'b', 9)) === 0);
    expect(await limiter.state(WINDOW)).toMatchObject({ taken: 1, running: 1 });
  });

  it('a limiter in Redis delays a call at the concurrency limit until another call ends', async () => {
    const { limiter } = await opened();
    await limiter.take(9, MINUTE, 'a', 1);
    expect(await limiter.take(9, MINUTE, 'b', 1)).toBeGreaterThan(0);
    await limiter.end('a', MINUTE);
    expect(await limiter.take(9, MINUTE, 'b', 1)).toBe(0);
  });

  it('a limiter in Redis frees the slots of a dead process after one window', async () => {
    const { limiter } = await opened();
    await limiter.take(1, WINDOW, 'dead', 1);
    await until(async () => (await limiter.take(1, WINDOW, 'b', 1)) === 0);
    expect(await limiter.state(WINDOW)).toMatchObject({ running: 1 });
  });

  it('a limiter in Redis counts a retried command once after a lost reply', async () => {
    const { limiter } = await opened();
    expect([await limiter.take(5, MINUTE, 'a', 5), await limiter.take(5, MINUTE, 'a', 5)]).toEqual([0, 0]);
    expect(await limiter.state(MINUTE)).toMatchObject({ taken: 1, running: 1 });
  });

  it('a limiter in Redis pauses all callers for the longest requested pause', async () => {
    const [one, two] = [await opened(), await opened()];
    await one.limiter.pause(20_000);
    await one.limiter.pause(5);
    await one.limiter.pause(-1);
    expect(await two.limiter.take(5, MINUTE, 'a', 5)).toBeGreaterThan(19_000);
    expect((await two.limiter.state(MINUTE)).pausedMs).toBeGreaterThan(19_000);
  });

  it('a limiter without slots returns the window as the time to wait', async () => {
    const { limiter } = await opened();
    expect(await limiter.take(0, MINUTE, 'a', 9)).toBe(MINUTE);
  });

  it('a limiter leaves no keys in Redis after its window', async () => {
    const { limiter, command } = await opened();
    await limiter.take(5, 100, 'a', 5);
    await limiter.end('a', 100);
    await limiter.pause(50);
    await until(async () => (await command('DBSIZE')) === 0);
    expect(await command('DBSIZE')).toBe(0);
  });
});

it('redisLimiter waits for one window after Redis restarts', async () => {
  const fresh = await startRedis();
  onTestFinished(() => fresh[Symbol.asyncDispose]());
  const { client, close } = await connectTo('redis', fresh.port);
  onTestFinished(close);
  // A busy machine may take seconds to connect.
  expect(await redisLimiter(client, { key: 'other calls' }).take(5, MINUTE, 'a', 5)).toBeGreaterThan(0);
  const limiter = redisLimiter(client, { key: 'calls' });
  await until(async () => (await limiter.take(5, 2000, 'a', 5)) === 0);
  expect(await limiter.take(5, 2000, 'b', 5)).toBe(0);
});

it('redisLimiter waits for one window after Redis has lost its counts', async () => {
  const { client, command } = await emptied('redis');
  const limiter = redisLimiter(client, { key: 'calls' });
  await until(async () => (await limiter.take(5, WINDOW, 'a', 5)) === 0);
  await command('FLUSHALL');
  expect(await limiter.take(5, WINDOW, 'b', 5)).toBeGreaterThan(0);
  await until(async () => (await limiter.take(5, WINDOW, 'b', 5)) === 0);
  expect(await limiter.state(WINDOW)).toMatchObject({ running: 1 });
});

it('redisLimiter shares slots between two gateway limiters', async () => {
  expectTypeOf<RedisLimiter>().toExtend<LimiterStore>();
  const limiters = await Promise.all(
    LIBRARIES.slice(0, 2).map(async (library) => {
      const { client } = await emptied(library);
      const store = redisLimiter(client, { key: 'gateway', waitAfterRestart: false });
      return createLimiter({ requestsPerMinute: 3, concurrency: 3, store });
    }),
  );
  const [one, two] = limiters;
  const operation = 'gateway.chat';
  const releases = [await one!.acquire({ operation }), await two!.acquire({ operation }), await one!.acquire({ operation })];
  await expect(two!.acquire({ operation, timeoutMs: 200 })).rejects.toMatchObject({ kind: 'timeout', outcome: 'not-sent' });
  for (const release of releases) release();
  expect(await two!.headroom()).toMatchObject({ requests: 0 });
});
