import type { ActivityEntry, AgentMetrics, AgentPassActivityMetricsInput, UsageGroup, UsageMetrics } from '@platform-sdk/agent-passes';

type GroupBy = NonNullable<AgentPassActivityMetricsInput['group_by']>;

/** Returns the totals of entries, overall and by hour, day or week. */
export const metricsOf = (entries: readonly ActivityEntry[], by: GroupBy): AgentMetrics => {
  const periods = new Map<string, ActivityEntry[]>();
  for (const entry of entries) {
    const period = periodOf(entry.started_at, by);
    const inside = periods.get(period);
    if (inside) inside.push(entry);
    else periods.set(period, [entry]);
  }
  const groups: UsageGroup[] = [...periods]
    .map(([period, inside]) => ({ period, ...usageOf(inside) }))
    .toSorted((one, other) => (one.period < other.period ? -1 : 1));
  return { ...usageOf(entries), groups };
};

const usageOf = (entries: readonly ActivityEntry[]): UsageMetrics => {
  const count = entries.length;
  const durations = entries.map(({ duration_ms }) => duration_ms).toSorted((one, other) => one - other);
  const successes = entries.filter(({ success }) => success).length;
  return {
    total_requests: count,
    success_count: successes,
    error_count: count - successes,
    avg_latency_ms: count === 0 ? 0 : durations.reduce((sum, duration) => sum + duration, 0) / count,
    // The nearest rank: the smallest duration that 95 of 100 requests do not exceed.
    p95_latency_ms: durations[Math.ceil(count * 0.95) - 1] ?? 0,
    unique_endpoints: new Set(entries.map(({ endpoint }) => endpoint)).size,
  };
};

/** Returns the start of a time's hour, day or week (from Monday), in UTC. */
const periodOf = (time: string, by: GroupBy): string => {
  const start = new Date(time);
  start.setUTCMinutes(0, 0, 0);
  if (by !== 'hour') start.setUTCHours(0);
  if (by === 'week') start.setUTCDate(start.getUTCDate() - ((start.getUTCDay() + 6) % 7));
  return start.toISOString();
};
