import type { Observation, Score } from './observations.ts';
import type { Deprecation, PageMeta } from './pages.ts';

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

/** Which trace. */
export interface TraceId {
  traceId: string;
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
  /** Absent when the service responds with a bare list. */
  meta?: PageMeta;
  /** Absent unless the operation is deprecated. */
  _deprecation?: Deprecation;
}

/** A trace in full. */
export interface Trace extends TraceFields {
  observations?: Observation[];
  scores?: Score[];
  /** Absent unless the operation is deprecated. */
  _deprecation?: Deprecation;
}
