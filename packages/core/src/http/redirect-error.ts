import { PlatformError } from '../diagnostics/errors.ts';
import type { SenderResponse, WireRequest } from './wire.ts';

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** Returns whether a response is a redirect; browsers hide the status of one that is not followed. */
export const isRedirect = ({ status, type }: SenderResponse): boolean => type === 'opaqueredirect' || REDIRECTS.includes(status);

/** A redirect that was not followed. It is put into words for the caller's error. */
export interface RefusedRedirect {
  readonly method: string;
  readonly url: string;
  /** The target without its query. Undefined if it is unknown. */
  readonly place: string | undefined;
}

/**
 * The error of a redirect that is not followed. Its `cause` is the redirect until it is described. `status` is 0 where the platform hides
 * it. A write may be redirected once it is applied, but 307 and 308 require the client to repeat it unchanged.
 */
export const redirectError = ({ method, url }: WireRequest, status = 0, place?: string): PlatformError => {
  const redirect: RefusedRedirect = { method, url, place };
  const outcome = method === 'GET' || status > 306 ? 'rejected' : 'unknown';
  return new PlatformError('redirect', '', { status: status || undefined, outcome }, { cause: redirect });
};
