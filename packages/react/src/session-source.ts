import type { Platform, Tokens } from '@platform-sdk/core';

/** The signed-in user, as far as the service names them. */
export interface SessionUser {
  readonly id?: string | undefined;
  readonly email?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
}

/** The session as a page shows it, without a secret. */
export interface SessionSnapshot {
  /** `loading`: the token store was not read yet. */
  readonly status: 'loading' | 'signed-in' | 'signed-out';
  /** Absent unless a user is signed in. */
  readonly user?: SessionUser;
}

/** The session as an external store of React. */
export interface SessionSource {
  readonly subscribe: (listener: () => void) => () => void;
  readonly get: () => SessionSnapshot;
  readonly getServerSnapshot: () => SessionSnapshot;
}

/** Returns what a page shows of a session. A server passes it to the provider of the page, as it contains no token. */
export const toSessionSnapshot = (tokens: Tokens | undefined): SessionSnapshot => {
  if (!tokens) return { status: 'signed-out' };
  const { id, email, firstName, lastName } = tokens;
  return { status: 'signed-in', user: { id, email, firstName, lastName } };
};

const isSame = (one: SessionSnapshot, { status, user }: SessionSnapshot): boolean =>
  one.status === status && (['id', 'email', 'firstName', 'lastName'] as const).every((name) => one.user?.[name] === user?.[name]);

/** Follows the session of a platform. It is `initial` until its store was read. */
export const createSessionSource = ({ session }: Platform, initial: SessionSnapshot = { status: 'loading' }): SessionSource => {
  let current = initial;
  let isRead = false;
  const get = (): SessionSnapshot => {
    const tokens = session.snapshot();
    const next = tokens || isRead ? toSessionSnapshot(tokens) : initial;
    // A refresh of the tokens changes nothing that a page shows.
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
