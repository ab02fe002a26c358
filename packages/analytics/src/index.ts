export { createAnalyticsClient, type AnalyticsClient } from './client.ts';
export { projectKeysOf, type WithSecrets } from './keys.ts';
export type {
  DailyMetrics,
  DailyMetricsPage,
  DailyMetricsQuery,
  Deprecation,
  ModelUsage,
  Observation,
  ObservationUsage,
  PageMeta,
  Score,
  Trace,
  TraceFields,
  TraceId,
  TracePage,
  TraceQuery,
  TraceSummary,
} from './types.ts';
