import { array, nullable, object, operation, optional, projectKeyPair, string, type Operation } from '@platform-sdk/core/contract';
import type { DailyMetrics, DailyMetricsPage, AnalyticsMetricsDailyInput, ModelUsage } from '../types.ts';
import { count, pageOf, publishedNames, tags, timestamp } from './schemas.ts';

const query = object<AnalyticsMetricsDailyInput>({ fromTimestamp: timestamp, toTimestamp: timestamp, tags });
const page = pageOf(
  object<DailyMetrics>({
    date: string,
    countTraces: count,
    countObservations: count,
    totalCost: count,
    usage: optional(
      array(
        object<ModelUsage>({
          model: optional(nullable(string)),
          inputUsage: count,
          outputUsage: count,
          totalUsage: count,
          countTraces: count,
          countObservations: count,
          totalCost: count,
        }),
      ),
    ),
  }),
);

/** Returns a project's traces, observations, usage and costs for each day. The latest day comes first. */
export const daily: Operation<AnalyticsMetricsDailyInput, DailyMetricsPage, 400 | 401> = operation({
  method: 'GET',
  path: '/api/public/metrics/daily',
  credentials: 'project',
  authenticate: projectKeyPair,
  input: query,
  output: page,
  retry: 'safe',
  errors: [400, 401],
  undocumented: { ...publishedNames(query), ...publishedNames(page) },
});
