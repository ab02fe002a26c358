export { createAnalyticsClient, type AnalyticsClient } from './client.ts';
export { getProjectKeys, type WithSecrets } from './keys.ts';
export type {
  DailyMetrics,
  DailyMetricsPage,
  AnalyticsMetricsDailyInput,
  Deprecation,
  ModelUsage,
  Observation,
  ObservationUsage,
  AnalyticsPageMeta,
  Score,
  Trace,
  TraceFields,
  AnalyticsTraceGetInput,
  TracePage,
  AnalyticsTraceListInput,
  TraceSummary,
} from './types.ts';
