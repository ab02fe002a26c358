import { isPlatformError } from '../diagnostics/errors.ts';
import type { Logger } from '../diagnostics/logger.ts';
import { bounded } from '../time/bounded.ts';
import type { Clock } from '../time/clock.ts';
import { toStored, type StoredSession, type TokenStore } from './tokens.ts';

/** A token store that fails and hangs nobody: what it cannot do is told to the logger. */
export interface PatientStore {
  /** What is stored: undefined when a session that was seen there is gone, null when there is nothing to go by. */
  read(): Promise<StoredSession | null | undefined>;
  /** Brings a session into the store, or what is there out of it. */
  write(session: StoredSession | undefined): Promise<void>;
  /** Resolves once everything is written. */
  readonly written: () => Promise<void>;
}

/** How long a store is waited for. */
const STORE_MS = 2000;
/** A store that hung is not asked again for so long. */
const PAUSE_MS = 20_000;

/** Makes a store patient; `wanted` says what should be in it. */
export const patientStore = (
  store: TokenStore,
  wanted: () => StoredSession | undefined,
  clock: Clock,
  log: Logger | undefined,
): PatientStore => {
  let isSeen = false;
  let readAt = 0;
  let writing = Promise.resolve();

  const patiently = <T>(work: Promise<T>): Promise<T> => bounded(work, STORE_MS, undefined);

  const warn = (message: string): void => log?.({ type: 'warning', message: `The token store ${message}` });

  // The store's own words may hold secrets.
  const failed = (action: string, error: unknown): void =>
    warn(`${isPlatformError(error) ? 'took too long' : 'failed'} to ${action}; the session goes on in memory.`);

  const write = (session: StoredSession | undefined): Promise<void> =>
    (writing = writing.then(() => {
      const work = (async () => {
        await (session ? store.set(session) : store.remove());
        // Not every store gives back what it took.
        isSeen = session !== undefined && (await store.get()) != null;
      })();
      return patiently(work).catch((error: unknown) => {
        failed(session ? 'write' : 'remove', error);
        // What lands late may have undone what was written since.
        const settle = (): unknown => wanted() !== session && write(wanted());
        void work.then(settle, () => undefined);
      });
    }));

  return {
    async read() {
      await writing;
      if (clock.monotonic() < readAt) return null;
      try {
        const found = await patiently(Promise.resolve().then(() => store.get()));
        const stored = toStored(found);
        if (stored) isSeen = true;
        else if (found != null) warn('holds what is no session; it was ignored.');
        else if (isSeen) return void (isSeen = false);
        return stored ?? null;
      } catch (error) {
        if (isPlatformError(error)) readAt = clock.monotonic() + PAUSE_MS;
        failed('read', error);
        return null;
      }
    },
    write,
    written: () => writing,
  };
};
