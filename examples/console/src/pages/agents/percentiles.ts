import type { ActivityEntry } from '@platform-sdk/agent-passes';

/** The durations of one day that so many of 100 requests do not exceed, in milliseconds. */
export interface DayOfLatencies {
  readonly day: string;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** The nearest rank in a sorted list. */
const rank = (sorted: readonly number[], percent: number): number => sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0;

/** Returns the percentiles of each day with requests, the oldest first. The service itself computes the 95th alone. */
export const percentilesByDay = (entries: readonly ActivityEntry[]): readonly DayOfLatencies[] => {
  const days = Map.groupBy(entries, ({ started_at }) => started_at.slice(0, 10));
  return [...days]
    .map(([day, inside]) => {
      const sorted = inside.map(({ duration_ms }) => duration_ms).toSorted((one, other) => one - other);
      return { day: `${day}T00:00:00.000Z`, p50: rank(sorted, 50), p95: rank(sorted, 95), p99: rank(sorted, 99) };
    })
    .toSorted((one, other) => (one.day < other.day ? -1 : 1));
};
