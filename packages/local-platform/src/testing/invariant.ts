import type { LocalPlatform } from '../platform/local-platform.ts';
import type { FindingKind } from '../platform/sweep-report.ts';
import { groupsOf, type Peaks, type SweepRecord } from './records.ts';

/** The state after a run: how the run ended, and the records in the local platform. */
export interface SweepState {
  /** The records after the run. */
  readonly records: readonly SweepRecord[];
  /** The maximum number of equal new records that existed at the same time, by kind and text. */
  readonly peaks: Peaks;
  /** True if the journey returned. */
  readonly isDone: boolean;
  /** The returned value as JSON, without volatile values. */
  readonly returned: string | undefined;
}

/** A run with a fault, which an invariant checks. */
export interface SweepRun extends SweepState {
  readonly local: LocalPlatform;
  /** The id of the cell, such as `wallets.transact#1/lost`. */
  readonly cell: string;
  /** The records before the run. */
  readonly before: readonly SweepRecord[];
  /** The run without a fault. */
  readonly clean: SweepState;
  /** The returned value. */
  readonly value: unknown;
  /** The thrown error. Undefined if the journey returned or hangs. */
  readonly error: unknown;
}

/** A problem that an invariant found in a run. */
export interface SweepProblem {
  readonly kind: FindingKind;
  readonly message: string;
}

const named = ({ kind, key, title }: SweepRecord): string => (key.endsWith(title) ? kind : `${kind} ${JSON.stringify(title)}`);

/** Returns a problem for each new record with more equal copies than without the fault, both at the end and at the peak. */
const doubled = ({ records, before, clean, peaks }: SweepRun): SweepProblem[] => {
  const known = new Set(before.map(({ key }) => key));
  const isNew = ({ key }: SweepRecord): boolean => !known.has(key);
  const expected = groupsOf(clean.records.filter(isNew));
  return [...groupsOf(records.filter(isNew))].flatMap(([name, found]) => {
    const [first] = found;
    const [count, most] = [expected.get(name)?.length ?? 0, clean.peaks.get(name) ?? 0];
    const highest = peaks.get(name) ?? found.length;
    if (!first || most === 0 || found.length <= count || highest <= most) return [];
    return [{ kind: 'doubled' as const, message: `${named(first)} existed ${highest} times, and ${most} without the fault` }];
  });
};

/** Returns a problem if the journey reported success, although a record is missing or was not removed. */
const lost = ({ records, clean, isDone, returned }: SweepRun): SweepProblem[] => {
  if (!isDone || returned !== clean.returned) return [];
  const [found, expected] = [groupsOf(records), groupsOf(clean.records)];
  for (const [name, [first, ...more]] of expected)
    if (first && (found.get(name)?.length ?? 0) < more.length + 1)
      return [{ kind: 'lost', message: `the journey reported success, but ${named(first)} is missing or lacks a change` }];
  for (const [name, [first]] of found)
    if (first && !expected.has(name))
      return [{ kind: 'lost', message: `the journey reported success, but ${named(first)} was not removed or not changed` }];
  return [];
};

/**
 * The default invariant. It compares the records after a run with the records after the run without a fault. A run must not create more equal
 * records. A journey that reports success must have made every change.
 */
export const sameRecords = (run: SweepRun): readonly SweepProblem[] => {
  const found = doubled(run);
  return found.length > 0 ? found : lost(run);
};
