import type { AnalyticsMetricsDailyInput, DailyMetrics, DailyMetricsPage } from '@platform-sdk/analytics';

const DAY_MS = 86_400_000;

/** Reads all days of a period. A response contains a limited number of days, so a longer period is split in two halves. */
export const daysBetween = async (
  read: (input: AnalyticsMetricsDailyInput) => Promise<DailyMetricsPage>,
  from: number,
  to: number,
): Promise<readonly DailyMetrics[]> => {
  const { data, meta } = await read({ fromTimestamp: new Date(from).toISOString(), toTimestamp: new Date(to).toISOString() });
  if ((meta?.totalItems ?? 0) <= data.length || to - from <= DAY_MS) return data;
  const middle = Math.round((from + to) / 2 / DAY_MS) * DAY_MS;
  const halves = await Promise.all([daysBetween(read, from, middle), daysBetween(read, middle, to)]);
  return halves.flat();
};
