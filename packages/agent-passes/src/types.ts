import type { CallOptions, LiteralUnion, Resource } from '@platform-sdk/core';
import type { Download, PollOptions } from '@platform-sdk/core/internal';
import type { ACTIVITY_FORMATS, ACTIVITY_SORT_ORDERS, ACTIVITY_TYPES, METRICS_PERIODS } from './values.ts';

/** The settings of a new or updated agent pass. */
interface AgentPassSettings {
  /** The kind of owner. Default for a new pass: `project`; in an update, unchanged. */
  entityType?: 'project';
  /** The id of the project. Default for a new pass: `projectId`; in an update, unchanged. */
  entityId?: string;
  /** A description. Null removes the description. Default: none; in an update, unchanged. */
  description?: string | null;
  /** The permissions of the key, in the service's names. Default: none; in an update, unchanged. */
  permissions?: string[];
  /** The scopes of the key, in the service's names. Default: none; in an update, unchanged. */
  scopes?: string[];
  /** The origins or pages from which the key may be used. Default: all; in an update, unchanged. */
  allowedReferers?: string[];
  /** The kind of credential. Default for a new pass: `api_key`; in an update, unchanged. */
  credentialType?: LiteralUnion<'api_key'>;
  /** The time of expiry, in ISO 8601; null for a pass that does not expire. Default: null; in an update, unchanged. */
  expiresAt?: string | null;
  /** Search terms for the pass. Default: none; in an update, unchanged. */
  tags?: string[];
}

/** A security credential of one project, in the unified asset format. */
export interface AgentPass extends Resource {
  /** The title of the pass. */
  title?: string;
  /** The description; null without a description. */
  description?: string | null;
  /** The kind of asset: `studio_tool`. */
  assetType?: LiteralUnion<'studio_tool'>;
  /** The category of the asset: `security`. */
  category?: LiteralUnion<'security'>;
  /** The kind of owner: `project`. */
  entityType?: LiteralUnion<'project'>;
  /** The id of the project. */
  entityId?: string;
  /** False for a revoked pass. */
  active?: boolean;
  /** The kind of credential. */
  credentialType?: LiteralUnion<'api_key'>;
  /** The permissions of the key, in the service's names. */
  permissions?: string[];
  /** The scopes of the key, in the service's names. */
  scopes?: string[];
  /** The origins or pages from which the key may be used. */
  allowedReferers?: string[];
  /** Search terms for the pass. */
  tags?: string[];
  /** The time of expiry, in ISO 8601; null for a pass that does not expire. */
  expiresAt?: string | null;
  /** Additional data of the asset. */
  metadata?: Record<string, unknown>;
}

/** A pass with its key. Only `create` and `rotateKey` return such a pass. */
export interface AgentPassWithKey extends AgentPass {
  /** Additional data of the response. */
  meta?: {
    /** The key. Store it, because no later response contains it. */
    secretKey?: string;
    [extra: string]: unknown;
  };
}

/** A new pass. The client adds `entityType: 'project'`, the project's id as `entityId`, and `credentialType: 'api_key'`. */
export interface AgentPassCreateInput extends AgentPassSettings {
  orgId: string;
  projectId: string;
  title: string;
}

/** The project whose passes are listed, and filters. */
export interface AgentPassListInput {
  orgId: string;
  projectId: string;
  /** True lists active passes, and false lists revoked passes. Default: both. */
  active?: boolean;
  /** Lists only passes of this kind. Default: all. */
  credential_type?: LiteralUnion<'api_key'>;
  /** Lists passes whose title contains this text. Default: all passes. */
  search?: string;
  /** Lists passes with these tags. A tag must not contain a comma. Default: all. */
  tags?: string[];
}

/** Identifies a pass of a project. */
export interface AgentPassReference {
  orgId: string;
  projectId: string;
  passId: string;
}

/** Changes to a pass; other settings are unchanged. */
export interface AgentPassUpdateInput extends AgentPassReference, AgentPassSettings {
  /** A new title. Default: unchanged. */
  title?: string;
}

/** The kind of an entry in an agent's log. */
export type ActivityType = (typeof ACTIVITY_TYPES)[number];

/** One action of an agent. */
export interface ActivityEntry {
  agent_user_id: string;
  /** The path that the agent called. */
  endpoint: string;
  http_method: string;
  status_code: number;
  client_ip: string;
  user_agent: string;
  /** The start of the action, in ISO 8601. */
  started_at: string;
  /** The end of the action, in ISO 8601. */
  completed_at: string;
  duration_ms: number;
  success: boolean;
  activity_type: LiteralUnion<ActivityType>;
  error_message: string | null;
}

/** The agent whose log is listed, and filters. */
export interface AgentPassActivityListInput {
  agent_user_id: string;
  /** The page, from 1. Default: 1. */
  page?: number;
  /** Entries per page. Default: 25. */
  per_page?: number;
  /** Lists entries from this time on, in ISO 8601. Default: no limit. */
  start_date?: string;
  /** Lists entries up to this time, in ISO 8601. Default: no limit. */
  end_date?: string;
  /** Lists only entries of this kind. Default: all. */
  activity_type?: ActivityType;
  /** Lists only calls of this path. Default: all. */
  endpoint?: string;
  /** True lists successful calls, and false lists failed calls. Default: both. */
  success?: boolean;
  /** The field that entries are sorted by. Default: the service's own order. */
  sort_by?: string;
  /** The direction of the order. Default: `desc`. */
  sort_order?: (typeof ACTIVITY_SORT_ORDERS)[number];
}

/** One page of an agent's log. */
export interface ActivityPage {
  data: ActivityEntry[];
  /** The position of the page in the log. */
  meta?: {
    /** The page, from 1. */
    page?: number;
    /** Entries per page. */
    per_page?: number;
    /** The number of entries on all pages. */
    total_count?: number;
  };
}

/** The format of an exported log. A `jsonl` file contains one JSON object per line. */
export type ActivityFormat = (typeof ACTIVITY_FORMATS)[number];

/** The agent whose log is exported, and the format of the file. */
export interface AgentPassActivityExportInput {
  agent_user_id: string;
  /** The format of the file. Default: `json`. */
  format?: ActivityFormat;
}

/**
 * An exported log with an open connection. Read it once: as a stream, as a Blob, or with a sink such as `saveTo`. A broken download
 * restarts at most twice. A stream restarts only before its first chunk. To close an unread connection, call `stream().cancel()`.
 */
export interface AgentPassActivityExportResult extends Download {
  /** The file's name without folders, which is safe in a path. In browsers, it comes from the service only if CORS exposes `Content-Disposition`. */
  readonly name: string;
}

/** The agent and the period of the metrics. */
export interface AgentPassActivityMetricsInput {
  agent_user_id: string;
  /** Counts from this time on, in ISO 8601. Default: no limit. */
  start_date?: string;
  /** Counts up to this time, in ISO 8601. Default: no limit. */
  end_date?: string;
  /** The period that each group covers. Default: `day`. */
  group_by?: (typeof METRICS_PERIODS)[number];
}

/** The totals of an agent's requests. */
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
  /** The beginning of the group, in ISO 8601. */
  period: string;
}

/** An agent's usage. */
export interface AgentMetrics extends UsageMetrics {
  /** The metrics of each hour, day or week, by `group_by`. Undefined if the service sends only the totals. */
  groups?: UsageGroup[];
}

/**
 * Options of a watch. The default interval of 30 seconds follows the service's advice. A watch schedules its own retries, and never uses
 * the cache.
 */
export interface WatchMetricsOptions extends Omit<CallOptions, 'retry' | 'forceRefresh'>, PollOptions {}

/** The input of `agentPasses.get`. */
export type AgentPassGetInput = AgentPassReference;

/** The input of `agentPasses.remove`. */
export type AgentPassRemoveInput = AgentPassReference;

/** The input of `agentPasses.rotateKey`. */
export type AgentPassRotateKeyInput = AgentPassReference;

/** The input of `agentPasses.revoke`. */
export type AgentPassRevokeInput = AgentPassReference;

/** The input of `agentPasses.activate`. */
export type AgentPassActivateInput = AgentPassReference;

/** The input of `agentPasses.activity.watchMetrics`. */
export type AgentPassActivityWatchMetricsInput = AgentPassActivityMetricsInput;
