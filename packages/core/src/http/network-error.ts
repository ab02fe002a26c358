import { PlatformError, type Outcome } from '../diagnostics/errors.ts';
import { redirectError } from './redirect-error.ts';
import type { SystemFailure, WireRequest } from './wire.ts';

/** Makes the error of a request that failed below HTTP. */
export const networkError = ({ own, isRedirect, code, reason = '', isUnsent }: SystemFailure, request: WireRequest): PlatformError => {
  if (own) return own as PlatformError;
  if (isRedirect) return redirectError(request);
  // An address may hold secrets.
  const shown = reason.includes('://') ? '' : reason;
  return connectionError(code, shown, isUnsent ? 'not-sent' : 'unknown');
};

/** The error of a connection that failed. `code` is the system's. */
export const connectionError = (code: string | undefined, reason: string, outcome: Outcome): PlatformError => {
  const why = code ?? reason;
  return new PlatformError('network', `The connection failed${why && `: ${why}`}`, { code, outcome });
};
