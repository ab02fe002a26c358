export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The services with a base URL. */
export type BaseName = 'auth' | 'organizations' | 'wallets' | 'analytics' | 'memory' | 'gateway' | 'upload' | 'search' | 'converter';

/**
 * The credentials that a call carries:
 *
 * - `none`: none.
 * - `application`: the Api-Key.
 * - `user`: the Api-Key and the session's Bearer.
 * - `admin`: the same as `user`, and `Admin-Access`.
 * - `project`: Basic with the project's key pair, and the Api-Key if it is configured.
 * - `token`: the service's own Bearer.
 * - `agent`: the agent pair, if it is configured.
 */
export type Credentials = 'none' | 'application' | 'user' | 'admin' | 'project' | 'token' | 'agent';

/**
 * Decides how often a call is sent:
 *
 * - `safe`: it reads, so failures are retried.
 * - `idempotent`: two requests change no more than one, so failures are retried.
 * - `non-idempotent`: it is retried only when provably nothing left the machine.
 * - `single-attempt`: exactly one request is sent, whatever happens.
 *
 * After a 401 that led to a refresh, all except `single-attempt` are sent once more.
 */
export type RetryClass = 'safe' | 'idempotent' | 'non-idempotent' | 'single-attempt';

/** The certainty of a name that the API specification does not show. */
export type Confidence = 'published' | 'convention' | 'assumed';
