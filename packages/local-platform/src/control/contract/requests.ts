import { enumOf, integer, noContent, nullable, object, operation, optional, string } from '@platform-sdk/core/contract';
import { snapshotTypes } from '../../platform/snapshot-schema.ts';
import type { NoInput, JsonFault, RepeatedRequest, RequestSummary } from '../documents.ts';
import { faultFields, listOf, requestDetail, requestSummary } from '../schemas.ts';

interface OfRequest {
  /** The number of the request. */
  readonly id: number;
}

const ofRequest = object<OfRequest>({ id: integer() });

interface RequestFilter {
  /** Lists only requests whose number is higher than this. Default: all. */
  readonly after?: number;
  /** Lists only requests of this operation. Default: all. */
  readonly operation?: string;
}

/** Lists the recorded requests, oldest first. */
export const listRequests = operation({
  method: 'GET',
  path: '/requests',
  credentials: 'token',
  input: object<RequestFilter>({ after: optional(integer()), operation: optional(string) }),
  output: object<{ readonly requests: readonly RequestSummary[] }>({ requests: listOf(requestSummary) }),
  retry: 'safe',
});

/** Deletes all recorded requests and the states before them. */
export const clearRequests = operation({
  method: 'DELETE',
  path: '/requests',
  credentials: 'token',
  input: object<NoInput>({}),
  output: noContent,
  status: 204,
  retry: 'idempotent',
});

/** Returns a request with both bodies, its contract, and code to repeat it. */
export const getRequest = operation({
  method: 'GET',
  path: '/requests/{id}',
  credentials: 'token',
  input: ofRequest,
  output: requestDetail,
  retry: 'safe',
  errors: [404],
});

/** Returns the state before a request as a snapshot. */
export const getStateBefore = operation({
  method: 'GET',
  path: '/requests/{id}/snapshot',
  credentials: 'token',
  input: ofRequest,
  output: snapshotTypes,
  retry: 'safe',
  errors: [404, 409],
});

/** Restores the state before a request. */
export const restoreRequest = operation({
  method: 'POST',
  path: '/requests/{id}/restore',
  credentials: 'token',
  input: ofRequest,
  output: noContent,
  status: 204,
  retry: 'idempotent',
  errors: [404, 409],
});

interface RepeatInput extends OfRequest {
  /** The state in which the request runs: the current state, or the state before the original request. Default: `now`. */
  readonly from?: 'now' | 'before';
  /** Moves the clock forward before the request, in milliseconds. Default: 0. */
  readonly advanceMs?: number;
  readonly fault?: JsonFault;
}

/** Repeats a request, optionally in its original state, at a later time, or with a fault. */
export const repeatRequest = operation({
  method: 'POST',
  path: '/requests/{id}/repeat',
  credentials: 'token',
  input: object<RepeatInput>({
    id: integer(),
    from: optional(enumOf('now', 'before')),
    advanceMs: optional(integer({ minimum: 0 })),
    fault: optional(object<JsonFault>(faultFields)),
  }),
  output: object<RepeatedRequest>({ id: integer(), status: nullable(integer()), state: enumOf('open', 'done', 'broken') }),
  retry: 'non-idempotent',
  errors: [404, 409],
});

interface TestRange {
  /** The number of the first request. Default: the first recorded request. */
  readonly from?: number;
  /** The number of the last request. Default: the last recorded request. */
  readonly to?: number;
}

/** Returns requests as a vitest test that starts from the state before the first request. */
export const getTest = operation({
  method: 'GET',
  path: '/test',
  credentials: 'token',
  input: object<TestRange>({ from: optional(integer()), to: optional(integer()) }),
  output: object<{ readonly text: string }>({ text: string }),
  retry: 'safe',
});
