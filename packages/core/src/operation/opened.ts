import type { PlatformError } from '../diagnostics/errors.ts';
import type { Connection } from '../http/wire.ts';

/** A response whose body is still to be read, with what its operation knows of it. */
export interface Opened extends Connection {
  /** Turns an error of reading the body into the one that the caller gets. */
  readonly toCallerError: (error: unknown) => unknown;
  /** Puts a document of the body under our names, where the deployment has others. */
  readonly toLocalNames: (document: unknown) => unknown;
  /** Reports, or throws, how the whole differs from the API specification. */
  readonly check: (whole: unknown) => void;
  /** The longest body in bytes that the platform's options allow. Default: no limit. */
  readonly maxBytes?: number | undefined;
  /** Sends the request once more after `error`, for the same user. Rejects with `error` where that is not allowed. Default: it is not. */
  readonly again?: (error: PlatformError, signal?: AbortSignal) => Promise<Opened>;
}

/** Sends the request of one call, and resolves once the headers of its response are there. `abandoned` closes the connection. */
export type OpenResponse = (abandoned?: AbortSignal) => Promise<Opened>;
