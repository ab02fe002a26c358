/** A session whose store fails after the sign-in. The store is a file, Redis, or the storage of a browser. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Report } from './report.ts';
import type { SingleUseService } from './single-use-service.ts';

/** Tabs or processes that share a session. */
export interface Crowd {
  readonly service: SingleUseService;
  /** Makes one call in each tab or process. Returns `ok` or the failure of each call. */
  readonly call: () => Promise<readonly (string | undefined)[]>;
  /** Returns how often a tab or process was signed out. */
  readonly signOuts: () => Promise<number> | number;
}

/** A way to break a store and to repair it. */
export interface Fault {
  readonly name: string;
  readonly begin: () => unknown;
  readonly end: () => unknown;
}

/** When the store fails: from the first expiry to the last, at each expiry, or from each exchange to the end of its calls. */
export const MOMENTS = ['for all of them', 'at each of them', 'after each exchange'] as const;
export type Moment = (typeof MOMENTS)[number];

/** The maximum time after a fault until all calls succeed again. */
const BACK_MS = 60_000;

interface Counts {
  failed: number;
  longestMs: number;
  /** How often calls still failed a minute after the fault. */
  notBack: number;
}

const callAll = async ({ call }: Crowd, counts: Counts): Promise<boolean> => {
  const begunAt = performance.now();
  const failed = (await call()).filter((answer) => answer !== 'ok').length;
  counts.failed += failed;
  counts.longestMs = Math.max(counts.longestMs, performance.now() - begunAt);
  return failed === 0;
};

/** Waits after the fault until all calls succeed. */
const recover = async ({ call }: Crowd, counts: Counts): Promise<void> => {
  const until = performance.now() + BACK_MS;
  while ((await call()).some((answer) => answer !== 'ok')) {
    if (performance.now() > until) return void counts.notBack++;
    await wait(250);
  }
};

/** Lets the access token expire repeatedly while the store fails. Adds a row with the result to the report. */
export const measureFault = async (
  what: string,
  crowd: Crowd,
  { name, begin, end }: Fault,
  moment: Moment,
  expiries: number,
  report: Report,
): Promise<void> => {
  const { service } = crowd;
  const counts: Counts = { failed: 0, longestMs: 0, notBack: 0 };
  await recover(crowd, counts);
  if (moment === 'for all of them') await begin();
  for (let round = 0; round < expiries; round++) {
    if (moment === 'at each of them') await begin();
    if (moment === 'after each exchange')
      service.onRefresh = (step) => {
        if (step !== 'exchanged') return;
        service.onRefresh = undefined;
        return begin();
      };
    service.expire();
    await callAll(crowd, counts);
    service.onRefresh = undefined;
    if (moment === 'for all of them') continue;
    await end();
    await recover(crowd, counts);
  }
  await end();
  await recover(crowd, counts);
  const lost = await crowd.signOuts();
  const { exchanged, reused } = service.counts;
  report(
    `${what}: ${name} ${moment}`,
    `${expiries} ends: ${lost} sessions lost, ${counts.notBack} not back, ${exchanged} exchanges, ${reused} used tokens sent, ` +
      `${counts.failed} calls failed meanwhile, longest ${(counts.longestMs / 1000).toFixed(1)} s`,
    lost + counts.notBack === 0,
  );
};
