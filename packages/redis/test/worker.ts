/** A program that tests start in several processes. Each job and each report is a message. */
import { redisLimiter, redisLock, redisTokenStore } from '@platform-sdk/redis';
import { createSettingsClient } from '@platform-sdk/settings';
import { createPlatform } from '@platform-sdk/core';
import { setTimeout as wait } from 'node:timers/promises';
import { ENOUGH } from './single-use-server.ts';
import { connectTo, type Library, type TestClient } from './clients.ts';

/** The Redis server and the key of a job. */
interface Place {
  readonly port: number;
  readonly key: string;
}

/** Writes this many records, each over the newest record. */
interface Increment extends Place {
  readonly do: 'increment';
  readonly times: number;
}

/** Takes the lock, and keeps it until the process ends. */
interface Hold extends Place {
  readonly do: 'hold';
  readonly leaseMs: number;
}

/** Acquires and releases the lock this many times. */
interface Enter extends Place {
  readonly do: 'enter';
  readonly leaseMs: number;
  readonly times: number;
  readonly holdMs: number;
}

/** Makes calls as fast as the limiter allows, for the given time or until it is stopped. */
interface Calls extends Place {
  readonly do: 'calls';
  readonly limit: number;
  readonly windowMs: number;
  readonly concurrency: number;
  readonly forMs: number;
}

/** Makes calls with the session that all processes share, until enough access tokens have expired. */
interface Session extends Place {
  readonly do: 'session';
  readonly origin: string;
  readonly leaseMs: number;
}

/** Ends the job that makes calls. */
interface Stop {
  readonly do: 'stop';
}

export type Job = Increment | Hold | Enter | Calls | Session;

/** The time for which a process held a lock, in milliseconds of the machine's monotonic clock. */
export interface Entry {
  readonly fence: number;
  readonly from: number;
  /** The time when the process released the lock, or was notified that its lease is lost. */
  readonly to: number;
}

export type Report =
  | { readonly type: 'ready' }
  | { readonly type: 'begun' }
  | { readonly type: 'held'; readonly fence: number }
  | { readonly type: 'lost' }
  | {
      readonly type: 'done';
      readonly entries?: readonly Entry[];
      readonly calls?: readonly number[];
      readonly failures?: readonly string[];
    };

const library = process.argv[2] as Library;
/** The clock that all processes of a machine share, in milliseconds. The time origin of `performance` differs between processes. */
const now = (): number => Number(process.hrtime.bigint()) / 1e6;
const report = (message: Report): unknown => process.send?.(message);

const increment = async ({ key, times }: Increment, { client }: TestClient): Promise<void> => {
  const store = redisTokenStore(client, { key });
  let written = 0;
  while (written < times) {
    const { generation = 0 } = ((await store.get()) ?? {}) as { generation?: number };
    const accessToken = `${process.pid}-${written}`;
    const next = { generation: generation + 1, session: { accessToken, refreshToken: accessToken, receivedAt: 1 } };
    if (await store.set(next, generation)) written++;
  }
  report({ type: 'done' });
};

const hold = async ({ key, leaseMs }: Hold, { client }: TestClient): Promise<void> => {
  const lease = await redisLock(client, { key, leaseMs }).acquire();
  lease.signal.addEventListener('abort', () => report({ type: 'lost' }));
  report({ type: 'held', fence: lease.fence });
};

const enter = async ({ key, leaseMs, times, holdMs }: Enter, { client }: TestClient): Promise<void> => {
  const lock = redisLock(client, { key, leaseMs });
  const entries: Entry[] = [];
  while (entries.length < times) {
    // Redis is sometimes unreachable for longer than the timeout.
    const lease = await lock.acquire().catch(() => undefined);
    if (!lease) continue;
    const from = now();
    let lostAt: number | undefined;
    lease.signal.addEventListener('abort', () => (lostAt = now()));
    await wait(holdMs);
    entries.push({ fence: lease.fence, from, to: lostAt ?? now() });
    await lease.release();
  }
  report({ type: 'done', entries });
};

/** The running job. A new job ends it, because a failed test may have left it running. */
let current: Job | undefined;

const makeCalls = async (job: Calls, { client }: TestClient): Promise<void> => {
  const { key, limit, windowMs, concurrency, forMs } = job;
  const limiter = redisLimiter(client, { key, timeoutMs: 500 });
  const end = now() + forMs;
  const calls: number[] = [];
  while (now() < end && current === job) {
    const call = crypto.randomUUID();
    const waitMs = await limiter.take(limit, windowMs, call, concurrency).catch(() => 50);
    if (waitMs > 0) {
      await wait(Math.min(waitMs, 50));
      continue;
    }
    await wait(Math.random() * 10);
    calls.push(now());
    await wait(Math.random() * 10);
    // If ending a call fails, the call counts as running for one window.
    await limiter.end(call, windowMs).catch(() => undefined);
  }
  if (!current || current === job) report({ type: 'done', calls });
};

const callSignedIn = async (job: Session, { client }: TestClient): Promise<void> => {
  const { key, origin, leaseMs } = job;
  const session = { store: redisTokenStore(client, { key }), lock: redisLock(client, { key: `${key}:lock`, leaseMs }) };
  const platform = createPlatform({ apiKey: 'app-1', baseUrls: { auth: `${origin}/v1`, organizations: `${origin}/v1` }, session });
  const failures: string[] = [];
  platform.session.subscribe(({ type }) => void (type === 'signed-out' && failures.push(type)));
  const settings = createSettingsClient(platform);
  const headers = { 'X-Process': String(process.pid) };
  let hasEnough = false;
  while (!hasEnough && current === job) {
    try {
      hasEnough = (await settings.get({}, { retry: false, headers })).theme === ENOUGH;
    } catch (error) {
      failures.push(String(error));
    }
  }
  platform.dispose();
  if (current === job) report({ type: 'done', failures });
};

const begin = async (job: Job): Promise<void> => {
  current = job;
  const made = await connectTo(library, job.port);
  report({ type: 'begun' });
  if (job.do === 'hold') return hold(job, made);
  if (job.do === 'increment') await increment(job, made);
  else if (job.do === 'enter') await enter(job, made);
  else if (job.do === 'session') await callSignedIn(job, made);
  else await makeCalls(job, made);
  made.close();
};

process.on('message', (order: Job | Stop) => {
  if (order.do === 'stop') current = undefined;
  else void begin(order);
});
process.on('disconnect', () => process.exit());
await (library === 'redis' ? import('redis') : import('ioredis'));
report({ type: 'ready' });
