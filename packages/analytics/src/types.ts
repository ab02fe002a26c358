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

/** Where a page stands in its list. */
export interface PageMeta {
  /** From 1. */
  page?: number;
  limit?: number;
  /** In all pages. */
  totalItems?: number;
  totalPages?: number;
}

/** The days that were asked for. */
export interface DailyMetricsPage {
  /** Latest first. */
  data: DailyMetrics[];
  /** Tells when there are more days than came: ask for a shorter time. Absent when the service answers a bare list. */
  meta?: PageMeta;
}

/** Which traces are listed, and how. */
export interface TraceQuery {
  /** From 1, the default. */
  page?: number;
  /** Traces on a page: 1 to 100, 50 by default. */
  limit?: number;
  name?: string;
  userId?: string;
  sessionId?: string;
  /** ISO 8601 with a zone; traces of this moment or later. */
  fromTimestamp?: string;
  /** ISO 8601 with a zone; traces before this moment. */
  toTimestamp?: string;
  /** A field and `asc` or `desc`, such as `timestamp.asc`; the service begins with the latest unless told. */
  orderBy?: string;
  /** Only traces that have all of these. */
  tags?: string[];
}

/** What traces in a list and in full have in common. */
export interface TraceFields {
  id: string;
  /** ISO 8601. */
  timestamp?: string;
  name?: string | null;
  /** Any JSON. */
  input?: unknown;
  /** Any JSON. */
  output?: unknown;
  sessionId?: string | null;
  release?: string | null;
  version?: string | null;
  userId?: string | null;
  /** Any JSON. */
  metadata?: unknown;
  tags?: string[];
  /** Whether anybody with its address may see it. */
  public?: boolean;
  environment?: string;
  /** Its page's path in the analytics service. */
  htmlPath?: string;
  /** In seconds. */
  latency?: number | null;
  /** In USD. */
  totalCost?: number | null;
}

/** A trace in a list. */
export interface TraceSummary extends TraceFields {
  /** Ids. */
  observations?: string[] | null;
  /** Ids. */
  scores?: string[] | null;
}

/** One page of traces. */
export interface TracePage {
  data: TraceSummary[];
  /** Absent when the service answers a bare list. */
  meta?: PageMeta;
}

/** Which trace. */
export interface TraceId {
  traceId: string;
}

/** A step of a trace. Fields beyond these come along as they are. */
export interface Observation {
  id: string;
  traceId?: string | null;
  /** Such as `GENERATION`, `SPAN` or `EVENT`. */
  type?: string;
  name?: string | null;
  /** ISO 8601. */
  startTime?: string;
  /** ISO 8601. */
  endTime?: string | null;
  parentObservationId?: string | null;
  model?: string | null;
  /** Any JSON. */
  input?: unknown;
  /** Any JSON. */
  output?: unknown;
}

/** A judgement of a trace. Fields beyond these come along as they are. */
export interface Score {
  id: string;
  name?: string;
  /** A number, a category or true or false, by the score's type. */
  value?: unknown;
}

/** A trace in full. */
export interface Trace extends TraceFields {
  observations?: Observation[];
  scores?: Score[];
}
