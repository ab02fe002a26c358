import type { PlatformError } from '@platform-sdk/core';
import { checkInput, inputError } from '@platform-sdk/core/internal';
import { createCopier } from '../state/copy.ts';
import { fill } from '../state/fill.ts';
import { decode, encode } from '../state/json.ts';
import type { WorldState } from '../world/state.ts';
import { FORMAT, snapshotTypes, VERSION, type PlatformIdentity, type Snapshot } from './snapshot-schema.ts';
import { stores as ownStores } from './stores.ts';

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

interface ReadSnapshot {
  readonly identity: PlatformIdentity;
  readonly state: WorldState;
}

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
    // Finds invalid records before the platform's own state is replaced.
    try {
      fill(store(), createCopier().copy(records), name);
    } catch (error) {
      throw wrong(`stores.${name}`, `does not fit (${error instanceof Error ? error.message : String(error)})`);
    }
  }
  return found as ReadonlyMap<string, unknown>;
};
