import type { Deprecation, AnalyticsPageMeta } from './pages.ts';

/** A filter for the days that are counted. */
export interface AnalyticsMetricsDailyInput {
  /** The start, in ISO 8601 with a time zone. Default: no limit. */
  fromTimestamp?: string;
  /** The end, in ISO 8601 with a time zone. Default: no limit. */
  toTimestamp?: string;
  /** Counts only traces with all of these tags. Default: all traces. */
  tags?: string[];
}

/** The usage of one model on one day. */
export interface ModelUsage {
  /** The model; null for observations without a model. */
  model?: string | null;
  /** The input in the model's unit, usually tokens. */
  inputUsage?: number;
  /** The output in the model's unit, usually tokens. */
  outputUsage?: number;
  /** The sum of input and output in the model's unit, usually tokens. */
  totalUsage?: number;
  /** The number of traces that used the model. */
  countTraces?: number;
  /** The number of observations of the model. */
  countObservations?: number;
  /** The cost in US dollars. */
  totalCost?: number;
}

/** The metrics of one day. */
export interface DailyMetrics {
  /** The day in UTC, such as `2026-01-31`. */
  date: string;
  /** The number of traces. */
  countTraces?: number;
  /** The number of observations. */
  countObservations?: number;
  /** The cost in US dollars. */
  totalCost?: number;
  /** The usage of each model. */
  usage?: ModelUsage[];
}

/** One page of days. */
export interface DailyMetricsPage {
  /** The days, latest first. */
  data: DailyMetrics[];
  /** The position of the page. If `totalItems` is larger than the number of days, request a shorter period. */
  meta?: AnalyticsPageMeta;
  /** Set if the operation is deprecated. */
  _deprecation?: Deprecation;
}
