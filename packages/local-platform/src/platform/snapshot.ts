import type { ProjectKeys } from '@platform-sdk/core';
import { createCopier } from '../state/copy.ts';
import { fill } from '../state/fill.ts';
import { decode, encode, encodeInPieces } from '../state/json.ts';
import type { InboxMessage } from '../world/inbox.ts';
import type { WorldState } from '../world/state.ts';
import type { SeededAccount } from './seed-data.ts';
import { stores as ownStores } from './stores.ts';

const FORMAT = 'platform-sdk-local';
const VERSION = 1;

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

const headOf = ({ aheadMs, lastId, messages }: WorldState, identity: PlatformIdentity, takenAt: string): Omit<Snapshot, 'stores'> => ({
  format: FORMAT,
  version: VERSION,
  takenAt,
  identity,
  aheadMs,
  lastId,
  messages,
});

/** Converts a copied state to JSON. */
export const toSnapshot = (state: WorldState, identity: PlatformIdentity, takenAt: string): Snapshot => ({
  ...headOf(state, identity, takenAt),
  stores: encode(state.stores),
});

/** Returns the text of a snapshot in pieces. Some are empty. */
export function* snapshotPieces(state: WorldState, identity: PlatformIdentity, takenAt: string): Generator<string> {
  yield `${JSON.stringify(headOf(state, identity, takenAt)).slice(0, -1)},"stores":`;
  yield* encodeInPieces(state.stores);
  yield '}';
}

/** A parsed snapshot. */
interface ReadSnapshot {
  readonly identity: PlatformIdentity;
  readonly state: WorldState;
}

/** Parses a snapshot. Throws a `TypeError` that names the invalid field, before anything changes. */
export const readSnapshot = (snapshot: unknown): ReadSnapshot => {
  const { format, version, identity, aheadMs, lastId, messages, stores } = membersOf('', snapshot);
  if (format !== FORMAT) throw wrong('format', `must be ${FORMAT}`);
  if (version !== VERSION) throw wrong('version', `must be ${VERSION}: another version of the local platform wrote it`);
  if (!Number.isFinite(aheadMs)) throw wrong('aheadMs', 'must be a number');
  if (!Number.isSafeInteger(lastId)) throw wrong('lastId', 'must be a whole number');
  return {
    identity: readIdentity(identity),
    state: { aheadMs: aheadMs as number, lastId: lastId as number, messages: readMessages(messages), stores: readStores(stores) },
  };
};

const wrong = (field: string, message: string): TypeError => new TypeError(`The snapshot is invalid: ${field || 'it'} ${message}.`);

const membersOf = (field: string, value: unknown): Readonly<Record<string, unknown>> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(field, 'must be an object');
  return value as Readonly<Record<string, unknown>>;
};

const readIdentity = (value: unknown): PlatformIdentity => {
  const { apiKey, gatewayKey, projectKeys, account } = membersOf('identity', value);
  const { publicKey, secretKey } = membersOf('identity.projectKeys', projectKeys);
  const { id, email, password, ...names } = membersOf('identity.account', account);
  for (const [field, text] of Object.entries({ apiKey, gatewayKey, publicKey, secretKey, id, email, password })) {
    if (typeof text !== 'string' || text === '') throw wrong(`${field} of identity`, 'must be a text');
  }
  return {
    apiKey: apiKey as string,
    gatewayKey: gatewayKey as string,
    projectKeys: { publicKey: publicKey as string, secretKey: secretKey as string },
    account: { ...names, id: id as string, email: email as string, password: password as string },
  };
};

const readMessages = (value: unknown): InboxMessage[] => {
  if (!Array.isArray(value)) throw wrong('messages', 'must be a list');
  return value.map((message, index) => {
    const { to, text } = membersOf(`messages.${index}`, message);
    if (typeof to !== 'string' || typeof text !== 'string') throw wrong(`messages.${index}`, 'must have the texts to and text');
    return Object.freeze(message as InboxMessage);
  });
};

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
