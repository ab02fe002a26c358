import { redisTokenStore } from '@platform-sdk/redis';
import { longCount } from '@platform-sdk/test-helpers';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { connectTo } from './clients.ts';
import { startRedis, until, type RedisServer } from './redis-server.ts';
import { startSingleUseServer, type SingleUseServer } from './single-use-server.ts';
import { startWorkers, type Worker } from './workers.ts';

const COUNT = longCount(4, 8);
const EXPIRIES = longCount(12, 100);
/** The lease of the lock, which outlasts a freeze. After a restart of Redis, calls wait until a lost lease has ended. */
const LEASE_MS = longCount(3000, 5000);
/** The duration of a freeze. If it exceeded the deadline of the store, the processes would not read the store for 20 seconds. */
const FREEZE_MS = longCount(1000, 3000);

// The time limit allows for many processes on two busy cores.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });

let workers: Worker[];
beforeAll(async () => {
  workers = await startWorkers(COUNT);
});
afterAll(() => Promise.all(workers.map((worker) => worker.end())));

interface Scene {
  readonly redis: RedisServer;
  readonly service: SingleUseServer;
  failures(): Promise<string[]>;
}

/** Starts processes that make calls with a session in Redis, until the given number of access tokens have expired. */
const signedIn = async (expiries: number, settings: readonly string[] = []): Promise<Scene> => {
  const redis = await startRedis(...settings);
  onTestFinished(() => redis[Symbol.asyncDispose]());
  const service = await startSingleUseServer(workers.length, expiries);
  onTestFinished(() => service.close());
  const { client, close } = await connectTo('redis', redis.port);
  const session = { ...service.tokens(), id: 'user-1', receivedAt: Date.now() };
  await redisTokenStore(client, { key: 'session' }).set({ generation: Date.now(), session }, 0);
  close();
  for (const worker of workers)
    worker.begin({ do: 'session', port: redis.port, key: 'session', origin: service.origin, leaseMs: LEASE_MS });
  return {
    redis,
    service,
    failures: async () => (await Promise.all(workers.map((worker) => worker.reported('done')))).flatMap(({ failures = [] }) => failures),
  };
};

it(`processes refresh a shared session once for each of ${EXPIRIES} expiries`, async () => {
  const { service, failures } = await signedIn(EXPIRIES);
  expect(await failures()).toEqual([]);
  expect(service.reused).toEqual([]);
  expect(service.counts).toEqual({ expired: EXPIRIES, refreshed: EXPIRIES });
});

it.each([
  ['its data', ['--appendonly', 'yes', '--appendfsync', 'always']],
  ['none of its data', []],
] as const)('processes with one session stay signed in while Redis restarts and restores %s', async (_, settings) => {
  const { redis, service, failures } = await signedIn(longCount(6, 30), settings);
  const restarts = longCount(1, 2);
  for (const expiries of [3, 15].slice(0, restarts)) {
    await until(() => service.counts.refreshed >= expiries);
    await redis.stop();
    await redis.start();
  }
  expect((await failures()).filter((failure) => failure === 'signed-out')).toEqual([]);
  // If the lock is lost or its lease has ended, a process may send a refresh token that another process has already used.
  expect(service.reused.length).toBeLessThanOrEqual(restarts);
});

it('processes with one session stay signed in while Redis is frozen', async () => {
  const { redis, service, failures } = await signedIn(longCount(6, 20));
  await until(() => service.counts.refreshed >= 3);
  redis.freeze();
  await new Promise((resolve) => setTimeout(resolve, FREEZE_MS));
  redis.thaw();
  expect((await failures()).filter((failure) => failure === 'signed-out')).toEqual([]);
  expect(service.reused).toEqual([]);
});
