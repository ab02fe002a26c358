import type { PlatformError } from '../diagnostics/errors.ts';

/** A body that is not JSON, for one attempt. */
export interface Encoded {
  readonly body: NonNullable<RequestInit['body']>;
  /** Its `Content-Type`. Default: set by the runtime. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends this attempt where the caller has no `fetch`. Default: the sender of all requests. */
  readonly fetch?: typeof globalThis.fetch;
  /** Returns why the body could not be made. Default: the error of the transport, in which some runtimes hide the reason. */
  readonly failure?: () => PlatformError | undefined;
}

/**
 * Makes a body for each attempt; throws when it cannot be made again. Calls `alive` when a part of it was sent: the wait for a response
 * begins anew, in `extraMs`. The signal `ended` aborts with the attempt: the rest of the body is useless then.
 */
export type Encode = (alive: (extraMs?: number) => void, ended: AbortSignal) => Encoded;
