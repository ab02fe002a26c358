import type { ProjectKeys } from '@platform-sdk/core';
import {
  array,
  enumOf,
  integer,
  nonEmptyString,
  number,
  object,
  optional,
  string,
  timestamp,
  unknown,
  type Schema,
} from '@platform-sdk/core/contract';
import type { InboxMessage } from '../world/inbox.ts';
import type { SeededAccount } from './seed-data.ts';

export const FORMAT = 'platform-sdk-local';
export const VERSION = 1;
/** About 95,000 years. JavaScript dates end about 274,000 years after 1970. */
const MAX_AHEAD_MS = 3e15;

/** A platform's keys and its first account. */
export interface PlatformIdentity {
  readonly apiKey: string;
  readonly gatewayKey: string;
  readonly projectKeys: ProjectKeys;
  readonly account: SeededAccount;
}

/** The whole state of a local platform as JSON. A snapshot contains passwords, keys and tokens in clear text. */
export interface Snapshot {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  /** The platform's time, in ISO 8601. */
  readonly takenAt: string;
  readonly identity: PlatformIdentity;
  /** How far the platform's clock is ahead of the machine's, in milliseconds. */
  readonly aheadMs: number;
  /** The number of ids created so far. */
  readonly lastId: number;
  readonly messages: readonly InboxMessage[];
  /** The services' records, in an internal format. */
  readonly stores: unknown;
}

export const account = object<SeededAccount>({
  id: nonEmptyString,
  email: nonEmptyString,
  password: nonEmptyString,
  firstName: optional(string),
  lastName: optional(string),
});

export const messageFields = {
  channel: enumOf<InboxMessage['channel']>('email', 'sms'),
  to: string,
  kind: enumOf<InboxMessage['kind']>('activation', 'password-reset', 'invitation', 'transfer'),
  text: string,
  at: timestamp,
  code: optional(string),
  token: optional(string),
  invitationId: optional(string),
  transferId: optional(string),
};

/** The types of a snapshot, which may come from a file. `readSnapshot` checks the records in `stores`. */
export const snapshotTypes: Schema<Snapshot> = object<Snapshot>({
  format: enumOf(FORMAT),
  version: integer() as Schema<typeof VERSION>,
  takenAt: timestamp,
  identity: object<PlatformIdentity>({
    apiKey: nonEmptyString,
    gatewayKey: nonEmptyString,
    projectKeys: object<ProjectKeys>({ publicKey: nonEmptyString, secretKey: nonEmptyString }),
    account,
  }),
  aheadMs: number({ minimum: -MAX_AHEAD_MS, maximum: MAX_AHEAD_MS }),
  lastId: integer({ minimum: 0 }),
  messages: array<InboxMessage, readonly InboxMessage[]>(object<InboxMessage>(messageFields)),
  stores: unknown,
});
