import { longCount } from '@platform-sdk/test-helpers';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { connectTo } from './clients.ts';
import { startRedis, until, type RedisServer } from './redis-server.ts';
import type { Entry, Job } from './worker.ts';
import { startWorkers, type Worker } from './workers.ts';

const COUNT = longCount(4, 8);

// The time limit allows for many processes on two busy cores.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });

let workers: Worker[];
beforeAll(async () => {
  workers = await startWorkers(COUNT);
});
afterAll(() => Promise.all(workers.map((worker) => worker.end())));

const started = async (): Promise<RedisServer> => {
  const server = await startRedis();
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
};

const begin = async (job: Job, all: readonly Worker[] = workers): Promise<void> => {
  for (const worker of all) worker.begin(job);
  await Promise.all(all.map((worker) => worker.reported('begun')));
};

const results = () => Promise.all(workers.map((worker) => worker.reported('done')));

const pass = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Returns the pairs of holds that overlap. */
const overlaps = (entries: readonly Entry[]): Entry[][] => {
  const sorted = entries.toSorted((one, other) => one.from - other.from);
  return sorted.flatMap((entry, index) => (index > 0 && sorted[index - 1]!.to > entry.from ? [[sorted[index - 1]!, entry]] : []));
};

/** Returns the maximum number of calls in any window. */
const mostWithin = (times: readonly number[], windowMs: number): number => {
  const sorted = times.toSorted((one, other) => one - other);
  return Math.max(...sorted.map((time, index) => sorted.slice(index).filter((other) => other - time < windowMs).length));
};

it(`processes write ${50 * COUNT} records one after another, and overwrite no record that they have not read`, async () => {
  const { port } = await started();
  await begin({ do: 'increment', port, key: 'session', times: 50 });
  await results();
  const { command, close } = await connectTo('redis', port);
  expect(JSON.parse(String(await command('GET', 'session')))).toHaveProperty('generation', 50 * COUNT);
  close();
});

it('processes hold a lock one at a time, each with a greater fence', async () => {
  const { port } = await started();
  await begin({ do: 'enter', port, key: 'lock', leaseMs: 2000, times: 5, holdMs: 5 });
  const entries = (await results()).flatMap((report) => report.entries ?? []);
  expect(entries).toHaveLength(5 * COUNT);
  expect(overlaps(entries)).toEqual([]);
  const inOrder = entries.toSorted((one, other) => one.from - other.from).map(({ fence }) => fence);
  expect(inOrder).toEqual([...new Set(inOrder)].toSorted((one, other) => one - other));
});

it('processes hold a lock one at a time while Redis restarts and loses it', async () => {
  const server = await started();
  const { command, close } = await connectTo('redis', server.port);
  await begin({ do: 'enter', port: server.port, key: 'lock', leaseMs: longCount(1000, 1500), times: 2, holdMs: longCount(300, 600) });
  for (let restarts = 0; restarts < 2; restarts++) {
    await until(async () => (await command('HEXISTS', 'lock', 'holder')) === 1);
    await server.stop();
    await server.start();
  }
  expect(overlaps((await results()).flatMap((report) => report.entries ?? []))).toEqual([]);
  close();
});

it('processes start no call above the limit while Redis restarts and freezes', async () => {
  const server = await started();
  const { command, close } = await connectTo('redis', server.port);
  const windowMs = longCount(1000, 2000);
  const counted = (): Promise<void> => until(async () => Number(await command('ZCARD', '{limit}:ended')) > 20);
  // The SDK cannot distinguish a server that has just started from a restarted server.
  await begin({ do: 'calls', port: server.port, key: 'limit', limit: 40, windowMs, concurrency: 6, forMs: 60_000 });
  await counted();
  await server.stop();
  await server.start();
  await counted();
  server.freeze();
  await pass(1000);
  server.thaw();
  await counted();
  // Without a limit, a window would contain many more than 40 calls.
  await pass(windowMs);
  for (const worker of workers) worker.stop();
  const calls = (await results()).flatMap((report) => report.calls ?? []);
  expect(mostWithin(calls, windowMs)).toBeLessThanOrEqual(40);
  // The limiter must also let calls through.
  expect(calls.length).toBeGreaterThan(40);
  close();
});

it('a lock whose holder was frozen passes to another process, and the old holder is notified when it wakes', async () => {
  const { port } = await started();
  const [holder, waiter] = await startWorkers(2);
  onTestFinished(() => Promise.all([holder!.end(), waiter!.end()]).then(() => undefined));
  const job = { do: 'hold', port, key: 'lock', leaseMs: 600 } as const;
  await begin(job, [holder!]);
  await holder!.reported('held');
  holder!.signal('SIGSTOP');
  await begin(job, [waiter!]);
  await waiter!.reported('held');
  holder!.signal('SIGCONT');
  await holder!.reported('lost');
  expect(waiter!.reports.map(({ type }) => type)).toEqual(['begun', 'held']);
});

it('a lock whose holder was killed passes to exactly one waiter, with a greater fence', async () => {
  const { port } = await started();
  const { command, close } = await connectTo('redis', port);
  const job = { do: 'hold', port, key: 'lock', leaseMs: 2500 } as const;
  const [holder, ...waiters] = workers as [Worker, ...Worker[]];
  await begin(job, [holder]);
  const { fence } = await holder.reported('held');
  await begin(job, waiters);
  await holder.end();
  const first = await Promise.race(waiters.map((waiter) => waiter.reported('held')));
  expect(first.fence).toBeGreaterThan(fence);
  // The new holder renews its lease, and no other process acquires the lock.
  const expires = await command('HGET', 'lock', 'until');
  await until(async () => Number(await command('HGET', 'lock', 'until')) > Number(expires) + 500);
  expect(waiters.flatMap(({ reports }) => reports.filter(({ type }) => type !== 'begun')).map(({ type }) => type)).toEqual(['held']);
  close();
});
