import type { Owner, Owners } from './owner.ts';
import { merge, NONE, type PendingWrites } from './changes.ts';

/** Whose the settings are now. */
export interface CurrentOwner {
  /** Undefined before the first was found. */
  readonly get: () => Owner | undefined;
  /** Looks whether it is somebody else now, as far as that is known without waiting. */
  readonly readOwner: () => void;
  /** Finds the owner. Of several searches, the one that began first counts first. */
  readonly find: () => Promise<Owner>;
  /** Notes a change of which only the next search shows whose it is. */
  readonly note: (writes: Partial<PendingWrites>) => void;
  readonly dispose: () => void;
}

/**
 * Keeps track of the owner. `turned` is called when it is another one, with the changes that are known to be the new one's; `signedIn` when
 * a user signs in, also the same again.
 */
export const trackOwner = (owners: Owners, turned: (owner: Owner, early: PendingWrites) => void, signedIn: () => void): CurrentOwner => {
  let isDisposed = false;
  let owner: Owner | undefined;
  /** Counts sign-ins and sign-outs: what was found before the latest is outdated. */
  let changes = 0;
  /** Changes of which it is not known yet whose they are. */
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
