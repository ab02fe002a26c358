import { PlatformError } from '../diagnostics/errors.ts';
import { isBrowser } from './runtime.ts';
import type { SenderResponse, StorageRedirects, WireRequest } from './wire.ts';

const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Returns true for an https URL, and for an http URL of this machine. Others cannot read such requests in transit. */
export const isSafe = ({ protocol, hostname }: URL): boolean => protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** Returns true for a redirect. Browsers hide the status of a redirect that is not followed. */
export const isRedirect = ({ status, type }: SenderResponse): boolean => type === 'opaqueredirect' || REDIRECTS.includes(status);

/**
 * Creates the error of a redirect that is not followed. `status` is 0 if the browser hides it; `place` is the target without its query. The
 * outcome of a write is `unknown`, because the server may have applied it before the redirect. After 307 and 308, the outcome is
 * `rejected`: these statuses require the client to repeat the request.
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

/** The next request, or the rejected target of a redirect without its query. Empty if the target is missing, ambiguous or invalid. */
interface RedirectTarget {
  readonly next?: WireRequest;
  readonly place?: string;
}

const MAX_REDIRECTS = 3;

/** Decides whether a redirect is followed. Only redirects of a GET are followed, and credentials are only sent to the origin of the first request. */
export const redirectTarget = (request: WireRequest, { headers }: SenderResponse, hops: number): RedirectTarget => {
  const { method, url, storage } = request;
  const from = new URL(url);
  // Each character of a header is a byte. As in Fetch, bytes outside ASCII are escaped.
  const location = headers.get('location')?.replace(/[^\0-~]/g, escape);
  // `fetch` joins several targets with `, `, which no URL contains (RFC 3986). Such a redirect is ambiguous, so it is rejected.
  if (!location || location.includes(', ') || !URL.canParse(location, url)) return {};
  const to = new URL(location, url);
  const isWithin = to.origin === from.origin;
  // A query may contain secrets.
  const refused = { place: isWithin ? to.pathname : to.origin + to.pathname };
  if (method !== 'GET' || to.username || to.password || hops === MAX_REDIRECTS) return refused;
  if (isWithin) return { next: { ...request, url: to.href } };
  // A redirect from https to plain http on this machine is rejected too: a remote server must not reach local ports.
  if (!storage || !isSafe(to) || to.protocol < from.protocol) return refused;
  // The headers were for the first origin, so they are not sent even if a later redirect returns there.
  return { next: { ...request, url: to.href, headers: {} } };
};

/** Follows redirects to another origin, without the headers of the first request. */
export const storageRedirects: StorageRedirects = {
  // A browser hides the target of a redirect, so only the browser can follow it. Browsers do not send `Authorization` to another origin.
  mode: (headers) => (isBrowser() && isPlain(headers) ? 'follow' : 'manual'),
};

const isPlain = (headers: WireRequest['headers']): boolean => Object.keys(headers).every((name) => /^(?:accept|authorization)$/.test(name));
