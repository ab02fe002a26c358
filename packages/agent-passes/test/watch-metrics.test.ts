import type { WatchMetricsOptions } from '@platform-sdk/agent-passes';
import type { LogEvent, PlatformOptions } from '@platform-sdk/core';
import { getEventListeners } from 'node:events';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { settled } from '@platform-sdk/test-helpers';
import { authUrl, benchOf, failureOf, json, recordingFetch } from './bench.ts';

const usage = (total_requests: number) =>
  json({ total_requests, success_count: 0, error_count: 0, avg_latency_ms: 0, p95_latency_ms: 0, unique_endpoints: 0 });
const down = (headers?: Record<string, string>) => json({ error: 'Down' }, 503, headers);

/** The first call of a process loads its sender, which takes real time. Fake timers would fire before the sender is loaded. */
beforeAll(async () => {
  const { agentPasses } = await benchOf(recordingFetch(usage(1)));
  await agentPasses.activity.metrics({ agent_user_id: 'agent-1' });
});
beforeEach(() => {
  vi.useFakeTimers();
  // The cache computes digests of tokens, which also takes real time. Without digests, the cache stays empty.
  vi.stubGlobal('crypto', {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Creates a watch, and records its metrics, failures and requests with their time in seconds. */
const watching = async (
  answers: readonly [Response | Error, ...(Response | Error)[]],
  options: WatchMetricsOptions = {},
  platform?: PlatformOptions,
) => {
  const start = performance.now();
  const seconds = (): number => Math.round((performance.now() - start) / 1000);
  const asked: number[] = [];
  const wire = recordingFetch(...answers);
  const fetch: typeof globalThis.fetch = (...request) => {
    asked.push(seconds());
    return wire.fetch(...request);
  };
  const { agentPasses } = await benchOf({ ...wire, fetch }, { accessToken: 'access-1', ...platform });
  const failures: [second: number, status: number | undefined, retryInMs: number][] = [];
  const metrics = agentPasses.activity.watchMetrics(
    { agent_user_id: 'agent-1' },
    { onFailure: ({ status }, retryInMs) => void failures.push([seconds(), status, retryInMs]), ...options },
  );
  const readings: [second: number, total: number][] = [];
  /** Reads metrics until the watch ends, or the given number of times. */
  const read = async (most = Infinity): Promise<void> => {
    for await (const { total_requests } of metrics) if (readings.push([seconds(), total_requests]) >= most) break;
  };
  const pass = async (count: number): Promise<void> => {
    await settled();
    await vi.advanceTimersByTimeAsync(count * 1000);
    await settled();
  };
  /** Advances the fake clock from timer to timer until the work is done. */
  const until = async (work: Promise<unknown>): Promise<void> => {
    let isOpen = true;
    const close = (): void => void (isOpen = false);
    work.then(close, close);
    const goesOn = (): boolean => isOpen;
    for (await settled(); goesOn(); await settled()) await vi.advanceTimersToNextTimerAsync();
    await work;
  };
  return { agentPasses, metrics, wire, asked, failures, readings, read, pass, until };
};

it('agentPasses.activity.watchMetrics sends no request until the loop begins', async () => {
  const { wire } = await watching([usage(1)]);
  expect(wire.sent).toEqual([]);
});

it('agentPasses.activity.watchMetrics yields metrics at once, then every 30 seconds', async () => {
  const { read, until, readings, wire } = await watching([usage(1), usage(2), usage(3)]);
  await until(read(3));
  expect(readings).toEqual([
    [0, 1],
    [30, 2],
    [60, 3],
  ]);
  expect(wire.sent.map(({ url }) => url)).toEqual(Array(3).fill(`${authUrl}/oauth/agent/activity/metrics?agent_user_id=agent-1`));
});

it('a watch subtracts the time of the loop body from the pause', async () => {
  const { metrics, pass, asked } = await watching([usage(1)]);
  const iterator = metrics[Symbol.asyncIterator]();
  await iterator.next();
  await pass(20);
  const next = iterator.next();
  await pass(10);
  await next;
  expect(asked).toEqual([0, 30]);
});

it('agentPasses.activity.watchMetrics sends a request even if the metrics are cached', async () => {
  vi.unstubAllGlobals();
  const { agentPasses, read, wire } = await watching([usage(1)]);
  await agentPasses.activity.metrics({ agent_user_id: 'agent-1' });
  await read(1);
  expect(wire.sent).toHaveLength(2);
});

it('agentPasses.activity.watchMetrics continues after five failures, and returns to 30 seconds after a success', async () => {
  const { read, until, readings, failures, asked } = await watching([
    usage(1),
    down(),
    new TypeError('fetch failed'),
    json({}, 429),
    new Response('<html></html>', { headers: { 'Content-Type': 'text/html' } }),
    json({}, 408),
    usage(2),
    usage(3),
    down(),
    usage(4),
  ]);
  await until(read(4));
  // The pauses are 30, 60, 120, 240 and 480 seconds, and then ten minutes. After a success, they start again at 30 seconds.
  expect(failures).toEqual([
    [30, 503, 60_000],
    [90, undefined, 120_000],
    [210, 429, 240_000],
    [450, 200, 480_000],
    [930, 408, 600_000],
    [1590, 503, 60_000],
  ]);
  expect(readings).toEqual([
    [0, 1],
    [1530, 2],
    [1560, 3],
    [1650, 4],
  ]);
  expect(asked).toEqual([0, 30, 90, 210, 450, 930, 1530, 1560, 1590, 1650]);
});

it('agentPasses.activity.watchMetrics obeys a Retry-After of a day', async () => {
  const { read, until, failures, asked } = await watching([down({ 'Retry-After': '200' }), down({ 'Retry-After': '86400' }), usage(1)]);
  await until(read(1));
  expect(failures.map(([, , retryInMs]) => retryInMs)).toEqual([200_000, 86_400_000]);
  expect(asked).toEqual([0, 200, 86_600]);
});

it('a watch never retries before its interval has passed, even if the interval is longer than ten minutes', async () => {
  const { read, until, asked } = await watching([down(), down({ 'Retry-After': '1' }), usage(1)], { intervalMs: 1_200_000 });
  await until(read(1));
  expect(asked).toEqual([0, 1200, 2400]);
});

it('agentPasses.activity.watchMetrics requests immediately after a slow loop body, and then waits a full interval', async () => {
  const { metrics, pass, asked } = await watching([usage(1)]);
  const iterator = metrics[Symbol.asyncIterator]();
  await iterator.next();
  await pass(100);
  await iterator.next();
  const next = iterator.next();
  await pass(29);
  expect(asked).toEqual([0, 100]);
  await pass(1);
  await next;
  expect(asked).toEqual([0, 100, 130]);
});

it('a watch waits again if a timer fires too early', async () => {
  const early = globalThis.setTimeout;
  const { metrics, pass, asked } = await watching([usage(1)]);
  vi.stubGlobal('setTimeout', (work: () => void, ms: number) => early(work, ms > 5000 ? ms - 5000 : ms));
  const iterator = metrics[Symbol.asyncIterator]();
  await iterator.next();
  const next = iterator.next();
  await pass(30);
  await next;
  expect(asked).toEqual([0, 30]);
});

it('a watch uses the configured interval', async () => {
  const { read, until, readings } = await watching([usage(1), usage(2)], { intervalMs: 5000 });
  await until(read(2));
  expect(readings).toEqual([
    [0, 1],
    [5, 2],
  ]);
});

it.each([2 ** 31, 2 ** 40, Infinity])(
  'a watch sends no second request within a day if its interval exceeds the maximum of timers: %d',
  async (intervalMs) => {
    const controller = new AbortController();
    const { read, pass, asked } = await watching([usage(1)], { intervalMs, signal: controller.signal });
    const reading = read();
    await pass(86_400);
    controller.abort();
    await reading;
    expect(asked).toEqual([0]);
  },
);

it.each([-1, -Infinity, Number.NaN, 'soon'])(
  'agentPasses.activity.watchMetrics rejects the interval %s before it watches',
  async (intervalMs) => {
    const failure = await failureOf(watching([usage(1)], { intervalMs: intervalMs as number }));
    expect(failure).toMatchObject({ kind: 'invalid-input', field: 'intervalMs', outcome: 'not-sent' });
  },
);

it.each([0, 10, 999])(
  'agentPasses.activity.watchMetrics sends at most one request a second at an interval of %d ms',
  async (intervalMs) => {
    const { read, until, asked } = await watching([usage(1)], { intervalMs });
    await until(read(3));
    expect(asked).toEqual([0, 1, 2]);
  },
);

it.each([
  ['a rejection', json({ message: 'Not yours' }, 403), { kind: 'http', status: 403 }],
  ['an unknown agent', json({}, 404), { kind: 'http', status: 404 }],
])('a watch throws for a permanent failure: %s', async (_, answer, facts) => {
  const { read, wire } = await watching([answer]);
  await expect(failureOf(read())).resolves.toMatchObject({ ...facts, operation: 'agentPasses.activity.metrics' });
  expect(wire.sent).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});

it('agentPasses.activity.watchMetrics throws a session error if `accessToken` rejects', async () => {
  const { read } = await watching([json({}, 401)], {}, { accessToken: () => Promise.reject(new Error('gone')) });
  await expect(failureOf(read())).resolves.toMatchObject({ kind: 'session' });
});

it('agentPasses.activity.watchMetrics throws for an invalid input', async () => {
  const { agentPasses } = await watching([usage(1)]);
  const iterator = agentPasses.activity.watchMetrics({ agent_user_id: '' })[Symbol.asyncIterator]();
  await expect(iterator.next()).rejects.toMatchObject({ kind: 'invalid-input', field: 'agent_user_id' });
});

it('a watch passes call options to each request', async () => {
  const { read, wire } = await watching([usage(1)], { headers: { 'X-Client': 'board' } });
  await read(1);
  expect(wire.only().headers.get('x-client')).toBe('board');
});

it('a watch clears its timer when its loop ends early', async () => {
  const { read, wire } = await watching([usage(1)]);
  await read(1);
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(wire.sent).toHaveLength(1);
});

it('a watch that is aborted in a pause ends without an error', async () => {
  const controller = new AbortController();
  const { read, pass, readings } = await watching([usage(1)], { signal: controller.signal });
  const reading = read();
  await pass(10);
  controller.abort();
  await reading;
  expect(readings).toEqual([[0, 1]]);
  expect(vi.getTimerCount()).toBe(0);
  expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
});

it('a watch that is aborted during a request aborts the call, and ends without an error', async () => {
  const controller = new AbortController();
  let call: AbortSignal | undefined;
  const { agentPasses } = await benchOf(
    recordingFetch(({ signal }) => {
      call = signal;
      return new Promise(() => undefined);
    }),
  );
  const iterator = agentPasses.activity.watchMetrics({ agent_user_id: 'agent-1' }, { signal: controller.signal })[Symbol.asyncIterator]();
  const next = iterator.next();
  await vi.waitFor(() => expect(call).toBeDefined());
  controller.abort();
  await expect(next).resolves.toEqual({ done: true, value: undefined });
  expect(call?.aborted).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

it('a watch with an aborted signal sends no request', async () => {
  const { read, wire, readings } = await watching([usage(1)], { signal: AbortSignal.abort() });
  await read();
  expect(readings).toEqual([]);
  expect(wire.sent).toEqual([]);
});

it('a watch ends during a pause when its iterator returns', async () => {
  const { metrics, pass } = await watching([usage(1)]);
  const iterator = metrics[Symbol.asyncIterator]();
  await iterator.next();
  const next = iterator.next();
  await pass(1);
  await iterator.return?.();
  await expect(next).resolves.toEqual({ done: true, value: undefined });
  expect(vi.getTimerCount()).toBe(0);
});

it('two consecutive loops over a watch send as many requests as a single loop', async () => {
  const { read, until, readings, asked } = await watching([usage(1), usage(2)]);
  await until(read(1));
  await until(read(2));
  await until(read(4));
  expect(readings).toEqual([
    [0, 1],
    [0, 1],
    [0, 1],
    [30, 2],
  ]);
  expect(asked).toEqual([0, 30]);
});

it('concurrent loops over a watch share each response', async () => {
  const { metrics, until, asked } = await watching([usage(1), usage(2), usage(3)]);
  const totals = async (most: number): Promise<number[]> => {
    const all: number[] = [];
    for await (const { total_requests } of metrics) if (all.push(total_requests) >= most) break;
    return all;
  };
  const loops = Promise.all([totals(3), totals(2), totals(3)]);
  await until(loops);
  await expect(loops).resolves.toEqual([
    [1, 2, 3],
    [1, 2],
    [1, 2, 3],
  ]);
  expect(asked).toEqual([0, 30, 60]);
});

it('a loop over a watch continues when the loop that sent the request ends early', async () => {
  let calls = 0;
  const pending = new Promise<Response>(() => undefined);
  const { metrics, until, asked } = await watching([((): Promise<Response> | Response => (++calls === 1 ? pending : usage(2))) as never]);
  const first = metrics[Symbol.asyncIterator]();
  const second = metrics[Symbol.asyncIterator]();
  const left = first.next();
  await settled();
  const stays = second.next();
  await first.return?.();
  await expect(left).resolves.toEqual({ done: true, value: undefined });
  await until(stays);
  await expect(stays).resolves.toMatchObject({ value: { total_requests: 2 } });
  expect(asked).toEqual([0, 30]);
});

it('a watch never yields metrics that are older than its last failure', async () => {
  const { metrics, read, pass, until, readings, asked } = await watching([usage(1), down(), usage(2)]);
  const first = metrics[Symbol.asyncIterator]();
  await first.next();
  const next = first.next();
  await pass(40);
  await first.return?.();
  await next;
  await until(read(1));
  expect(readings).toEqual([[90, 2]]);
  expect(asked).toEqual([0, 30, 90]);
});

it('a watch does not delay the next loop after a failure that sent nothing', async () => {
  let token = '';
  const { read, asked } = await watching(
    [usage(1)],
    {},
    { accessToken: () => (token === '' ? Promise.reject(new Error('not yet')) : Promise.resolve(token)) },
  );
  await expect(failureOf(read())).resolves.toMatchObject({ kind: 'session' });
  token = 'access-1';
  await read(1);
  expect(asked).toEqual([0]);
});

it.each<readonly [string, () => unknown]>([
  [
    'throws',
    () => {
      throw new Error('mine');
    },
  ],
  ['rejects', () => Promise.reject(new Error('mine'))],
])('a watch continues and logs a warning if onFailure %s', async (_, onFailure) => {
  const events: LogEvent[] = [];
  const { read, until, readings } = await watching([down(), usage(1)], { onFailure }, { logger: (event) => events.push(event) });
  await until(read(1));
  expect(readings).toEqual([[60, 1]]);
  expect(events).toContainEqual({ type: 'warning', code: 'CALLBACK_FAILED', message: 'The onFailure of a watch failed.' });
});
