import {
  anything,
  boolean,
  byPage,
  filled,
  integer,
  integerIn,
  list as listOf,
  nullable,
  number,
  object,
  oneOf,
  open,
  operation,
  streamOperation,
  optional,
  string,
  timestamp,
  type Operation,
  type PagedOperation,
  type StreamOperation,
} from '@platform-sdk/core/contract';
import type {
  ActivityEntry,
  ActivityExport,
  ActivityPage,
  ActivityQuery,
  AgentMetrics,
  ExportQuery,
  MetricsQuery,
  UsageGroup,
} from '../types.ts';

const reading = { method: 'GET', base: 'auth', credentials: 'user', retry: 'safe' } as const;

const entry = object<ActivityEntry>({
  agent_user_id: string,
  endpoint: string,
  http_method: string,
  status_code: integer,
  client_ip: string,
  user_agent: string,
  started_at: string,
  completed_at: string,
  duration_ms: integer,
  success: boolean,
  activity_type: open('api_request', 'token_generation', 'error'),
  error_message: nullable(string),
});

const page = object<ActivityPage>({
  data: listOf(entry),
  meta: optional(
    object<NonNullable<ActivityPage['meta']>>({ page: optional(integer), per_page: optional(integer), total_count: optional(integer) }),
  ),
});

/** The wrapper's names are not documented. */
const readPage = (body: unknown): unknown => {
  const { data, logs, activities, meta, pagination, ...rest } = Object(body) as Record<string, unknown>;
  const entries = [body, data, logs, activities].find(Array.isArray);
  return entries && { ...(entries !== body && rest), data: entries, meta: meta ?? pagination };
};

const atLeastOne = optional(integerIn({ minimum: 1 }));
const period = { start_date: optional(timestamp), end_date: optional(timestamp) };

/** Lists what an agent did, the latest first. */
export const list: PagedOperation<ActivityQuery, ActivityPage, ActivityEntry> = {
  ...operation({
    ...reading,
    path: '/oauth/agent/activity/logs',
    input: object<ActivityQuery>({
      agent_user_id: filled,
      page: atLeastOne,
      per_page: atLeastOne,
      ...period,
      activity_type: optional(oneOf('api_request', 'token_generation', 'error')),
      endpoint: optional(filled),
      success: optional(boolean),
      sort_by: optional(filled),
      sort_order: optional(oneOf('asc', 'desc')),
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
    // A null says nothing.
    total: ({ meta }) => meta?.total_count ?? undefined,
    size: ({ per_page = 25 }) => per_page,
  }),
};

/** Opens an agent's whole log as a file, in `json`, `csv` or `jsonl`. */
const exportFile: StreamOperation<ExportQuery, Promise<ActivityExport>> = streamOperation(
  operation({
    ...reading,
    path: '/oauth/agent/activity/export',
    accept: 'application/json, text/csv, application/x-ndjson, */*',
    input: object<ExportQuery>({ agent_user_id: filled, format: optional(oneOf('json', 'csv', 'jsonl')) }),
    output: anything,
  }),
  async (start, input, options) => {
    const { openExport } = await import('../activity-export.ts');
    return openExport(start, input, options);
  },
);
export { exportFile as export };

const usage = {
  total_requests: integer,
  success_count: integer,
  error_count: integer,
  avg_latency_ms: number,
  p95_latency_ms: number,
  unique_endpoints: integer,
};

/** Returns what an agent's requests add up to. An answer is fresh for 30 seconds. */
export const metrics: Operation<MetricsQuery, AgentMetrics> = operation({
  ...reading,
  path: '/oauth/agent/activity/metrics',
  input: object<MetricsQuery>({ agent_user_id: filled, ...period, group_by: optional(oneOf('hour', 'day', 'week')) }),
  output: object<AgentMetrics>({ ...usage, groups: optional(listOf(object<UsageGroup>({ period: string, ...usage }))) }),
  freshSeconds: 30,
  undocumented: { groups: 'assumed', 'groups.period': 'assumed' },
});
