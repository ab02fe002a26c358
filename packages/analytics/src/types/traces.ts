import type { Observation, Score } from './observations.ts';
import type { Deprecation, AnalyticsPageMeta } from './pages.ts';

/** A filter and an order for traces. */
export interface AnalyticsTraceListInput {
  /** The page, from 1. Default: 1. */
  page?: number;
  /** Traces per page, from 1 to 100. Default: 50. */
  limit?: number;
  /** Lists traces with this name. Default: all. */
  name?: string;
  /** Lists traces of this user. Default: all. */
  userId?: string;
  /** Lists traces of this session. Default: all. */
  sessionId?: string;
  /** Lists traces from this time on, in ISO 8601 with a time zone. Default: no limit. */
  fromTimestamp?: string;
  /** Lists traces before this time, in ISO 8601 with a time zone. Default: no limit. */
  toTimestamp?: string;
  /** A field and `asc` or `desc`, such as `timestamp.asc`. Default: the latest first. */
  orderBy?: string;
  /** Lists only traces with all of these tags. Default: all. */
  tags?: string[];
}

/** The id of a trace. */
export interface AnalyticsTraceGetInput {
  traceId: string;
}

/** The fields that a trace has both in a list and as a single result. */
export interface TraceFields {
  id: string;
  /** The start, in ISO 8601. */
  timestamp?: string;
  /** The name of the trace, or null. */
  name?: string | null;
  /** The input of the trace, any JSON. */
  input?: unknown;
  /** The output of the trace, any JSON. */
  output?: unknown;
  /** The recorded id of the session, or null. */
  sessionId?: string | null;
  /** The recorded release, or null. */
  release?: string | null;
  /** The recorded version, or null. */
  version?: string | null;
  /** The recorded id of the user, or null. */
  userId?: string | null;
  /** Additional data, any JSON. */
  metadata?: unknown;
  /** The trace's tags, for filters. */
  tags?: string[];
  /** True if everyone with the trace's URL may see it. */
  public?: boolean;
  /** The environment. Usually `default`. */
  environment?: string;
  /** The path of the trace's web page in the analytics service. */
  htmlPath?: string;
  /** The duration in seconds; null when unknown. */
  latency?: number | null;
  /** The cost in US dollars; null when unknown. */
  totalCost?: number | null;
}

/** A trace in a list. */
export interface TraceSummary extends TraceFields {
  /** The ids of the trace's observations, or null. */
  observations?: string[] | null;
  /** The ids of the trace's scores, or null. */
  scores?: string[] | null;
}

/** One page of traces. */
export interface TracePage {
  data: TraceSummary[];
  /** The position of the page in the list. */
  meta?: AnalyticsPageMeta;
  /** Set if the operation is deprecated. */
  _deprecation?: Deprecation;
}

/** A complete trace. */
export interface Trace extends TraceFields {
  /** The complete observations. */
  observations?: Observation[];
  /** The complete scores. */
  scores?: Score[];
  /** Set if the operation is deprecated. */
  _deprecation?: Deprecation;
}
