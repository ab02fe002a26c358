import { toSnapshot } from '../platform/snapshot.ts';
import type { LocalPlatform } from '../platform/local-platform.ts';
import type { PlatformState } from '../platform/internals.ts';
import type { DataFolder } from './data-folder.ts';

/** Writes the state of a platform soon after it changes. */
export interface StateKeeper {
  /** Writes the last changes, then releases the folder. Rejects if writing fails. */
  close(): Promise<void>;
}

const CHECK_MS = 200;

/**
 * The maximum share of time for writing. A large state is therefore written less often, but the pause after a write is at most
 * `MAX_PAUSE_MS`.
 */
const MAX_SHARE = 0.1;
const MAX_PAUSE_MS = 5000;

/** Returns whether two states are equal. Unchanged parts are the same objects. */
const isSame = ({ world: one, identity }: PlatformState, { world: other, identity: otherIdentity }: PlatformState): boolean =>
  one.aheadMs === other.aheadMs &&
  one.lastId === other.lastId &&
  one.messages === other.messages &&
  one.stores.size === other.stores.size &&
  [...one.stores].every(([name, records]) => other.stores.get(name) === records) &&
  JSON.stringify(identity) === JSON.stringify(otherIdentity);

/** Saves the state of a platform in a folder. Calls `onError` if a write fails, and retries the write at the next check. */
export const keepState = (platform: LocalPlatform, folder: DataFolder, onError: (error: unknown) => void): StateKeeper => {
  const { internals } = platform;
  let saved: PlatformState | undefined;
  let reads = -1;
  let notBefore = 0;
  let writing: Promise<void> | undefined;

  const save = async (): Promise<void> => {
    const state = internals.capture().state;
    if (saved && isSame(saved, state)) return;
    const start = performance.now();
    await folder.write(JSON.stringify(toSnapshot(state.world, state.identity, internals.world.timestamp())));
    saved = state;
    notBefore = performance.now() + Math.min(MAX_PAUSE_MS, (performance.now() - start) / MAX_SHARE);
  };

  const check = (): void => {
    // If nothing was read, nothing has changed, because rules read records before they change them.
    if (writing || performance.now() < notBefore || (saved && reads === internals.world.reads)) return;
    ({ reads } = internals.world);
    writing = save()
      .catch((error: unknown) => {
        reads = -1;
        onError(error);
      })
      .finally(() => (writing = undefined));
  };

  const timer = setInterval(check, CHECK_MS);
  return {
    async close() {
      clearInterval(timer);
      await writing;
      await save();
      await folder.close();
    },
  };
};
