import { integer, noContent, number, object, operation, optional, received, record, string } from '@platform-sdk/core/contract';
import { seedData } from '../../platform/seed-schema.ts';
import type { SeedResult } from '../../platform/seed-data.ts';
import { account, snapshotTypes } from '../../platform/snapshot-schema.ts';
import type { Assumption } from '../../routing/service.ts';
import type { LocalConverterJob } from '../../services/converter/records.ts';
import type { Counts, NoInput, NumberedMessage, PlatformTime } from '../documents.ts';
import { job, listOf, numberedMessage } from '../schemas.ts';

const time = object<PlatformTime>({ now: number(), time: string });

/** Streams server-sent events: request, message, clock, faults and state. */
export const followEvents = operation({
  method: 'GET',
  path: '/events',
  credentials: 'token',
  accept: 'text/event-stream',
  input: object<NoInput>({}),
  output: received,
  retry: 'safe',
});

/** Returns the OpenAPI document of the control API. */
export const getOpenApi = operation({
  method: 'GET',
  path: '/openapi.json',
  credentials: 'token',
  input: object<NoInput>({}),
  output: record(received),
  retry: 'safe',
});

/** Counts the recorded requests, stored messages and active faults. */
export const getCounts = operation({
  method: 'GET',
  path: '/counts',
  credentials: 'token',
  input: object<NoInput>({}),
  output: object<Counts>({ requests: integer(), messages: integer(), faults: integer() }),
  retry: 'safe',
});

interface MessageFilter {
  /** Lists only messages to this address. Default: all. */
  readonly to?: string;
}

/** Lists the e-mails and SMS that the platform sent, oldest first. */
export const listMessages = operation({
  method: 'GET',
  path: '/inbox',
  credentials: 'token',
  input: object<MessageFilter>({ to: optional(string) }),
  output: object<{ readonly messages: readonly NumberedMessage[] }>({ messages: listOf(numberedMessage) }),
  retry: 'safe',
});

/** Returns the current time of the platform's clock. */
export const getClock = operation({
  method: 'GET',
  path: '/clock',
  credentials: 'token',
  input: object<NoInput>({}),
  output: time,
  retry: 'safe',
});

/** Moves the clock forward at once. */
export const advanceClock = operation({
  method: 'POST',
  path: '/clock/advance',
  credentials: 'token',
  input: object<{ readonly ms: number }>({ ms: integer({ minimum: 1, maximum: 3_155_760_000_000 }) }),
  output: time,
  retry: 'non-idempotent',
});

/** Adds accounts, organizations and other data. */
export const seed = operation({
  method: 'POST',
  path: '/seed',
  credentials: 'token',
  input: seedData,
  output: object<SeedResult>({
    accounts: listOf(account),
    organizations: listOf(object<SeedResult['organizations'][number]>({ id: string, name: string })),
  }),
  retry: 'non-idempotent',
});

/** Returns the current accounts, organizations, credits and memories as input for `seed`. */
export const getSeed = operation({
  method: 'GET',
  path: '/seed',
  credentials: 'token',
  input: object<NoInput>({}),
  output: seedData,
  retry: 'safe',
});

/** Returns the whole state. The state contains passwords, keys and tokens in clear text. */
export const getSnapshot = operation({
  method: 'GET',
  path: '/snapshot',
  credentials: 'token',
  input: object<NoInput>({}),
  output: snapshotTypes,
  retry: 'safe',
});

/** Replaces the state with a snapshot. */
export const restoreSnapshot = operation({
  method: 'PUT',
  path: '/snapshot',
  credentials: 'token',
  input: snapshotTypes,
  output: noContent,
  status: 204,
  retry: 'idempotent',
});

/** Restores the initial data of the platform, and removes all faults. */
export const reset = operation({
  method: 'POST',
  path: '/reset',
  credentials: 'token',
  input: object<NoInput>({}),
  output: noContent,
  status: 204,
  retry: 'idempotent',
});

/** Lists the converter's jobs, oldest first. */
export const listJobs = operation({
  method: 'GET',
  path: '/jobs',
  credentials: 'token',
  input: object<NoInput>({}),
  output: object<{ readonly jobs: readonly LocalConverterJob[] }>({ jobs: listOf(job) }),
  retry: 'safe',
});

/** Lists how the local platform behaves where the API specification is silent. */
export const listAssumptions = operation({
  method: 'GET',
  path: '/assumptions',
  credentials: 'token',
  input: object<NoInput>({}),
  output: object<{ readonly assumptions: readonly Assumption[] }>({
    assumptions: listOf(object<Assumption>({ topic: string, choice: string })),
  }),
  retry: 'safe',
});
