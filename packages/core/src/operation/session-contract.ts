import { document, resource, type Resource } from '../schema/envelope.ts';
import { nonEmptyString, number, object, optional, secret, string, text, type Schema } from '../schema/schema.ts';
import { sessionTokens } from '../session/tokens.ts';
import type { Operation } from './operation.ts';

/** A signed-in user's tokens. */
export interface UserSession extends Resource {
  /** A short-lived JWT. Secret. */
  accessToken: string;
  /** The token that can be exchanged once for new tokens. Secret. */
  refreshToken: string;
  /** The user's e-mail address. Absent if the service does not send this value. */
  email?: string;
  /** The user's first name. Absent if the service does not send this value. */
  firstName?: string;
  /** The user's last name. Absent if the service does not send this value. */
  lastName?: string;
  /** The lifetime of the access token in seconds. The token's own `exp` takes precedence. Absent if the service does not send this value. */
  expiresIn?: number;
}

/** The refresh token to exchange. */
export interface RefreshTokenBody {
  refresh_token: string;
}

/** The schema of a session that the service returns. */
export const userSession: Schema<UserSession> = document(
  resource<UserSession>('session', {
    // The token is sent in a header, which a line break would end.
    accessToken: secret(text({ pattern: /^[\x21-\x7e]+$/, message: 'cannot be sent in a header' })),
    refreshToken: secret(nonEmptyString),
    email: optional(string),
    firstName: optional(string),
    lastName: optional(string),
    expiresIn: optional(number()),
  }),
);

/** Exchanges a refresh token for new tokens. The client calls this automatically before the access token expires. */
export const refresh: Operation<RefreshTokenBody, UserSession> = {
  method: 'POST',
  path: '/oauth/token/refresh',
  base: 'auth',
  credentials: 'application',
  input: object<RefreshTokenBody>({ refresh_token: nonEmptyString }),
  output: userSession,
  retry: 'non-idempotent',
  invalidates: ['/oauth/token/info'],
  alwaysValidate: sessionTokens,
};
