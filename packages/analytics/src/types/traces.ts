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
  /** The start, in ISO 8601 with a zone: lists traces of this moment or later. Default: no limit. */
  fromTimestamp?: string;
  /** The end, in ISO 8601 with a zone: lists traces before this moment. Default: no limit. */
  toTimestamp?: string;
  /** A field and `asc` or `desc`, such as `timestamp.asc`. Default: the service's own order, the latest first. */
  orderBy?: string;
  /** Lists only traces with all of these tags. Default: all. */
  tags?: string[];
}

/** The id of a trace. */
export interface AnalyticsTraceGetInput {
  traceId: string;
}

/** The fields of every trace, in a list and in full. */
export interface TraceFields {
  id: string;
  /** The start, in ISO 8601. Absent when the service does not send it. */
  timestamp?: string;
  /** The name of the trace; null for none. Absent when the service does not send it. */
  name?: string | null;
  /** The input of the trace, any JSON. Absent when the service does not send it. */
  input?: unknown;
  /** The output of the trace, any JSON. Absent when the service does not send it. */
  output?: unknown;
  /** The recorded id of the session; null for none. Absent when the service does not send it. */
  sessionId?: string | null;
  /** The recorded release; null for none. Absent when the service does not send it. */
  release?: string | null;
  /** The recorded version; null for none. Absent when the service does not send it. */
  version?: string | null;
  /** The recorded id of the user; null for none. Absent when the service does not send it. */
  userId?: string | null;
  /** Any JSON. Absent when the service does not send it. */
  metadata?: unknown;
  /** The tags that the trace can be filtered by. Absent when the service does not send it. */
  tags?: string[];
  /** True if every person with its address may see it. Absent when the service does not send it. */
  public?: boolean;
  /** The environment: `default` unless another was recorded. Absent when the service does not send it. */
  environment?: string;
  /** The path of its page in the analytics service. Absent when the service does not send it. */
  htmlPath?: string;
  /** The duration in seconds; null when unknown. Absent when the service does not send it. */
  latency?: number | null;
  /** The cost in US dollars; null when unknown. Absent when the service does not send it. */
  totalCost?: number | null;
}

/** A trace in a list. */
export interface TraceSummary extends TraceFields {
  /** The ids of its observations; null for none. Absent when the service does not send it. */
  observations?: string[] | null;
  /** The ids of its scores; null for none. Absent when the service does not send it. */
  scores?: string[] | null;
}

/** One page of traces. */
export interface TracePage {
  data: TraceSummary[];
  /** Absent when the service responds with a bare list. */
  meta?: AnalyticsPageMeta;
  /** Absent unless the operation is deprecated. */
  _deprecation?: Deprecation;
}

/** A trace in full. */
export interface Trace extends TraceFields {
  /** Its observations in full. Absent when the service does not send it. */
  observations?: Observation[];
  /** Its scores in full. Absent when the service does not send it. */
  scores?: Score[];
  /** Absent unless the operation is deprecated. */
  _deprecation?: Deprecation;
}
