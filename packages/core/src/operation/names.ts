export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The services with a base URL. */
export type BaseName = 'auth' | 'organizations' | 'wallets' | 'analytics' | 'memory' | 'gateway' | 'upload' | 'search' | 'converter';

/**
 * The credentials that a call carries:
 *
 * - `none`: none.
 * - `application`: the Api-Key.
 * - `user`: the Api-Key and the session's Bearer token.
 * - `admin`: the credentials of `user`, and `Admin-Access`.
 * - `project`: Basic authentication with the project's key pair, and the Api-Key if it is configured.
 * - `token`: the service's own Bearer token.
 * - `agent`: the two headers of an agent, if they are configured.
 */
export type Credentials = 'none' | 'application' | 'user' | 'admin' | 'project' | 'token' | 'agent';

/**
 * Decides when a failed call is retried:
 *
 * - `safe`: the call only reads, so it is retried after a failure.
 * - `idempotent`: repeating the call changes nothing more, so it is retried after a failure.
 * - `non-idempotent`: the call is retried only if its request certainly never left the machine, or after a 429 if `retryOn429` is set.
 * - `single-attempt`: the call sends at most one request, whatever happens.
 *
 * After a 401 that led to a refresh, every call is retried once, except `single-attempt` calls.
 */
export type RetryClass = 'safe' | 'idempotent' | 'non-idempotent' | 'single-attempt';

/** The certainty of a field name that the API specification does not show. */
export type Confidence = 'published' | 'convention' | 'assumed';
