/** The limiter of several processes over Redis, for a script. */
import { startRedis } from './redis-server.ts';
import { startWorkers } from './workers.ts';

/** The limits of a tier. */
export interface TierLimits {
  readonly limit: number;
  readonly concurrency: number;
}

/** A minute as a limiter counts it: 50 ms longer than the server's. */
const WINDOW_MS = 60_050;

/** Makes calls in eight processes, as fast as the limiter lets them. Returns when each was made, in milliseconds. */
export const callOverRedis = async ({ limit, concurrency }: TierLimits, forMs: number): Promise<readonly number[]> => {
  const redis = await startRedis();
  const workers = await startWorkers(8);
  try {
    for (const worker of workers)
      worker.begin({ do: 'calls', port: redis.port, key: 'limit', limit, windowMs: WINDOW_MS, concurrency, forMs, isFresh: true });
    const reports = await Promise.all(workers.map((worker) => worker.reported('done', forMs)));
    return reports.flatMap(({ calls = [] }) => calls);
  } finally {
    await Promise.all(workers.map((worker) => worker.end()));
    await redis[Symbol.asyncDispose]();
  }
};
