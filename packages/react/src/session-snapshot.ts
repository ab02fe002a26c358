import type { Tokens } from '@platform-sdk/core';

/** The signed-in user. A field is undefined if the service did not send it. */
export interface SessionUser {
  readonly id?: string | undefined;
  readonly email?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
}

/** The session as a page shows it, without a secret. */
export interface SessionSnapshot {
  /** The status. `loading` means that the token store has not been read yet. */
  readonly status: 'loading' | 'signed-in' | 'signed-out';
  /** The user. Undefined unless a user is signed in. */
  readonly user?: SessionUser;
}

/** Returns the part of a session that a page shows. It contains no token, so a server can pass it to the page's provider. */
export const toSessionSnapshot = (tokens: Tokens | undefined): SessionSnapshot => {
  if (!tokens) return { status: 'signed-out' };
  const { id, email, firstName, lastName } = tokens;
  return { status: 'signed-in', user: { id, email, firstName, lastName } };
};
