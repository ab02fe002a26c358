import type { ActivityEntry } from '@platform-sdk/agent-passes';

/** The percentiles of the request durations in one day or week, in milliseconds. */
export interface Latencies {
  /** The first day of the period, in ISO 8601. */
  readonly from: string;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** Returns a percentile of a sorted list by the nearest-rank method. */
const rank = (sorted: readonly number[], percent: number): number =>
  sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0;

const DAY_MS = 86_400_000;
/** The first Monday after 1970-01-01, which was a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

const startOf = (time: string, by: 'day' | 'week'): string => {
  const [length, first] = by === 'day' ? [DAY_MS, 0] : [7 * DAY_MS, FIRST_MONDAY_MS];
  return new Date(Math.floor((Date.parse(time) - first) / length) * length + first).toISOString();
};

/** Returns the percentiles of each day or week that has requests, from the oldest to the newest. The service itself only computes p95. */
export const percentiles = (entries: readonly ActivityEntry[], by: 'day' | 'week'): readonly Latencies[] => {
  const groups = Map.groupBy(entries, ({ started_at }) => startOf(started_at, by));
  return [...groups]
    .map(([from, inside]) => {
      const sorted = inside.map(({ duration_ms }) => duration_ms).toSorted((one, other) => one - other);
      return { from, p50: rank(sorted, 50), p95: rank(sorted, 95), p99: rank(sorted, 99) };
    })
    .toSorted((one, other) => (one.from < other.from ? -1 : 1));
};
