/** Rows of the table that `pnpm concurrency` prints. */
import type { Result } from './tabs.ts';

/** Adds a row. */
export type Report = (what: string, result: string, isGood: boolean) => void;

/** A change of the session reaches a tab in the foreground within this time. */
const REACH_MS = 200;

export const addResult = (report: Report, what: string, { expiries, notOne, failed, reused, lost }: Result): void =>
  report(
    what,
    `${expiries} ends: ${notOne} not exactly one refresh, ${reused} used tokens sent, ${failed} calls failed, ${lost} sessions lost`,
    notOne + failed + reused + lost === 0,
  );

/** Judges the median: a machine that does other work delays single ones. */
export const addReach = (report: Report, what: string, timesMs: readonly number[]): void => {
  const sorted = timesMs.toSorted((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? Infinity;
  const found = `${timesMs.length} times: after ${median} ms (median), ${sorted.at(-1)} ms (longest)`;
  report(`a sign-out reaches the other of ${what}`, found, median <= REACH_MS);
};
