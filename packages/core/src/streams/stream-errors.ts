import { withDetails, isPlatformError, PlatformError, type ErrorDetails } from '../diagnostics/errors.ts';
import type { Opened } from '../operation/opened.ts';

/** Creates the error of an abort by the caller's signal. */
export const aborted = (signal: AbortSignal): PlatformError =>
  new PlatformError('aborted', 'The stream was aborted', {}, { cause: signal.reason });

/** Creates the error of a response that is neither the stream nor a document in its place. */
export const unexpected = (what: string, details?: ErrorDetails): PlatformError =>
  new PlatformError('invalid-response', `The response is ${what}, but an event stream was expected. Check the base URL.`, details);

/** Creates the error for an HTML page that arrived instead of a stream. A proxy or another server sent the page, so the outcome is unknown. */
export const unexpectedPage = (): PlatformError => unexpected('an HTML page', { outcome: 'unknown' });

/** Turns a failure of reading a response into the caller's error. A failure before the response is returned unchanged. */
export const toCallerError = (error: unknown, operation: string, opened: Opened | undefined, received: () => unknown): unknown => {
  if (!opened) return error;
  const { response, signal } = opened;
  const cause = isPlatformError(error)
    ? error
    : signal?.aborted
      ? aborted(signal)
      : new PlatformError('interrupted', 'The connection broke in the middle of the stream');
  const { outcome = 'likely-applied', status = response.status } = cause;
  return opened.toCallerError(withDetails(cause, { operation, outcome, status, received: received() }));
};
