import type { CallOptions, Open, Resource } from '@platform-sdk/core';
import type { PollOptions } from '@platform-sdk/core/contract';

/** What an agent pass and its changes have in common. */
interface AgentPassSettings {
  /** `project`: a pass belongs to one. */
  entityType?: 'project';
  /** The id of the project. */
  entityId?: string;
  description?: string | null;
  permissions?: string[];
  scopes?: string[];
  /** Origins or pages from which the key may be used. */
  allowedReferers?: string[];
  credentialType?: Open<'api_key'>;
  /** ISO 8601; null for a pass that does not expire. */
  expiresAt?: string | null;
  tags?: string[];
}

/** A security credential of one project, in the unified asset format. */
export interface AgentPass extends Resource {
  title: string;
  description?: string | null;
  assetType?: Open<'studio_tool'>;
  category?: Open<'security'>;
  entityType?: Open<'project'>;
  /** The id of the project. */
  entityId?: string;
  /** False for a revoked pass. */
  active?: boolean;
  credentialType?: Open<'api_key'>;
  permissions?: string[];
  scopes?: string[];
  /** Origins or pages from which the key may be used. */
  allowedReferers?: string[];
  tags?: string[];
  /** ISO 8601; null for a pass that does not expire. */
  expiresAt?: string | null;
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
  /** False lists the revoked ones. */
  active?: boolean;
  credential_type?: Open<'api_key'>;
  /** A part of the name. */
  search?: string;
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
  /** 1 by default. */
  page?: number;
  /** 25 by default. */
  per_page?: number;
  /** ISO 8601. */
  start_date?: string;
  /** ISO 8601. */
  end_date?: string;
  activity_type?: ActivityType;
  endpoint?: string;
  success?: boolean;
  /** A field of the entries. */
  sort_by?: string;
  /** `desc` by default. */
  sort_order?: 'asc' | 'desc';
}

/** One page of an agent's log. */
export interface ActivityPage {
  data: ActivityEntry[];
  meta?: { page?: number; per_page?: number; total_count?: number };
}

/** How an exported log is written: `jsonl` is one JSON object per line. */
export type ExportFormat = 'json' | 'csv' | 'jsonl';

/** Whose log to export, and how. */
export interface ExportQuery {
  agent_user_id: string;
  /** `json` by default. */
  format?: ExportFormat;
}

/** An exported log, its connection open: read it once, as a stream or as a Blob. What is not to be read is closed by `stream().cancel()`. */
export interface ActivityExport {
  /** The file's name, without any folder. In a browser it is the service's only where CORS exposes `Content-Disposition`. */
  readonly name: string;
  /** The media type. */
  readonly type: string;
  /** The bytes as they come. Cancelling the stream closes the connection. */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>;
  /** The whole file, in memory. */
  blob(): Promise<Blob>;
}

/** Whose requests to count, and when. */
export interface MetricsQuery {
  agent_user_id: string;
  /** ISO 8601. */
  start_date?: string;
  /** ISO 8601. */
  end_date?: string;
  /** `day` by default. */
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
