import type { CallOptions, Open, Resource } from '@platform-sdk/core';
import type { Download, PollOptions } from '@platform-sdk/core/contract';

/** What an agent pass and its changes have in common. */
interface AgentPassSettings {
  /** The kind of entity that the pass belongs to. Default for a new pass: `project`. */
  entityType?: 'project';
  /** The id of the project. Default for a new pass: `projectId`. */
  entityId?: string;
  /** Words about the pass. Null removes them. Default: none; in an update, unchanged. */
  description?: string | null;
  /** What the key may do, in the service's names. Default: none; in an update, unchanged. */
  permissions?: string[];
  /** Where the key may do it, in the service's names. Default: none; in an update, unchanged. */
  scopes?: string[];
  /** Origins or pages from which the key may be used. Default: all; in an update, unchanged. */
  allowedReferers?: string[];
  /** The kind of credential. Default for a new pass: `api_key`. */
  credentialType?: Open<'api_key'>;
  /** ISO 8601; null for a pass that does not expire. Default: null; in an update, unchanged. */
  expiresAt?: string | null;
  /** Words to find the pass by. Default: none; in an update, unchanged. */
  tags?: string[];
}

/** A security credential of one project, in the unified asset format. */
export interface AgentPass extends Resource {
  title: string;
  /** The owner's words about the pass; null for none. */
  description?: string | null;
  /** The kind of asset: `studio_tool`. Absent when the service does not send it. */
  assetType?: Open<'studio_tool'>;
  /** The category of the asset: `security`. Absent when the service does not send it. */
  category?: Open<'security'>;
  /** The kind of entity that the pass belongs to. Absent when the service does not send it. */
  entityType?: Open<'project'>;
  /** The id of the project. */
  entityId?: string;
  /** False for a revoked pass. */
  active?: boolean;
  /** The kind of credential. Absent when the service does not send it. */
  credentialType?: Open<'api_key'>;
  /** What the key may do, in the service's names. Absent when the service does not send it. */
  permissions?: string[];
  /** Where the key may do it, in the service's names. Absent when the service does not send it. */
  scopes?: string[];
  /** Origins or pages from which the key may be used. */
  allowedReferers?: string[];
  /** Words to find the pass by. Absent when the service does not send it. */
  tags?: string[];
  /** ISO 8601; null for a pass that does not expire. */
  expiresAt?: string | null;
  /** Whatever else the service keeps of the asset. Absent when the service does not send it. */
  metadata?: Record<string, unknown>;
}

/** A pass with its key, as creation and rotation answer it. */
export interface IssuedAgentPass extends AgentPass {
  /** `secretKey` is the key itself. It comes only this once: keep it. */
  meta: { secretKey: string; [extra: string]: unknown };
}

/** A new pass. What it belongs to is filled in: `entityType` project, `entityId` the project, `credentialType` api_key. */
export interface NewAgentPass extends AgentPassSettings {
  orgId: string;
  projectId: string;
  title: string;
}

/** Which passes of a project to list. */
export interface AgentPassQuery {
  orgId: string;
  projectId: string;
  /** True lists active passes, false revoked ones. Default: both. */
  active?: boolean;
  /** Lists passes of this kind alone. Default: all. */
  credential_type?: Open<'api_key'>;
  /** A part of the name. Default: all names. */
  search?: string;
  /** Lists passes with these tags, none of which may contain a comma. Default: all. */
  tags?: string[];
}

/** One pass of one project. */
export interface InAgentPass {
  orgId: string;
  projectId: string;
  passId: string;
}

/** What to change of a pass; the rest stays as it is. */
export interface AgentPassUpdate extends InAgentPass, AgentPassSettings {
  /** A new title. */
  title?: string;
}

/** What a log entry tells of. */
export type ActivityType = 'api_request' | 'token_generation' | 'error';

/** One thing that an agent did. */
export interface ActivityEntry {
  agent_user_id: string;
  /** The path that was called. */
  endpoint: string;
  http_method: string;
  status_code: number;
  client_ip: string;
  user_agent: string;
  /** ISO 8601. */
  started_at: string;
  /** ISO 8601. */
  completed_at: string;
  duration_ms: number;
  success: boolean;
  activity_type: Open<ActivityType>;
  error_message: string | null;
}

/** Which entries of an agent's log to list. */
export interface ActivityQuery {
  agent_user_id: string;
  /** From 1. Default: 1. */
  page?: number;
  /** Entries to a page. Default: 25. */
  per_page?: number;
  /** Counts from this time on, in ISO 8601. Default: no limit. */
  start_date?: string;
  /** Counts up to this time, in ISO 8601. Default: no limit. */
  end_date?: string;
  /** Lists entries of this kind alone. Default: all. */
  activity_type?: ActivityType;
  /** Lists calls of this path alone. Default: all. */
  endpoint?: string;
  /** True lists successful calls, false failed ones. Default: both. */
  success?: boolean;
  /** A field of the entries. Default: the service's own order. */
  sort_by?: string;
  /** Default: `desc`. */
  sort_order?: 'asc' | 'desc';
}

/** One page of an agent's log. */
export interface ActivityPage {
  data: ActivityEntry[];
  /** The page's place in the list. Absent when the service does not send it. */
  meta?: { page?: number; per_page?: number; total_count?: number };
}

/** How an exported log is written: `jsonl` is one JSON object per line. */
export type ExportFormat = 'json' | 'csv' | 'jsonl';

/** Whose log to export, and how. */
export interface ExportQuery {
  agent_user_id: string;
  /** The form of the file. Default: `json`. */
  format?: ExportFormat;
}

/**
 * An exported log, its connection open. It is received once: as a stream, as a Blob, or by a sink such as `saveTo`. A connection that breaks
 * is opened again, twice at most; a stream only before its first chunk. `stream().cancel()` closes a connection that nobody reads.
 */
export interface ActivityExport extends Download {
  /** The file's name, safe to join to a folder. In a browser it is the service's only where CORS exposes `Content-Disposition`. */
  readonly name: string;
}

/** Whose requests to count, and when. */
export interface MetricsQuery {
  agent_user_id: string;
  /** Counts from this time on, in ISO 8601. Default: no limit. */
  start_date?: string;
  /** Counts up to this time, in ISO 8601. Default: no limit. */
  end_date?: string;
  /** The length of a group. Default: `day`. */
  group_by?: 'hour' | 'day' | 'week';
}

/** What an agent's requests add up to. */
export interface UsageMetrics {
  total_requests: number;
  success_count: number;
  error_count: number;
  avg_latency_ms: number;
  p95_latency_ms: number;
  unique_endpoints: number;
}

/** The requests of one hour, day or week. */
export interface UsageGroup extends UsageMetrics {
  /** When it begins, in ISO 8601. */
  period: string;
}

/** An agent's usage. */
export interface AgentMetrics extends UsageMetrics {
  /** By hour, day or week, as asked, where the service answers them. */
  groups?: UsageGroup[];
}

/** How metrics are watched: every 30 seconds by default, as the service recommends. A watch retries at its own pace, and never from the cache. */
export interface WatchOptions extends Omit<CallOptions, 'retry' | 'forceRefresh'>, PollOptions {}
