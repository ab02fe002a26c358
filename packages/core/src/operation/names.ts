export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The base addresses a platform has. */
export type BaseName = 'auth' | 'organizations' | 'wallets' | 'analytics' | 'memory' | 'gateway' | 'upload' | 'search' | 'converter';

/**
 * What a call carries: `application` the Api-Key; `user` the Api-Key and the session's Bearer; `admin` these and `Admin-Access`;
 * `project` Basic with the project's key pair, and the Api-Key where there is one; `token` the service's own Bearer; `agent` the agent pair, when configured.
 */
export type Credentials = 'none' | 'application' | 'user' | 'admin' | 'project' | 'token' | 'agent';

/**
 * How often a call is sent. `safe` (it reads) and `idempotent` (twice changes no more than once) are retried. `non-idempotent` is retried only when
 * provably nothing left the machine. These three are replayed once after a refreshed 401. `single-attempt` is exactly one request, whatever happens.
 */
export type RetryClass = 'safe' | 'idempotent' | 'non-idempotent' | 'single-attempt';

/** How sure a name is that the documents do not show. */
export type Confidence = 'published' | 'convention' | 'assumed';
