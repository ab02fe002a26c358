import { document, resource, type Resource } from '../schema/envelope.ts';
import { filled, object, optional, string, type Schema } from '../schema/schema.ts';
import { operation, type Operation } from './operation.ts';

/** A signed-in user's tokens. */
export interface UserSession extends Resource {
  /** A short-lived JWT. Secret. */
  accessToken: string;
  /** Exchanged, once, for the next pair. Secret. */
  refreshToken: string;
  email?: string;
  firstName?: string;
  lastName?: string;
}

/** The refresh token to exchange. */
export interface RefreshInput {
  refresh_token: string;
}

/** Checks a session object of the service. */
export const userSession: Schema<UserSession> = document(
  resource<UserSession>('session', {
    accessToken: filled,
    refreshToken: filled,
    email: optional(string),
    firstName: optional(string),
    lastName: optional(string),
  }),
);

/** Exchanges a refresh token for a new pair of tokens. The client does this by itself when it is time. */
export const refresh: Operation<RefreshInput, UserSession> = operation({
  method: 'POST',
  path: '/oauth/token/refresh',
  base: 'auth',
  credentials: 'application',
  input: object<RefreshInput>({ refresh_token: filled }),
  output: userSession,
  retry: 'never',
  strict: true,
  errors: [400, 401],
});
