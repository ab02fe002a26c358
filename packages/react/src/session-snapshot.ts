import type { Tokens } from '@platform-sdk/core';

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

/** Returns what a page shows of a session. A server passes it to the provider of the page, as it contains no token. */
export const toSessionSnapshot = (tokens: Tokens | undefined): SessionSnapshot => {
  if (!tokens) return { status: 'signed-out' };
  const { id, email, firstName, lastName } = tokens;
  return { status: 'signed-in', user: { id, email, firstName, lastName } };
};
