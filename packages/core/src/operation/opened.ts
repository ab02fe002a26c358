import type { PlatformError } from '../diagnostics/errors.ts';
import type { Connection } from '../http/wire.ts';

/** A response whose body is not read yet, with the functions that its operation reads it with. */
export interface Opened extends Connection {
  /** Turns an error of reading the body into the one that the caller gets. */
  readonly toCallerError: (error: unknown) => unknown;
  /** Renames a deployment's wire names in a document to those of the contract. */
  readonly toLocalNames: (document: unknown) => unknown;
  /** Reports, or throws, differences of the whole from the API specification. */
  readonly check: (whole: unknown) => void;
  /** The longest body in bytes that the platform's options allow. Default: no limit. */
  readonly maxBytes?: number | undefined;
  /** Retries the request after `error`, for the same user. Rejects with `error` if a retry is not allowed. Default: no retries. */
  readonly again?: (error: PlatformError, signal?: AbortSignal) => Promise<Opened>;
  /**
   * Keeps a traced call open when its connection closes, for a reader that may retry. Returns the function that ends it, with its failure if
   * there is one. Default: the call is not traced.
   */
  readonly hold?: () => (failure?: unknown) => void;
}

/**
 * Sends the request of one call, and resolves once the headers of its response are there. The signal `abandoned` closes the connection. The
 * limit `timeoutMs` replaces the call's own, of which a part may be over.
 */
export interface OpenResponse {
  (abandoned?: AbortSignal, timeoutMs?: number): Promise<Opened>;
  /** The request was sent already. Default: it is sent by the call. */
  readonly isSent?: true;
}
