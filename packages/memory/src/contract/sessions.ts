import {
  unknown,
  byOffset,
  array as listOf,
  noContent,
  nullable,
  integer,
  object,
  openEnum,
  operation,
  optional,
  record,
  serviceToken,
  string,
  type PagedOperation,
} from '@platform-sdk/core/contract';
import type {
  MemorySessionHistoryResult,
  MemorySessionReference,
  MemoryMessage,
  MemorySessionCreateInput,
  MemorySession,
  MemorySessionPage,
  MemorySessionListInput,
  MemorySessionUpdateInput,
  MemorySessionCreateResult,
} from '../types.ts';
import { limitTo, maybe, maybeNull, offset, place } from './schemas.ts';

const session = object<MemorySession>({
  session_id: string,
  user_id: maybe,
  app_id: maybe,
  title: maybeNull,
  created_at: maybe,
  updated_at: maybe,
  metadata: optional(nullable(record(unknown))),
  message_count: optional(integer()),
});

/** Adds `session_id` if a session contains only `id`. The API specification uses both names. */
const identified = (found: unknown): unknown => {
  const { id, session_id = id } = Object(found) as { readonly id?: unknown; readonly session_id?: unknown };
  return session_id === undefined ? found : { ...(found as object), session_id };
};
const oneSession = { ...session, read: identified };
const one = object<MemorySessionReference>({ session_id: string });
const extras = optional(record(unknown));

/** Lists the caller's sessions, page by page. */
export const list: PagedOperation<MemorySessionListInput, MemorySessionPage, MemorySession, 'AUTHENTICATION_FAILED'> = {
  ...operation({
    method: 'GET',
    path: '/v1/users/me/sessions',
    credentials: 'token',
    authenticate: serviceToken,
    input: object<MemorySessionListInput>({ limit: limitTo(), offset, search: maybe }),
    output: {
      ...object<MemorySessionPage>({ sessions: listOf(session), ...place }),
      read: (page: unknown) => {
        const { sessions } = Object(page) as { readonly sessions?: unknown };
        return Array.isArray(sessions) ? { ...(page as object), sessions: sessions.map(identified) } : page;
      },
    },
    retry: 'safe',
    errors: ['AUTHENTICATION_FAILED'],
  }),
  paging: byOffset({ items: ({ sessions }) => sessions, total: ({ total }) => total }),
};

/** Begins a session. */
export const create = operation({
  method: 'POST',
  path: '/v1/session',
  credentials: 'token',
  authenticate: serviceToken,
  input: object<MemorySessionCreateInput>({ app_id: maybe, metadata: extras }),
  body: { at: [] },
  output: object<MemorySessionCreateResult>({ session_id: string, created_at: maybe }),
  status: 201,
  retry: 'non-idempotent',
  invalidates: ['/v1/users/me/sessions'],
  errors: ['AUTHENTICATION_FAILED'],
});

/** Returns one session. */
export const get = operation({
  method: 'GET',
  path: '/v1/session/{session_id}',
  credentials: 'token',
  authenticate: serviceToken,
  input: one,
  output: oneSession,
  retry: 'safe',
  errors: ['SESSION_NOT_FOUND'],
});

/** Changes a session's title or metadata. */
export const update = operation({
  method: 'PATCH',
  path: '/v1/session/{session_id}',
  credentials: 'token',
  authenticate: serviceToken,
  input: object<MemorySessionUpdateInput>({ session_id: string, title: maybe, metadata: extras }),
  body: { at: [] },
  output: oneSession,
  retry: 'idempotent',
  invalidates: ['/v1/users/me/sessions', '/v1/session/{session_id}'],
  errors: ['SESSION_NOT_FOUND'],
});

/** Returns the messages of a session, oldest first. */
export const history = operation({
  method: 'GET',
  path: '/v1/session/{session_id}/history',
  credentials: 'token',
  authenticate: serviceToken,
  input: one,
  output: object<MemorySessionHistoryResult>({
    session_id: string,
    messages: listOf(
      object<MemoryMessage>({
        id: string,
        role: openEnum('user', 'assistant'),
        content: string,
        token_count: optional(integer()),
        created_at: maybe,
      }),
    ),
  }),
  retry: 'safe',
  errors: ['SESSION_NOT_FOUND'],
});

/** Clears a session's short-term memory. The long-term memories stay. */
export const clear = operation({
  method: 'DELETE',
  path: '/v1/session/{session_id}',
  credentials: 'token',
  authenticate: serviceToken,
  input: one,
  output: noContent,
  status: 204,
  retry: 'idempotent',
  invalidates: ['/v1/users/me/sessions', '/v1/session/{session_id}'],
  errors: ['SESSION_NOT_FOUND'],
});
