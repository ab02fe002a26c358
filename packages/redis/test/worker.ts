/** A process of its own, which tests start several of. Each job is a message, and so is its result. */
import { redisLimiter, redisLock, redisTokenStore, type RedisLease } from '@platform-sdk/redis';
import { setTimeout as wait } from 'node:timers/promises';
import { connectTo, type Library } from './clients.ts';

/** What a process is asked to do. */
export type Job =
  /** Writes so many records, each over the newest. */
  | { readonly do: 'increment'; readonly key: string; readonly times: number }
  /** Takes the lock, and keeps it until the process ends. */
  | { readonly do: 'hold'; readonly key: string; readonly leaseMs: number }
  /** Enters and leaves the lock so many times. */
  | { readonly do: 'enter'; readonly key: string; readonly leaseMs: number; readonly times: number; readonly holdMs: number }
  /** Makes calls as fast as the limiter lets it, for so long. */
  | {
      readonly do: 'calls';
      readonly key: string;
      readonly limit: number;
      readonly windowMs: number;
      readonly concurrency: number;
      readonly forMs: number;
    };

/** What a process reports. Times are milliseconds since 1970, with fractions. */
export type Report =
  | { readonly type: 'held'; readonly fence: number }
  | { readonly type: 'lost' }
  | {
      readonly type: 'done';
      readonly written?: number;
      readonly entries?: readonly Entry[];
      readonly calls?: readonly number[];
      readonly failures?: number;
    };

/** One stay in a lock. */
export interface Entry {
  readonly fence: number;
  readonly from: number;
  readonly to: number;
  readonly isLost: boolean;
}

const [library, port] = process.argv.slice(2) as [Library, string];
const { client, close } = await connectTo(library, Number(port));
const now = (): number => performance.timeOrigin + performance.now();
const report = (message: Report): unknown => process.send?.(message);

const increment = async ({ key, times }: Extract<Job, { do: 'increment' }>): Promise<void> => {
  const store = redisTokenStore(client, { key });
  let written = 0;
  while (written < times) {
    const { generation = 0 } = ((await store.get()) ?? {}) as { generation?: number };
    const accessToken = `${process.pid}-${written}`;
    const next = { generation: generation + 1, session: { accessToken, refreshToken: accessToken, receivedAt: 1 } };
    if (await store.set(next, generation)) written++;
  }
  report({ type: 'done', written });
};

const hold = async ({ key, leaseMs }: Extract<Job, { do: 'hold' }>): Promise<RedisLease> => {
  const lease = await redisLock(client, { key, leaseMs }).acquire();
  lease.signal.addEventListener('abort', () => report({ type: 'lost' }));
  report({ type: 'held', fence: lease.fence });
  return lease;
};

const enter = async ({ key, leaseMs, times, holdMs }: Extract<Job, { do: 'enter' }>): Promise<void> => {
  const lock = redisLock(client, { key, leaseMs });
  const entries: Entry[] = [];
  let failures = 0;
  while (entries.length < times) {
    try {
      const { fence, signal, release } = await lock.acquire();
      const from = now();
      await wait(holdMs);
      entries.push({ fence, from, to: now(), isLost: signal.aborted });
      await release();
    } catch {
      failures++;
    }
  }
  report({ type: 'done', entries, failures });
};

const calls = async ({ key, limit, windowMs, concurrency, forMs }: Extract<Job, { do: 'calls' }>): Promise<void> => {
  const limiter = redisLimiter(client, { key, timeoutMs: 500 });
  const end = now() + forMs;
  const made: number[] = [];
  let failures = 0;
  const running = new Set<string>();
  const keeping = setInterval(() => void limiter.keep([...running], windowMs).catch(() => undefined), windowMs / 4);
  while (now() < end) {
    const call = crypto.randomUUID();
    try {
      const waitMs = await limiter.take(limit, windowMs, call, concurrency);
      if (waitMs > 0) {
        await wait(Math.min(waitMs, 50));
        continue;
      }
    } catch {
      failures++;
      continue;
    }
    running.add(call);
    await wait(Math.random() * 10);
    made.push(now());
    await wait(Math.random() * 10);
    running.delete(call);
    // A call that cannot be ended counts as running for one window.
    await limiter.end(call, windowMs).catch(() => failures++);
  }
  clearInterval(keeping);
  report({ type: 'done', calls: made, failures });
};

process.on('message', (job: Job) => {
  if (job.do === 'increment') void increment(job);
  else if (job.do === 'hold') void hold(job);
  else if (job.do === 'enter') void enter(job);
  else void calls(job);
});
process.on('disconnect', () => {
  close();
  process.exit();
});
