import type { DownloadSource } from '../http/download.ts';

/** A response whose body was not read yet, with the functions that its reader needs. */
export interface Opened extends DownloadSource {
  /** Renames the wire names of a deployment to the names of the contract. */
  readonly toLocalNames: (document: unknown) => unknown;
  /** Compares the complete response with the API specification. Reports the differences, or throws an error. */
  readonly check: (whole: unknown) => void;
  /** The longest body in bytes that the platform's options allow. Default: no limit. */
  readonly maxBytes?: number | undefined;
}

/**
 * Sends the request of one call, and resolves when the headers of its response arrive. The signal `abandoned` closes the connection.
 * `timeoutMs` replaces the call's own time limit, of which a part may have passed.
 */
export interface OpenResponse {
  (abandoned?: AbortSignal, timeoutMs?: number): Promise<Opened>;
  /** The request was sent already. Default: the call sends the request. */
  readonly isSent?: true;
}
