import { describe, expect, it, onTestFinished } from 'vitest';
import { connectTo } from './clients.ts';
import { startRedis, type RedisServer } from './redis-server.ts';
import type { Entry } from './worker.ts';
import { startWorker, startWorkers } from './workers.ts';

const started = async (...settings: readonly string[]): Promise<RedisServer> => {
  const server = await startRedis(...settings);
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
};

/** Pairs of stays that overlap, although neither lost its lease. */
const overlaps = (entries: readonly Entry[]): Entry[][] => {
  const sorted = entries.filter(({ isLost }) => !isLost).toSorted((one, other) => one.from - other.from);
  return sorted.flatMap((entry, index) => (index > 0 && sorted[index - 1]!.to > entry.from ? [[sorted[index - 1]!, entry]] : []));
};

/** The most calls that any window holds. */
const mostWithin = (times: readonly number[], windowMs: number): number => {
  const sorted = times.toSorted((one, other) => one - other);
  return Math.max(...sorted.map((time, index) => sorted.slice(index).filter((other) => other - time < windowMs).length));
};

describe('eight processes', () => {
  it('write 400 records one after the other, none over an unseen one', async () => {
    const { port } = await started();
    const workers = startWorkers(8, port);
    for (const worker of workers) worker.begin({ do: 'increment', key: 'session', times: 50 });
    await Promise.all(workers.map((worker) => worker.reported('done')));
    const { command, close } = await connectTo('redis', port);
    expect(JSON.parse(String(await command('GET', 'session')))).toHaveProperty('generation', 400);
    close();
  });

  it('hold a lock one at a time, each with a greater fence', async () => {
    const { port } = await started();
    const workers = startWorkers(8, port);
    for (const worker of workers) worker.begin({ do: 'enter', key: 'lock', leaseMs: 1000, times: 5, holdMs: 5 });
    const reports = await Promise.all(workers.map((worker) => worker.reported('done')));
    const entries = reports.flatMap((report) => report.entries ?? []);
    expect(entries).toHaveLength(40);
    expect(overlaps(entries)).toEqual([]);
    const inOrder = entries.toSorted((one, other) => one.from - other.from).map(({ fence }) => fence);
    expect(inOrder).toEqual(inOrder.toSorted((one, other) => one - other));
    expect(new Set(inOrder).size).toBe(40);
  });

  it('stay one at a time while Redis restarts and forgets everything', async () => {
    const server = await started();
    const workers = startWorkers(8, server.port);
    for (const worker of workers) worker.begin({ do: 'enter', key: 'lock', leaseMs: 1000, times: 5, holdMs: 60 });
    await new Promise((resolve) => setTimeout(resolve, 800));
    await server.stop();
    await server.start();
    const reports = await Promise.all(workers.map((worker) => worker.reported('done')));
    expect(overlaps(reports.flatMap((report) => report.entries ?? []))).toEqual([]);
  });

  it('begin no call over the limit, also while Redis restarts and freezes', async () => {
    const server = await started();
    const windowMs = 2000;
    const workers = startWorkers(8, server.port);
    // The first run of a server is one that may have restarted.
    for (const worker of workers) worker.begin({ do: 'calls', key: 'limit', limit: 40, windowMs, concurrency: 6, forMs: 14_000 });
    await new Promise((resolve) => setTimeout(resolve, 5000));
    await server.stop();
    await server.start();
    await new Promise((resolve) => setTimeout(resolve, 5000));
    server.freeze();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    server.thaw();
    const reports = await Promise.all(workers.map((worker) => worker.reported('done')));
    const calls = reports.flatMap((report) => report.calls ?? []);
    expect(mostWithin(calls, windowMs)).toBeLessThanOrEqual(40);
    // It is a limiter, not a stop.
    expect(calls.length).toBeGreaterThan(80);
  });
});

describe('a lock whose holder', () => {
  it('is killed goes to exactly one of seven waiters, with a greater fence', async () => {
    const { port } = await started();
    const holder = startWorker('redis', port);
    holder.begin({ do: 'hold', key: 'lock', leaseMs: 600 });
    const { fence } = await holder.reported('held');
    const waiters = startWorkers(7, port);
    for (const waiter of waiters) waiter.begin({ do: 'hold', key: 'lock', leaseMs: 600 });
    holder.signal('SIGKILL');
    await holder.ended();
    const first = await Promise.race(waiters.map((waiter) => waiter.reported('held')));
    expect(first.fence).toBeGreaterThan(fence);
    // The winner renews for longer than a lease, and nobody else gets in.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(waiters.filter(({ reports }) => reports.length > 0)).toHaveLength(1);
    expect(waiters.flatMap(({ reports }) => reports).map(({ type }) => type)).toEqual(['held']);
  });

  it('was frozen is lost: another holds it, and the first is told when it wakes', async () => {
    const { port } = await started();
    const [holder, waiter] = [startWorker('ioredis', port), startWorker('redis', port)];
    holder.begin({ do: 'hold', key: 'lock', leaseMs: 600 });
    await holder.reported('held');
    holder.signal('SIGSTOP');
    waiter.begin({ do: 'hold', key: 'lock', leaseMs: 600 });
    await waiter.reported('held');
    holder.signal('SIGCONT');
    await holder.reported('lost');
    expect(waiter.reports.map(({ type }) => type)).toEqual(['held']);
  });
});
