import {
  byPage,
  integer,
  array as listOf,
  nullable,
  object,
  operation,
  optional,
  projectKeyPair,
  string,
  text,
  type PagedOperation,
} from '@platform-sdk/core/contract';
import type { AnalyticsTraceGetInput, TracePage, AnalyticsTraceListInput, TraceSummary } from '../types.ts';
import { pageOf, publishedNames, tags, timestamp, traceFields, word } from './schemas.ts';
import { trace } from './trace.ts';

const ids = optional(nullable(listOf(string)));
const query = object<AnalyticsTraceListInput>({
  page: optional(integer({ minimum: 1 })),
  limit: optional(integer({ minimum: 1, maximum: 100 })),
  name: word,
  userId: word,
  sessionId: word,
  fromTimestamp: timestamp,
  toTimestamp: timestamp,
  orderBy: optional(text({ pattern: /^\w+\.(asc|desc)$/, message: 'must be a field and asc or desc, such as timestamp.desc' })),
  tags,
});
const page = pageOf(object<TraceSummary>({ ...traceFields, observations: ids, scores: ids }));

/** Lists a project's traces, page by page. The latest trace comes first, unless `orderBy` is set. */
export const list: PagedOperation<AnalyticsTraceListInput, TracePage, TraceSummary, 400 | 401> = {
  ...operation({
    method: 'GET',
    path: '/api/public/traces',
    credentials: 'project',
    authenticate: projectKeyPair,
    input: query,
    output: page,
    retry: 'safe',
    errors: [400, 401],
    undocumented: { ...publishedNames(query), ...publishedNames(page) },
  }),
  paging: byPage({ items: ({ data }) => data, total: ({ meta }) => meta?.totalItems, size: ({ limit = 50 }) => limit }),
};

/** Returns one complete trace, with its observations and scores. */
export const get = operation({
  method: 'GET',
  path: '/api/public/traces/{traceId}',
  credentials: 'project',
  authenticate: projectKeyPair,
  input: object<AnalyticsTraceGetInput>({ traceId: string }),
  output: trace,
  retry: 'safe',
  errors: [401, 404],
  undocumented: publishedNames(trace),
});
