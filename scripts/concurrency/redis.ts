/** Processes that share a session or a limiter over Redis. */
import { callOverRedis, type TierLimits } from '../../packages/redis/test/measure-limiter.ts';
import { createRedisPlace } from '../../packages/redis/test/session-place.ts';
import { overIn } from '../../test/faults/calls-over-limit.ts';
import { measureKilledHolders } from './files.ts';
import { measureProcesses, measureReachOfProcesses } from './processes.ts';
import { addReach, addResult, type Report } from './report.ts';

const TIERS: Readonly<Record<string, TierLimits>> = {
  free: { limit: 60, concurrency: 5 },
  pro: { limit: 1000, concurrency: 50 },
  enterprise: { limit: 5000, concurrency: 200 },
};
/** Three minutes, or for a short run a little more than one. */
const LIMITER_SECONDS = [75, 180] as const;

export const measureRedis = async (expiries: number, report: Report): Promise<void> => {
  for (const count of [2, 8]) {
    const found = await measureProcesses(count, Math.ceil(expiries / 10), undefined, await createRedisPlace());
    addResult(report, `${count} processes, redisTokenStore`, found);
  }
  await measureKilledHolders('redisTokenStore', createRedisPlace, report);
  addReach(report, 'two processes, redisTokenStore', await measureReachOfProcesses(20, await createRedisPlace()));
  const seconds = LIMITER_SECONDS[expiries < 1000 ? 0 : 1];
  for (const [tier, limits] of Object.entries(TIERS)) {
    const calls = await callOverRedis(limits, seconds * 1000);
    const over = overIn(calls, limits.limit);
    report(`limiter: calls over the limit of ${tier}, 8 processes, Redis, ${seconds} s`, `${over} of ${calls.length}`, over === 0);
  }
};
