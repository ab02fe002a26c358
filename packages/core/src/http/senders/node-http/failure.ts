import { inputError, PlatformError, withDetails } from '../../../diagnostics/errors.ts';
import { connectionError } from '../../network-error.ts';
import { adviceFor } from './advice.ts';
import type { Way } from './proxies.ts';

/**
 * Creates the error of a connection. `way`: how the request was on its way, if it had no connection yet. The error keeps only the system's
 * code and message, as errors of Node hold addresses and bytes of the response.
 */
export const toFailure = (error: unknown, hasLeft: boolean, way?: Way): PlatformError => {
  // The body could not be made.
  if (error instanceof PlatformError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  const outcome = hasLeft ? 'unknown' : 'not-sent';
  if (code !== 'ERR_HTTP_CONTENT_LENGTH_MISMATCH') {
    // Agents of others may write the address of a proxy, which may hold its password.
    const failure = connectionError(code, message.includes('://') ? '' : message, outcome);
    return withDetails(failure, {}, failure.message + adviceFor(error as NodeJS.ErrnoException, hasLeft, way));
  }
  return new PlatformError(
    'invalid-input',
    'The body is longer or shorter than its Content-Length. Declare the length that it has, or none',
    {
      outcome,
    },
  );
};

/** Creates the error of a request that Node does not begin. */
export const notStarted = (error: unknown, { protocol }: URL): PlatformError => {
  if ((error as NodeJS.ErrnoException).code !== 'ERR_INVALID_PROTOCOL') return toFailure(error, false);
  return inputError(`httpAgent cannot send to ${protocol}//. Return an agent for each protocol: httpAgent: (url) => agent`, 'httpAgent');
};
