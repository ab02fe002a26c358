import { PlatformError } from '../diagnostics/errors.ts';
import type { SenderResponse, WireRequest } from './wire.ts';

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** Returns whether a response is a redirect; browsers hide the status of one that is not followed. */
export const isRedirect = ({ status, type }: SenderResponse): boolean => type === 'opaqueredirect' || REDIRECTS.includes(status);

/**
 * The error of a redirect that is not followed. `status` is 0 where the platform hides it, `place` the target without its query. A write may be redirected once it is applied, but 307 and 308 require the client to repeat it unchanged.
 */
export const redirectError = ({ method, url }: WireRequest, status = 0, place?: string): PlatformError => {
  const facts = (status ? ` (${status})` : '') + (place === undefined ? '' : ` to ${place}`);
  const outcome = method === 'GET' || status > 306 ? 'rejected' : 'unknown';
  return new PlatformError(
    'redirect',
    `The server redirected ${method} ${new URL(url).pathname}${facts}, which is not followed. Check the base URL: its scheme, host and path must be final.`,
    { status: status || undefined, outcome },
  );
};
