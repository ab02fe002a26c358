import type { ActivityEntry, AgentMetrics, AgentPassActivityMetricsInput, UsageGroup, UsageMetrics } from '@platform-sdk/agent-passes';

type GroupBy = NonNullable<AgentPassActivityMetricsInput['group_by']>;

/** Computes the metrics of a period, and of each hour, day or week with requests in the period. */
export const metricsOf = (entries: readonly ActivityEntry[], by: GroupBy): AgentMetrics => {
  const periods = new Map<number, ActivityEntry[]>();
  for (const entry of entries) {
    const period = periodOf(entry.started_at, by);
    const inside = periods.get(period);
    if (inside) inside.push(entry);
    else periods.set(period, [entry]);
  }
  const groups: UsageGroup[] = [...periods]
    .toSorted(([one], [other]) => one - other)
    .map(([period, inside]) => ({ period: new Date(period).toISOString(), ...usageOf(inside) }));
  return { ...usageOf(entries), groups };
};

const usageOf = (entries: readonly ActivityEntry[]): UsageMetrics => {
  const count = entries.length;
  const durations = Float64Array.from(entries, ({ duration_ms }) => duration_ms).sort();
  const successes = entries.filter(({ success }) => success).length;
  return {
    total_requests: count,
    success_count: successes,
    error_count: count - successes,
    avg_latency_ms: count === 0 ? 0 : durations.reduce((sum, duration) => sum + duration, 0) / count,
    // The nearest-rank method returns the smallest duration that at least 95 % of the requests do not exceed.
    p95_latency_ms: durations[Math.ceil(count * 0.95) - 1] ?? 0,
    unique_endpoints: new Set(entries.map(({ endpoint }) => endpoint)).size,
  };
};

const HOUR_MS = 3_600_000;
const PERIOD_MS: Readonly<Record<GroupBy, number>> = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS };
/** The first Monday after 1970-01-01, which was a Thursday. */
const FIRST_MONDAY_MS = 4 * 24 * HOUR_MS;

/** Returns the start of the hour, day or week that contains a time, in UTC milliseconds. Weeks start on Monday. */
const periodOf = (time: string, by: GroupBy): number => {
  const first = by === 'week' ? FIRST_MONDAY_MS : 0;
  return Math.floor((Date.parse(time) - first) / PERIOD_MS[by]) * PERIOD_MS[by] + first;
};
