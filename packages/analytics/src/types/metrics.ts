import type { Deprecation, PageMeta } from './pages.ts';

/** Which days are counted. */
export interface DailyMetricsQuery {
  /** ISO 8601 with a zone; later days only. */
  fromTimestamp?: string;
  /** ISO 8601 with a zone; earlier days only. */
  toTimestamp?: string;
  /** Only traces that have all of these. */
  tags?: string[];
}

/** What one model did on one day. */
export interface ModelUsage {
  /** Null where the observations name no model. */
  model?: string | null;
  /** In the model's unit, mostly tokens. */
  inputUsage?: number;
  outputUsage?: number;
  totalUsage?: number;
  countTraces?: number;
  countObservations?: number;
  /** In USD. */
  totalCost?: number;
}

/** The numbers of one day. */
export interface DailyMetrics {
  /** Such as `2026-01-31`, in UTC. */
  date: string;
  countTraces?: number;
  countObservations?: number;
  /** In USD. */
  totalCost?: number;
  /** By model. */
  usage?: ModelUsage[];
}

/** The days that were asked for. */
export interface DailyMetricsPage {
  /** Latest first. */
  data: DailyMetrics[];
  /** Shows when there are more days than were returned: ask for a shorter time. Absent when the service responds with a bare list. */
  meta?: PageMeta;
  /** Absent unless the operation is deprecated. */
  _deprecation?: Deprecation;
}
