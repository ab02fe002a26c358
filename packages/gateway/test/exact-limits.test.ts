import { createLimiter, type Limiter, type LimiterStore } from '@platform-sdk/gateway';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type * as SharedWindow from '../src/shared-window.ts';
import type * as CallWindow from '../src/call-window.ts';

const { sharedWindowStore } = await vi.importActual<typeof SharedWindow>('../src/shared-window.ts');
const { emptyWindow } = await vi.importActual<typeof CallWindow>('../src/call-window.ts');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const operation = 'gateway.chat';

/** Returns a generator of pseudo-random numbers, which are the same for the same seed. */
const randomOf = (seed: number) => {
  let state = (seed * 48_271) % 2_147_483_647 || 1;
  return (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below;
};

/** Creates a server that counts requests when they arrive. `over` checks sliding windows and fixed windows of 60 seconds. */
const createServer = (limit: number) => {
  const counted: number[] = [];
  return {
    count: () => void counted.push(performance.now()),
    total: () => counted.length,
    /** Returns the number of requests beyond the limit, in both kinds of windows. */
    over: (): number => {
      const times = [...counted].sort((one, other) => one - other);
      let over = 0;
      for (let first = 0, last = 0; last < times.length; last++) {
        while ((times[last] as number) - (times[first] as number) >= 60_000) first++;
        if (last - first + 1 > limit) over++;
      }
      for (let start = -Infinity, inside = 0, index = 0; index < times.length; index++) {
        const time = times[index] as number;
        if (time >= start + 60_000) [start, inside] = [time, 0];
        if (++inside > limit) over++;
      }
      return over;
    },
  };
};

/** Sends a request that the server counts after a random delay, and waits for the response. */
const request = async (limiter: Limiter, server: ReturnType<typeof createServer>, random: (below: number) => number): Promise<void> => {
  const release = await limiter.acquire({ operation });
  await new Promise((resolve) => setTimeout(resolve, random(20) === 0 ? random(3000) : random(120)));
  server.count();
  await new Promise((resolve) => setTimeout(resolve, random(400)));
  release();
};

/** Creates a store for several limiters of this process, with or without a delay. */
const createSharedStore = (delayMs: (() => number) | undefined): LimiterStore => {
  const window = emptyWindow();
  return sharedWindowStore(async (work) => {
    if (delayMs) await new Promise((resolve) => setTimeout(resolve, delayMs()));
    return work(window, performance.now());
  });
};

it.each([
  ['free', 60, 5],
  ['pro', 1000, 50],
] as const)(
  'a limiter never exceeds the limit of the tier %s (%d per minute), in five minutes of random traffic',
  async (tier, limit, concurrency) => {
    const random = randomOf(limit);
    const server = createServer(limit);
    const limiter = createLimiter({ tier });
    const work = Array.from({ length: concurrency * 2 }, async () => {
      while (performance.now() < 300_000) await request(limiter, server, random);
    });
    await vi.advanceTimersByTimeAsync(420_000);
    await Promise.all(work);
    expect(server.over()).toBe(0);
    // The limiter also uses most of the limit: a limiter that sends nothing would never exceed it.
    expect(server.total()).toBeGreaterThan(limit * 4.5);
  },
);

it.each<readonly [string, (() => number) | undefined]>([
  ['at once', undefined],
  ['within 40 ms', () => 20 + (performance.now() % 20)],
])('eight limiters stay within the limits together if their store responds %s', async (_, delayMs) => {
  const random = randomOf(7);
  const server = createServer(60);
  const store = createSharedStore(delayMs);
  let running = 0;
  let most = 0;
  const work = Array.from({ length: 8 }, (_each, index) => {
    const limiter = createLimiter({ tier: 'free', store });
    return Array.from({ length: 3 }, async () => {
      while (performance.now() < 180_000) {
        const release = await limiter.acquire({ operation });
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, random(150)));
        server.count();
        running--;
        release(index % 2 === 0 && random(30) === 0 ? 'lost' : undefined);
      }
    });
  }).flat();
  await vi.advanceTimersByTimeAsync(400_000);
  await Promise.all(work);
  expect(server.over()).toBe(0);
  expect(server.total()).toBeGreaterThan(150);
  expect(most).toBeLessThanOrEqual(5);
});

it('with a store, limiters share their headroom and their pauses, which are asynchronous', async () => {
  const store = createSharedStore(() => 5);
  const [one, other] = [createLimiter({ tier: 'free', store }), createLimiter({ tier: 'free', store })];
  const first = one.acquire({ operation });
  await vi.advanceTimersByTimeAsync(10);
  (await first)();
  const paused = one.pause(30_000);
  await vi.advanceTimersByTimeAsync(10);
  await paused;
  const headroom = other.headroom();
  await vi.advanceTimersByTimeAsync(10);
  await expect(headroom).resolves.toMatchObject({ requests: 59, concurrency: 5, waiting: 0 });
  let isIn = false;
  void Promise.resolve(other.acquire({ operation })).then(() => (isIn = true));
  await vi.advanceTimersByTimeAsync(29_900);
  expect(isIn).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(isIn).toBe(true);
});

it.each<readonly [string, () => Promise<number>]>([
  ['rejects', () => Promise.reject(new Error('connection lost'))],
  ['never responds', () => new Promise<number>(() => undefined)],
  [
    'throws',
    () => {
      throw new Error('connection lost');
    },
  ],
])('a limiter rejects calls with LIMITER_STORE_FAILED while its store %s', async (_, take) => {
  const working = createSharedStore(undefined);
  let isBroken = true;
  const store: LimiterStore = { ...working, take: (...given) => (isBroken ? take() : working.take(...given)) };
  const limiter = createLimiter({ tier: 'free', store });
  const errors: unknown[] = [];
  for (let index = 0; index < 3; index++) limiter.acquire({ operation }).catch((error: unknown) => errors.push(error));
  await vi.advanceTimersByTimeAsync(31_000);
  expect(errors).toHaveLength(3);
  for (const error of errors)
    expect(error).toMatchObject({ kind: 'network', code: 'LIMITER_STORE_FAILED', operation, outcome: 'not-sent' });
  isBroken = false;
  const release = limiter.acquire({ operation });
  await vi.advanceTimersByTimeAsync(0);
  (await release)();
  await vi.advanceTimersByTimeAsync(31_000);
  expect(vi.getTimerCount()).toBe(0);
});

it('a limiter rejects all waiting calls together if its store does not respond within 10 seconds', async () => {
  const store: LimiterStore = { ...createSharedStore(undefined), take: () => new Promise<number>(() => undefined) };
  const limiter = createLimiter({ tier: 'free', store });
  const failures = Array.from({ length: 1000 }, () => limiter.acquire({ operation }).catch((error: unknown) => error));
  await vi.advanceTimersByTimeAsync(10_000);
  const errors = await Promise.all(failures);
  expect(errors.filter((error) => (error as { code?: string }).code === 'LIMITER_STORE_FAILED')).toHaveLength(1000);
  expect(vi.getTimerCount()).toBe(0);
});

it('a limiter with a store keeps the slots of long calls, and frees the slots of a killed process after 90 seconds', async () => {
  const store = createSharedStore(undefined);
  const limits = { requestsPerMinute: 10, concurrency: 1, store };
  const alive = createLimiter(limits);
  const first = alive.acquire({ operation });
  await vi.advanceTimersByTimeAsync(0);
  const release = await first;
  let isIn = false;
  const other = createLimiter(limits);
  void other.acquire({ operation }).then(() => (isIn = true));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(isIn).toBe(false);
  release();
  await vi.advanceTimersByTimeAsync(100);
  expect(isIn).toBe(true);

  const dead: LimiterStore = { ...createSharedStore(undefined) };
  await dead.take(10, 60_000, 'of a process that was killed', 1);
  const next = createLimiter({ requestsPerMinute: 10, concurrency: 1, store: dead });
  let isNext = false;
  void next.acquire({ operation }).then(() => (isNext = true));
  await vi.advanceTimersByTimeAsync(89_000);
  expect(isNext).toBe(false);
  await vi.advanceTimersByTimeAsync(2000);
  expect(isNext).toBe(true);
});

it('a limiter frees the slot of a call that was cancelled while the store took the slot', async () => {
  const ended: string[] = [];
  const store: LimiterStore = {
    ...createSharedStore(() => 50),
    end: (call) => void ended.push(call),
  };
  const limiter = createLimiter({ tier: 'free', store });
  const controller = new AbortController();
  const left = limiter.acquire({ operation, signal: controller.signal }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(10);
  controller.abort();
  await expect(left).resolves.toMatchObject({ kind: 'aborted' });
  await vi.advanceTimersByTimeAsync(100);
  expect(ended).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});
