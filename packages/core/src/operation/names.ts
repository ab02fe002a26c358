export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The base addresses a platform has. */
export type BaseName = 'auth' | 'organizations' | 'wallets' | 'analytics' | 'memory' | 'gateway' | 'upload' | 'search' | 'converter';

/**
 * What a call carries: `application` the Api-Key; `user` the Api-Key and the session's Bearer; `admin` these and `Admin-Access`;
 * `project` Basic with the project's key pair, and the Api-Key where there is one; `token` the service's own Bearer; `agent` the agent pair, when configured.
 */
export type Credentials = 'none' | 'application' | 'user' | 'admin' | 'project' | 'token' | 'agent';

/**
 * Whether a failed call may be sent again: `safe` (it reads) and `idempotent` (sending it twice changes nothing) are;
 * `never` only when provably nothing left the machine; `once` not even then.
 */
export type RetryClass = 'safe' | 'idempotent' | 'never' | 'once';

/** How sure a name is that the documents do not show. */
export type Confidence = 'published' | 'convention' | 'assumed';
