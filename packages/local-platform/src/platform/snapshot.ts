import type { PlatformError, ProjectKeys } from '@platform-sdk/core';
import {
  array,
  checkInput,
  enumOf,
  inputError,
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
import { createCopier } from '../state/copy.ts';
import { fill } from '../state/fill.ts';
import { decode, encode } from '../state/json.ts';
import type { InboxMessage } from '../world/inbox.ts';
import type { WorldState } from '../world/state.ts';
import type { SeededAccount } from './seed-data.ts';
import { stores as ownStores } from './stores.ts';

const FORMAT = 'platform-sdk-local';
const VERSION = 1;
/** About 100,000 years. A clock that is further ahead leaves the dates of JavaScript. */
const MAX_AHEAD_MS = 3e15;

/** The keys that a platform accepts, and its first account. */
export interface PlatformIdentity {
  readonly apiKey: string;
  readonly gatewayKey: string;
  readonly projectKeys: ProjectKeys;
  readonly account: SeededAccount;
}

/** The whole state of a local platform as JSON. It contains passwords, keys and tokens in clear text. */
export interface Snapshot {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  /** The time of the platform's clock, in ISO 8601. */
  readonly takenAt: string;
  readonly identity: PlatformIdentity;
  /** The lead of the platform's clock over the machine's, in milliseconds. */
  readonly aheadMs: number;
  /** The number of created ids. */
  readonly lastId: number;
  readonly messages: readonly InboxMessage[];
  /** The records of the services, in an internal form. */
  readonly stores: unknown;
}

/** Converts a copied state to JSON. */
export const toSnapshot = ({ aheadMs, lastId, messages, stores }: WorldState, identity: PlatformIdentity, takenAt: string): Snapshot => ({
  format: FORMAT,
  version: VERSION,
  takenAt,
  identity,
  aheadMs,
  lastId,
  messages,
  stores: encode(stores),
});

/** A parsed snapshot. */
interface ReadSnapshot {
  readonly identity: PlatformIdentity;
  readonly state: WorldState;
}

export const account = object<SeededAccount>({
  id: nonEmptyString,
  email: nonEmptyString,
  password: nonEmptyString,
  firstName: optional(string),
  lastName: optional(string),
});

const message = object<InboxMessage>({
  channel: enumOf('email', 'sms'),
  to: string,
  kind: enumOf('activation', 'password-reset', 'invitation', 'transfer'),
  text: string,
  at: timestamp,
  code: optional(string),
  token: optional(string),
  invitationId: optional(string),
  transferId: optional(string),
});

/** The types of a snapshot, which may come from a file. The stores are read by their services. */
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
  messages: array<InboxMessage, readonly InboxMessage[]>(message),
  stores: unknown,
});

/** Parses a snapshot. Throws an error that names the invalid field, before anything changes. */
export const readSnapshot = (snapshot: unknown): ReadSnapshot => {
  const { format, version } = Object(snapshot) as Partial<Snapshot>;
  if (format !== FORMAT) throw wrong('format', `must be ${FORMAT}`);
  if (version !== VERSION) throw wrong('version', `must be ${VERSION}: another version of the local platform wrote it`);
  checkInput('snapshot', { input: snapshotTypes }, snapshot as Snapshot);
  const { identity, aheadMs, lastId, messages, stores } = snapshot as Snapshot;
  return {
    identity: structuredClone(identity),
    state: { aheadMs, lastId, messages: messages.map((each) => Object.freeze({ ...each })), stores: readStores(stores) },
  };
};

const wrong = (field: string, text: string): PlatformError => inputError(`snapshot: ${field} ${text}`, field);

const readStores = (value: unknown): ReadonlyMap<string, unknown> => {
  let found: unknown;
  try {
    found = decode(value);
  } catch (error) {
    throw wrong('stores', `cannot be read (${error instanceof Error ? error.message : String(error)})`);
  }
  if (!(found instanceof Map)) throw wrong('stores', 'must be a map');
  for (const [name, records] of found as Map<string, unknown>) {
    const store = ownStores.find(({ storeName }) => storeName === name);
    if (!store) throw wrong(`stores.${name}`, 'is unknown');
    // Every invalid record is found here, while the platform still has its own state.
    try {
      fill(store(), createCopier().copy(records), name);
    } catch (error) {
      throw wrong(`stores.${name}`, `does not fit (${error instanceof Error ? error.message : String(error)})`);
    }
  }
  return found as ReadonlyMap<string, unknown>;
};
