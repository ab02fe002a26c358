import type { Platform } from '@platform-sdk/core';
import { toSessionSnapshot, type SessionSnapshot } from './session-snapshot.ts';

/** The session as an external store for React. */
export interface SessionSource {
  readonly subscribe: (listener: () => void) => () => void;
  readonly get: () => SessionSnapshot;
  readonly getServerSnapshot: () => SessionSnapshot;
}

const isSame = (one: SessionSnapshot, { status, user }: SessionSnapshot): boolean =>
  one.status === status && (['id', 'email', 'firstName', 'lastName'] as const).every((name) => one.user?.[name] === user?.[name]);

/** Creates a source that follows the session of a platform. The session is `initial` until its store is read. */
export const createSessionSource = ({ session }: Platform, initial: SessionSnapshot = { status: 'loading' }): SessionSource => {
  let current = initial;
  let isRead = false;
  const get = (): SessionSnapshot => {
    const tokens = session.snapshot();
    const next = tokens || isRead ? toSessionSnapshot(tokens) : initial;
    // A token refresh does not change the displayed session.
    if (!isSame(current, next)) current = next;
    return current;
  };
  return {
    get,
    getServerSnapshot: () => initial,
    subscribe(listener) {
      let isSubscribed = true;
      const stop = session.subscribe(() => {
        isRead = true;
        listener();
      });
      const read = (): void => {
        isRead = true;
        if (isSubscribed) listener();
      };
      if (!isRead) session.get().then(read, read);
      return () => {
        isSubscribed = false;
        stop();
      };
    },
  };
};
