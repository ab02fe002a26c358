import { PlatformError, isPlatformError } from '../diagnostics/errors.ts';
import type { Logger, WarningCode } from '../diagnostics/logger.ts';
import { bounded, type Clock } from '../time/limits.ts';
import { toRecord, type FoundRecord, type ReadOnlyTokenStore, type SessionRecord, type TokenStore } from './tokens.ts';

/** A token store that logs its failures. Reads and writes take at most two seconds. */
export interface PatientStore {
  /** Returns the content; undefined if the store fails or hangs. */
  readonly read: () => Promise<FoundRecord | undefined>;
  /** Writes `next` if the stored generation is still `expected`. Returns true if `next` was written, and undefined if the store fails or hangs. */
  readonly write: (next: SessionRecord, expected: number) => Promise<boolean | undefined>;
  /** Returns true if the store was read successfully before. */
  readonly wasRead: () => boolean;
}

const STORE_MS = 2000;
/** The pause before a store that hangs is read again, unless it responds earlier. */
const PAUSE_MS = 20_000;

const CODES = { read: 'STORE_NOT_READ', write: 'STORE_NOT_WRITTEN' } as const;

export const patientStore = (store: TokenStore | ReadOnlyTokenStore, clock: Clock, log: Logger | undefined): PatientStore => {
  let wasRead = false;
  let readAt = 0;

  const warn = (code: WarningCode, message: string): void => log?.({ type: 'warning', code, message: `The token store ${message}` });

  const attempt = async <T>(action: 'read' | 'write', work: () => T | Promise<T>): Promise<T | undefined> => {
    const working = Promise.resolve().then(() => work());
    try {
      return await bounded(working, STORE_MS, undefined);
    } catch (error) {
      const isLate = isPlatformError(error) && error.kind === 'timeout';
      if (isLate) {
        readAt = clock.monotonic() + PAUSE_MS;
        const readAgain = (): void => void (readAt = 0);
        working.then(readAgain, readAgain);
      }
      // Only errors of the SDK are shown, because the message of any other error may contain secrets.
      const words = isPlatformError(error) && !isLate ? ` (${error.message})` : '';
      warn(CODES[action], `${isLate ? 'took too long' : 'failed'} to ${action}${words}; the session is kept in memory.`);
      return undefined;
    }
  };

  return {
    async read() {
      if (clock.monotonic() < readAt) return undefined;
      const content = await attempt('read', async () => ({ value: await store.get() }));
      if (!content) return undefined;
      wasRead = true;
      const found = toRecord(content.value);
      if (found.session === undefined && content.value != null) warn('STORE_INVALID', 'contains no valid session; it was ignored.');
      return found;
    },
    write: (next, expected) =>
      attempt('write', async () => {
        const isWritten = 'set' in store && (await store.set(next, expected));
        if (typeof isWritten === 'boolean') return isWritten;
        throw new PlatformError('invalid-input', 'its set() must return whether it wrote', { field: 'session.store' });
      }),
    wasRead: () => wasRead,
  };
};
