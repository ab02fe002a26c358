import { withDetails, isPlatformError, PlatformError, type ErrorDetails } from '../diagnostics/errors.ts';
import type { Opened } from '../operation/opened.ts';

/** What an abort by the caller's signal means. */
export const aborted = (signal: AbortSignal): PlatformError =>
  new PlatformError('aborted', 'The stream was aborted', {}, { cause: signal.reason });

/** A response that is neither the stream nor a document in its place. */
export const unexpected = (what: string, details?: ErrorDetails): PlatformError =>
  new PlatformError('invalid-response', `The response is ${what}, but an event stream was expected. Check the base URL.`, details);

/** A page in place of a stream. A proxy or another server sent it: nothing is known of the service. */
export const unexpectedPage = (): PlatformError => unexpected('an HTML page', { outcome: 'unknown' });

/** What ended the reading of a response, as the caller gets it; what failed before there was one stays as it is. */
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
