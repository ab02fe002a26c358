import {
  unknown,
  boolean,
  byPage,
  nonEmptyString,
  integer,
  array as listOf,
  nullable,
  number,
  object,
  enumOf,
  openEnum,
  operation,
  streamOperation,
  optional,
  string,
  timestamp,
  type Operation,
  type PagedOperation,
  type StreamOperation,
} from '@platform-sdk/core/contract';
import { required } from '@platform-sdk/core/internal';
import type {
  ActivityEntry,
  AgentPassActivityExportResult,
  ActivityPage,
  AgentPassActivityListInput,
  AgentMetrics,
  AgentPassActivityExportInput,
  AgentPassActivityMetricsInput,
  UsageGroup,
} from '../types.ts';
import { ACTIVITY_FORMATS, ACTIVITY_SORT_ORDERS, ACTIVITY_TYPES, METRICS_PERIODS } from '../values.ts';

const reading = { method: 'GET', base: 'auth', credentials: 'user', retry: 'safe' } as const;

const entry = object<ActivityEntry>({
  agent_user_id: string,
  endpoint: string,
  http_method: string,
  status_code: integer(),
  client_ip: string,
  user_agent: string,
  started_at: string,
  completed_at: string,
  duration_ms: integer(),
  success: boolean,
  activity_type: openEnum(...ACTIVITY_TYPES),
  error_message: nullable(string),
});

const page = object<ActivityPage>({
  data: listOf(entry),
  meta: optional(
    object<NonNullable<ActivityPage['meta']>>({
      page: optional(integer()),
      per_page: optional(integer()),
      total_count: optional(integer()),
    }),
  ),
});

/** Returns the page in a response. The API specification does not document the names of the members around the entries. */
const readPage = (body: unknown): unknown => {
  const { data, logs, activities, meta, pagination, ...rest } = Object(body) as Record<string, unknown>;
  const entries = [body, data, logs, activities].find(Array.isArray);
  return entries && { ...(entries !== body && rest), data: entries, meta: meta ?? pagination };
};

const atLeastOne = optional(integer({ minimum: 1 }));
const period = { start_date: optional(timestamp), end_date: optional(timestamp) };

/** Lists an agent's activity, the latest first. */
export const list: PagedOperation<AgentPassActivityListInput, ActivityPage, ActivityEntry> = {
  ...operation({
    ...reading,
    path: '/oauth/agent/activity/logs',
    input: object<AgentPassActivityListInput>({
      agent_user_id: nonEmptyString,
      page: atLeastOne,
      per_page: atLeastOne,
      ...period,
      activity_type: optional(enumOf(...ACTIVITY_TYPES)),
      endpoint: optional(nonEmptyString),
      success: optional(boolean),
      sort_by: optional(nonEmptyString),
      sort_order: optional(enumOf(...ACTIVITY_SORT_ORDERS)),
    }),
    output: { ...page, read: readPage },
    undocumented: {
      data: 'assumed',
      meta: 'published',
      'meta.page': 'published',
      'meta.per_page': 'published',
      'meta.total_count': 'published',
    },
  }),
  paging: byPage({
    items: ({ data }) => data,
    // A total of null counts as missing.
    total: ({ meta }) => meta?.total_count ?? undefined,
    size: ({ per_page = 25 }) => per_page,
  }),
};

/** Opens an agent's complete log as a file, in `json`, `csv` or `jsonl`. */
const exportFile: StreamOperation<AgentPassActivityExportInput, Promise<AgentPassActivityExportResult>> = streamOperation(
  operation({
    ...reading,
    path: '/oauth/agent/activity/export',
    accept: 'application/json, text/csv, application/x-ndjson, */*',
    input: object<AgentPassActivityExportInput>({ agent_user_id: nonEmptyString, format: optional(enumOf(...ACTIVITY_FORMATS)) }),
    output: unknown,
  }),
  async (start, input, options) => {
    const { openExport } = await required(import('../activity-export.ts'), 'exports');
    return openExport(start, input, options);
  },
);
export { exportFile as export };

const usage = {
  total_requests: integer(),
  success_count: integer(),
  error_count: integer(),
  avg_latency_ms: number(),
  p95_latency_ms: number(),
  unique_endpoints: integer(),
};

/** Returns the metrics of an agent's requests. Cached for 30 seconds. */
export const metrics: Operation<AgentPassActivityMetricsInput, AgentMetrics> = operation({
  ...reading,
  path: '/oauth/agent/activity/metrics',
  input: object<AgentPassActivityMetricsInput>({
    agent_user_id: nonEmptyString,
    ...period,
    group_by: optional(enumOf(...METRICS_PERIODS)),
  }),
  output: object<AgentMetrics>({ ...usage, groups: optional(listOf(object<UsageGroup>({ period: string, ...usage }))) }),
  cacheSeconds: 30,
  undocumented: { groups: 'assumed', 'groups.period': 'assumed' },
});
