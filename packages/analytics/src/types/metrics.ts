import type { Deprecation, AnalyticsPageMeta } from './pages.ts';

/** A filter for the days that are counted. */
export interface AnalyticsMetricsDailyInput {
  /** The start, in ISO 8601 with a zone. Default: no limit. */
  fromTimestamp?: string;
  /** The end, in ISO 8601 with a zone. Default: no limit. */
  toTimestamp?: string;
  /** Counts only traces with all of these tags. Default: all traces. */
  tags?: string[];
}

/** The usage of one model on one day. */
export interface ModelUsage {
  /** The model; null for observations without one. Absent when the service does not send it. */
  model?: string | null;
  /** The input in the model's unit, mostly tokens. Absent when the service does not send it. */
  inputUsage?: number;
  /** The output in the model's unit, mostly tokens. Absent when the service does not send it. */
  outputUsage?: number;
  /** Input and output in the model's unit, mostly tokens. Absent when the service does not send it. */
  totalUsage?: number;
  /** The number of traces that used the model. Absent when the service does not send it. */
  countTraces?: number;
  /** The number of observations of the model. Absent when the service does not send it. */
  countObservations?: number;
  /** The cost in US dollars. Absent when the service does not send it. */
  totalCost?: number;
}

/** The numbers of one day. */
export interface DailyMetrics {
  /** Such as `2026-01-31`, in UTC. */
  date: string;
  /** The number of traces. Absent when the service does not send it. */
  countTraces?: number;
  /** The number of observations. Absent when the service does not send it. */
  countObservations?: number;
  /** The cost in US dollars. Absent when the service does not send it. */
  totalCost?: number;
  /** The usage of each model. Absent when the service does not send it. */
  usage?: ModelUsage[];
}

/** One page of days. */
export interface DailyMetricsPage {
  /** Latest first. */
  data: DailyMetrics[];
  /** Its `totalItems` may be larger than the number of days: request a shorter period then. Absent when the service responds with a bare list. */
  meta?: AnalyticsPageMeta;
  /** Absent unless the operation is deprecated. */
  _deprecation?: Deprecation;
}
