/** A body that is not JSON, for one attempt. */
export interface Encoded {
  readonly body: NonNullable<RequestInit['body']>;
  /** Its `Content-Type`. Default: that which the runtime sets. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends this attempt where the caller has no `fetch`. Default: the sender of all requests. */
  readonly fetch?: typeof globalThis.fetch;
}

/**
 * Makes a body for each attempt; throws when it cannot be made again. Calls `alive` when a part of it has left: the wait for a response
 * begins anew, in `extraMs`. `ended` is aborted once the attempt is over and the rest of the body is of no use.
 */
export type Encode = (alive: (extraMs?: number) => void, ended: AbortSignal) => Encoded;
