import type { Owner, Owners } from './owner.ts';
import { merge, NONE, type PendingWrites } from './changes.ts';

/** Tracks the current owner of the settings, which is the user who is signed in. */
export interface CurrentOwner {
  /** Returns the owner; undefined until the owner is known. */
  readonly get: () => Owner | undefined;
  /** Switches to a new owner, if the owner can be read without waiting. */
  readonly readOwner: () => void;
  /** Finds the owner. If two searches run in parallel, the later search wins. */
  readonly find: () => Promise<Owner>;
  /** Searches for the owner of a change, if only the tokens of an `accessToken` function distinguish users. */
  readonly note: (writes: Partial<PendingWrites>) => void;
  readonly dispose: () => void;
}

/**
 * Tracks the owner. When the owner changes, calls `turned` with the new owner and the changes that were made before this owner was
 * known. Calls `signedIn` at each sign-in, even of the same user.
 */
export const trackOwner = (owners: Owners, turned: (owner: Owner, early: PendingWrites) => void, signedIn: () => void): CurrentOwner => {
  let isDisposed = false;
  let owner: Owner | undefined;
  /** The number of sign-ins and sign-outs so far. A search that began before the latest change has an outdated result. */
  let changes = 0;
  /** Changes whose owner is still unknown. */
  const early = new Set<Partial<PendingWrites>>();
  let latest: Promise<unknown> = Promise.resolve();

  const use = (next: Owner): void => {
    if (isDisposed || next === owner) return;
    owner = next;
    turned(next, [...early].reduce<PendingWrites>(merge, NONE));
  };

  const find = (): Promise<Owner> => {
    const known = changes;
    const search = owners.find();
    // The search may fail while an earlier search is still running, so this handler prevents an unhandled rejection.
    search.catch(() => undefined);
    const found = latest
      .then(() => search)
      .then((current) => {
        if (owner === undefined || known === changes) use(current);
        return owner ?? current;
      });
    latest = found.catch(() => undefined);
    return found;
  };

  const readOwner = (): void => {
    const next = owners.now();
    if (next) use(next);
  };

  const unsubscribe = owners.subscribe((next, isSignIn) => {
    changes++;
    use(next);
    if (isSignIn) signedIn();
  });

  return {
    get: () => owner,
    readOwner,
    find,
    note(writes) {
      if (!owners.isVague) return;
      early.add(writes);
      const forget = (): void => void early.delete(writes);
      void find().then(forget, forget);
    },
    dispose() {
      isDisposed = true;
      unsubscribe();
    },
  };
};
