import type { PlatformError } from '../diagnostics/errors.ts';
import type { Connection } from '../http/wire.ts';

/** A response whose body was not read yet, with the functions that its reader needs. */
export interface Opened extends Connection {
  /** Turns an error of reading the body into the error that the caller gets. */
  readonly toCallerError: (error: unknown) => unknown;
  /** Renames the wire names of a deployment to the names of the contract. */
  readonly toLocalNames: (document: unknown) => unknown;
  /** Compares the complete response with the API specification. Reports the differences, or throws an error. */
  readonly check: (whole: unknown) => void;
  /** The longest body in bytes that the platform's options allow. Default: no limit. */
  readonly maxBytes?: number | undefined;
  /** Retries the request for the same user. Rejects with `error` if a retry is not allowed. Default: no retries. */
  readonly again?: (error: PlatformError, signal?: AbortSignal) => Promise<Opened>;
  /**
   * Keeps the trace of a call running after its connection closes, because its reader may retry. Returns a function that ends the traced
   * call. If the call failed, pass the failure. Default: the call is not traced.
   */
  readonly hold?: () => (failure?: unknown) => void;
}

/**
 * Sends the request of one call, and resolves when the headers of its response arrive. The signal `abandoned` closes the connection.
 * `timeoutMs` replaces the call's own time limit, of which a part may have passed.
 */
export interface OpenResponse {
  (abandoned?: AbortSignal, timeoutMs?: number): Promise<Opened>;
  /** True if the request was sent already. Default: the call sends the request. */
  readonly isSent?: true;
}
