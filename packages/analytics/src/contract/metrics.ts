import { list, nullable, object, operation, optional, projectKeyPair, string, type Operation } from '@platform-sdk/core/contract';
import type { DailyMetrics, DailyMetricsPage, DailyMetricsQuery, ModelUsage } from '../types.ts';
import { count, pageOf, tags, timestamp } from './schemas.ts';

/** Counts a project's traces, observations, usage and costs day by day, the latest day first. */
export const daily: Operation<DailyMetricsQuery, DailyMetricsPage> = operation({
  method: 'GET',
  path: '/api/public/metrics/daily',
  credentials: 'project',
  attach: projectKeyPair,
  input: object<DailyMetricsQuery>({ fromTimestamp: timestamp, toTimestamp: timestamp, tags }),
  output: pageOf(
    object<DailyMetrics>({
      date: string,
      countTraces: count,
      countObservations: count,
      totalCost: count,
      usage: optional(
        list(
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
  ),
  retry: 'safe',
  errors: [400, 401],
  undocumented: {
    fromTimestamp: 'published',
    toTimestamp: 'published',
    tags: 'published',
    data: 'published',
    'data.date': 'published',
    'data.countTraces': 'published',
    'data.countObservations': 'published',
    'data.totalCost': 'published',
    'data.usage': 'published',
    'data.usage.model': 'published',
    'data.usage.inputUsage': 'published',
    'data.usage.outputUsage': 'published',
    'data.usage.totalUsage': 'published',
    'data.usage.countTraces': 'published',
    'data.usage.countObservations': 'published',
    'data.usage.totalCost': 'published',
    meta: 'published',
    'meta.page': 'published',
    'meta.limit': 'published',
    'meta.totalItems': 'published',
    'meta.totalPages': 'published',
  },
});
