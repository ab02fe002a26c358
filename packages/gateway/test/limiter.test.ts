import { createLimiter, isRateLimitedError, type Limiter } from '@platform-sdk/gateway';
import { longCount } from '@platform-sdk/test-helpers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const operation = 'gateway.chat';

/** Waits for the turn of a call, and then records the name of the call. */
const ask = (limiter: Limiter, name: string, turns: string[], options: object = {}) =>
  limiter.acquire({ operation, ...options }).then((release) => {
    turns.push(name);
    return release;
  });

const asMany = (limiter: Limiter, count: number, turns: string[]) =>
  Array.from({ length: count }, (_, index) => ask(limiter, `${index + 1}`, turns));

/** Returns the error of a call that is rejected immediately. */
const refusalOf = async (call: Promise<unknown>): Promise<unknown> => {
  const failure = call.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(0);
  return failure;
};

it.each([
  ['free', 60, 5],
  ['pro', 1000, 50],
  ['enterprise', 5000, 200],
] as const)('createLimiter applies the limits of the tier %s', (tier, requests, concurrency) => {
  expect(createLimiter({ tier }).headroom()).toEqual({ requests, concurrency, waiting: 0, pausedMs: 0 });
});

it.each([
  [0, 1],
  [1, 0],
  [Number.NaN, 1],
])('createLimiter rejects %d requests per minute with %d at a time', (requestsPerMinute, concurrency) => {
  expect(() => createLimiter({ requestsPerMinute, concurrency })).toThrow(/must be (?:at least 1|a number from 1 on)/);
});

it.each<readonly [field: string, limits: unknown]>([
  ['tier', { tier: 'gold' }],
  ['tier', { tier: '' }],
  ['tier', { tier: 'toString' }],
  ['requestsPerMinute', {}],
  ['concurrency', { requestsPerMinute: 60 }],
  ['concurrency', { requestsPerMinute: 60, concurrency: Number.NaN }],
])('createLimiter throws an input error that names %s for %j', (field, limits) => {
  expect(() => createLimiter(limits as never)).toThrow(expect.objectContaining({ kind: 'invalid-input', field, outcome: 'not-sent' }));
});

it.each([undefined, 'free', ['free']])('createLimiter rejects %j instead of options', (options) => {
  expect(() => createLimiter(options as never)).toThrow('createLimiter: the options must be an object');
});

it.each([Number.NaN, -1, 0])('a limiter keeps the current pause when it is paused for %d ms', (ms) => {
  const limiter = createLimiter({ tier: 'free' });
  limiter.pause(1000);
  limiter.pause(ms);
  expect(limiter.headroom()).toMatchObject({ pausedMs: 1000 });
});

it('a limiter runs the allowed number of calls, and starts the next call in order when a call ends', async () => {
  const limiter = createLimiter({ requestsPerMinute: 100, concurrency: 2 });
  const turns: string[] = [];
  const [first, second] = asMany(limiter, 4, turns);
  await vi.advanceTimersByTimeAsync(0);
  expect(turns).toEqual(['1', '2']);
  (await second!)();
  await vi.advanceTimersByTimeAsync(0);
  expect(turns).toEqual(['1', '2', '3']);
  (await first!)();
  await vi.advanceTimersByTimeAsync(0);
  expect(turns).toEqual(['1', '2', '3', '4']);
});

it('a limiter frees a slot only once', async () => {
  const limiter = createLimiter({ requestsPerMinute: 100, concurrency: 1 });
  const release = await limiter.acquire({ operation });
  release();
  release();
  expect(limiter.headroom().concurrency).toBe(1);
});

it('a limiter starts at most the allowed number of calls in any 60 seconds', async () => {
  const limiter = createLimiter({ requestsPerMinute: 2, concurrency: 10 });
  const turns: string[] = [];
  const first = ask(limiter, '1', turns);
  await vi.advanceTimersByTimeAsync(10_000);
  (await first)();
  await vi.advanceTimersByTimeAsync(40_000);
  const second = ask(limiter, '2', turns);
  (await second)();
  void ask(limiter, '3', turns);
  void ask(limiter, '4', turns);
  await vi.advanceTimersByTimeAsync(20_049);
  expect(turns).toEqual(['1', '2']);
  await vi.advanceTimersByTimeAsync(1);
  expect(turns).toEqual(['1', '2', '3']);
  await vi.advanceTimersByTimeAsync(39_999);
  expect(turns).toEqual(['1', '2', '3']);
  await vi.advanceTimersByTimeAsync(1);
  expect(turns).toEqual(['1', '2', '3', '4']);
});

it('a limiter immediately frees the slot of a request that was not sent', async () => {
  const limiter = createLimiter({ requestsPerMinute: 1, concurrency: 10 });
  (await limiter.acquire({ operation }))('not-sent');
  expect(limiter.headroom().requests).toBe(1);
});

it('a limiter rejects a call immediately if its store requires a longer pause than maxPauseMs', async () => {
  const store = { take: () => 3_600_000, pause: () => undefined };
  const limiter = createLimiter({ requestsPerMinute: 1, concurrency: 10, store });
  await expect(limiter.acquire({ operation, maxPauseMs: 60_000 })).rejects.toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
    outcome: 'not-sent',
    retryAfterSeconds: 3600,
  });
});

it('a limiter keeps the slot of a request without a response for two more seconds', async () => {
  const limiter = createLimiter({ requestsPerMinute: 1, concurrency: 10 });
  (await limiter.acquire({ operation }))('lost');
  await vi.advanceTimersByTimeAsync(62_049);
  expect(limiter.headroom().requests).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(limiter.headroom().requests).toBe(1);
});

it('a limiter rejects calls while maxWaiting calls wait, and accepts a call after a cancellation', async () => {
  const limiter = createLimiter({ requestsPerMinute: 100, concurrency: 1, maxWaiting: 3 });
  const release = await limiter.acquire({ operation });
  const controller = new AbortController();
  const turns: string[] = [];
  void ask(limiter, '1', turns, { signal: controller.signal }).catch(() => undefined);
  void ask(limiter, '2', turns);
  void ask(limiter, '3', turns);
  const full = {
    kind: 'timeout',
    code: 'LIMITER_QUEUE_FULL',
    operation,
    outcome: 'not-sent',
    message: '3 calls wait for their turn already. Call again later, or raise maxWaiting',
  };
  const error = await refusalOf(limiter.acquire({ operation }));
  expect(error).toMatchObject(full);
  expect(isRateLimitedError(error)).toBe(false);
  controller.abort();
  void ask(limiter, '4', turns);
  expect(limiter.headroom().waiting).toBe(3);
  release();
  await vi.advanceTimersByTimeAsync(0);
  expect(turns).toEqual(['2']);
  expect(() => createLimiter({ tier: 'free', maxWaiting: 0 })).toThrow(
    expect.objectContaining({ kind: 'invalid-input', field: 'maxWaiting' }),
  );
});

const WAITING = longCount(10_000, 100_000);

it(`a limiter uses one timer for ${WAITING} waiting calls, half of which are cancelled`, async () => {
  const set = vi.spyOn(globalThis, 'setTimeout');
  const limiter = createLimiter({ requestsPerMinute: 1, concurrency: 1, maxWaiting: WAITING });
  (await limiter.acquire({ operation }))();
  // Every second call gets its own signal, because adding a listener to a Node signal takes longer with every listener.
  const controllers = Array.from({ length: WAITING / 2 }, () => new AbortController());
  let left = 0;
  for (let index = 0; index < WAITING; index++) {
    const { signal } = (index % 2 ? controllers[(index - 1) / 2] : undefined) ?? {};
    const options = signal ? { signal } : {};
    limiter.acquire({ operation, ...options }).catch(() => left++);
  }
  expect(limiter.headroom().waiting).toBe(WAITING);
  expect(set).toHaveBeenCalledTimes(1);
  for (const controller of controllers) controller.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect([left, limiter.headroom().waiting]).toEqual([WAITING / 2, WAITING / 2]);
  expect(vi.getTimerCount()).toBe(1);
});

it('a pause delays all calls, including later calls, and keeps their order', async () => {
  const limiter = createLimiter({ requestsPerMinute: 100, concurrency: 10 });
  const turns: string[] = [];
  limiter.pause(5000);
  void ask(limiter, '1', turns);
  await vi.advanceTimersByTimeAsync(4000);
  void ask(limiter, '2', turns);
  limiter.pause(500);
  expect(limiter.headroom()).toMatchObject({ waiting: 2, pausedMs: 1000 });
  await vi.advanceTimersByTimeAsync(999);
  expect(turns).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(turns).toEqual(['1', '2']);
});

it('a limiter rejects a waiting call when it is aborted, and starts the next call', async () => {
  const limiter = createLimiter({ requestsPerMinute: 100, concurrency: 1 });
  const controller = new AbortController();
  const turns: string[] = [];
  const release = await limiter.acquire({ operation });
  const second = ask(limiter, '2', turns, { signal: controller.signal });
  void ask(limiter, '3', turns);
  controller.abort(new Error('enough'));
  await expect(second).rejects.toMatchObject({ kind: 'aborted', operation, outcome: 'not-sent', cause: { message: 'enough' } });
  release();
  await vi.advanceTimersByTimeAsync(0);
  expect(turns).toEqual(['3']);
});

it('a limiter rejects a call whose signal is already aborted', async () => {
  const limiter = createLimiter({ tier: 'free' });
  await expect(limiter.acquire({ operation, signal: AbortSignal.abort() })).rejects.toMatchObject({ kind: 'aborted' });
  expect(limiter.headroom()).toMatchObject({ requests: 60, concurrency: 5 });
});

it('a limiter rejects a waiting call after its timeout', async () => {
  const limiter = createLimiter({ requestsPerMinute: 1, concurrency: 1 });
  await limiter.acquire({ operation });
  // A timeout may be a fractional number, because a call passes the remaining time.
  const late = limiter.acquire({ operation, timeoutMs: 1999.87 });
  const seen = late.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(2000);
  await expect(seen).resolves.toMatchObject({
    kind: 'timeout',
    operation,
    outcome: 'not-sent',
    message: "The call's turn did not come within 2000 ms",
  });
  expect(limiter.headroom().waiting).toBe(0);
});

it('a limiter immediately rejects calls whose maxPauseMs is shorter than the rest of a pause', async () => {
  const limiter = createLimiter({ requestsPerMinute: 100, concurrency: 1 });
  const release = await limiter.acquire({ operation });
  const turns: string[] = [];
  const { signal } = new AbortController();
  const short = limiter.acquire({ operation, signal, timeoutMs: 600_000, maxPauseMs: 59_999 }).catch((error: unknown) => error);
  void ask(limiter, 'long', turns, { maxPauseMs: 60_000 });
  void ask(limiter, 'longest', turns);
  limiter.pause(60_000);
  const refused = { kind: 'timeout', code: 'RATE_LIMIT_EXCEEDED', operation, outcome: 'not-sent', retryAfterSeconds: 60 };
  const error = await short;
  expect(error).toMatchObject({
    ...refused,
    message: 'The gateway takes no requests for 60 s. Call again after that, or raise maxRetryAfterMs',
  });
  expect(isRateLimitedError(error)).toBe(true);
  await expect(refusalOf(limiter.acquire({ operation, maxPauseMs: 59_999 }))).resolves.toMatchObject(refused);
  expect(limiter.headroom()).toMatchObject({ waiting: 2, concurrency: 0, pausedMs: 60_000 });

  await vi.advanceTimersByTimeAsync(30_500);
  await expect(refusalOf(limiter.acquire({ operation, maxPauseMs: 29_499 }))).resolves.toMatchObject({
    ...refused,
    retryAfterSeconds: 30,
  });
  void ask(limiter, 'late', turns, { maxPauseMs: 29_500 });
  release();
  await vi.advanceTimersByTimeAsync(29_499);
  expect(turns).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(turns).toEqual(['long']);
  expect(limiter.headroom()).toMatchObject({ waiting: 2, requests: 98 });
});

it('calls that wait for the end of a pause keep waiting when a shorter pause is set', async () => {
  const limiter = createLimiter({ requestsPerMinute: 100, concurrency: 1 });
  limiter.pause(1000);
  const turns: string[] = [];
  void ask(limiter, '1', turns, { maxPauseMs: 1000 });
  limiter.pause(500);
  await vi.advanceTimersByTimeAsync(1000);
  expect(turns).toEqual(['1']);
});

it('a limiter leaves no timers and no listeners', async () => {
  const limiter = createLimiter({ requestsPerMinute: 1, concurrency: 5 });
  const { signal } = new AbortController();
  const added = vi.spyOn(signal, 'addEventListener');
  const removed = vi.spyOn(signal, 'removeEventListener');
  (await limiter.acquire({ operation, signal, timeoutMs: 1000 }))();
  const controller = new AbortController();
  const waiting = limiter.acquire({ operation, signal: controller.signal, timeoutMs: 1000 });
  controller.abort();
  await expect(waiting).rejects.toMatchObject({ kind: 'aborted' });
  const impatient = limiter.acquire({ operation, signal, timeoutMs: 1000, maxPauseMs: 1 }).catch((error: unknown) => error);
  limiter.pause(1000);
  await expect(impatient).resolves.toMatchObject({ kind: 'timeout' });
  await expect(refusalOf(limiter.acquire({ operation, signal, timeoutMs: 1000, maxPauseMs: 1 }))).resolves.toMatchObject({
    kind: 'timeout',
  });
  expect(vi.getTimerCount()).toBe(0);
  const listeners = new Set(added.mock.calls.map(([, listener]) => listener));
  for (const [, listener] of removed.mock.calls) listeners.delete(listener);
  expect(listeners.size).toBe(0);
});

it('headroom returns the remaining calls', async () => {
  const limiter = createLimiter({ requestsPerMinute: 3, concurrency: 2 });
  const asked = asMany(limiter, 3, []);
  expect(limiter.headroom()).toEqual({ requests: 1, concurrency: 0, waiting: 1, pausedMs: 0 });
  for (const each of asked) (await each)();
  expect(limiter.headroom()).toEqual({ requests: 0, concurrency: 2, waiting: 0, pausedMs: 0 });
  await vi.advanceTimersByTimeAsync(60_050);
  expect(limiter.headroom()).toMatchObject({ requests: 3 });
});

it.each([
  ['the queue is full', { maxWaiting: 1 }, {}, () => undefined],
  ['a pause is longer than the caller waits', {}, { maxPauseMs: 1 }, (limiter: Limiter) => limiter.pause(60_000)],
])('a caller that retries in a loop does not block timers while %s', async (_, limits, options, prepare) => {
  vi.useRealTimers();
  const limiter = createLimiter({ requestsPerMinute: 100, concurrency: 1, ...limits });
  const release = await limiter.acquire({ operation });
  const end = new AbortController();
  const waiting = limiter.acquire({ operation, signal: end.signal }).catch(() => undefined);
  void prepare(limiter);
  const timer = { isFired: false };
  setTimeout(() => (timer.isFired = true), 0);
  for (let calls = 0; calls < 2000 && !timer.isFired; calls++) await limiter.acquire({ operation, ...options }).catch(() => undefined);
  expect(timer.isFired).toBe(true);
  end.abort();
  await waiting;
  release();
});
