import { isPlatformError, PlatformError } from '../diagnostics/errors.ts';
import type { ReadOnlyTokenStore, StoredSession, TokenStore } from './tokens.ts';

/** The code of the error if a call needs a new access token, but the store cannot write. */
export const REFRESH_NEEDED = 'REFRESH_NEEDED';

/** Rejects if the store cannot write, or cannot write `next`. Without a store, the session is in memory, and always writable. */
export const checkWritable = async (store: TokenStore | ReadOnlyTokenStore | undefined, next?: StoredSession): Promise<void> => {
  if (!store) return;
  if (!('set' in store)) throw readOnlyError();
  try {
    await store.checkWrite?.(next);
  } catch (error) {
    // Only errors of the SDK are shown, because the message of any other error may contain secrets.
    throw isPlatformError(error) ? error : readOnlyError();
  }
};

/** Creates the error of a sign-in or a sign-out that cannot be stored. */
export const readOnlyError = (): PlatformError =>
  new PlatformError(
    'session',
    'The token store cannot write here, so the session stays as it is. Sign in and out where it can, such as in a route handler',
    { code: 'READ_ONLY_SESSION', outcome: 'not-sent' },
  );

/** Creates the error of a refresh whose tokens cannot be stored. The refresh token is not sent, because it can be used only once. */
export const refreshNeededError = (): PlatformError =>
  new PlatformError(
    'session',
    'The access token has expired, and the token store cannot keep a new one here. Refresh the session where it can, such as in a middleware',
    { code: REFRESH_NEEDED, outcome: 'not-sent' },
  );
