import { PlatformError } from '../diagnostics/errors.ts';
import { isSafe } from './safe-address.ts';
import type { SenderResponse, WireRequest } from './wire.ts';

const MAX_REDIRECTS = 3;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** Returns whether a response is a redirect; browsers hide the status of one that is not followed. */
export const isRedirect = ({ status, type }: SenderResponse): boolean => type === 'opaqueredirect' || REDIRECTS.includes(status);

/** The next request of a redirect that is followed: only to read, and with credentials only within the origin that they are for. */
export const followRedirect = (request: WireRequest, { status, headers }: SenderResponse, hops: number): WireRequest => {
  const { method, url, toStorage } = request;
  const location = headers.get('location') ?? undefined;
  const target = location !== undefined && URL.canParse(location, url) ? new URL(location, url) : undefined;
  const refuse = (): PlatformError => redirectError({ method, url, status, target });
  if (method !== 'GET' || !target || target.username + target.password !== '' || hops === MAX_REDIRECTS) throw refuse();
  if (target.origin === new URL(url).origin) return { ...request, url: target.href };
  // A redirect from https to this machine is rejected too: a remote server must not reach local ports.
  if (!toStorage || !isSafe(target) || target.protocol < new URL(url).protocol) throw refuse();
  // The headers were for the first origin, also on the way back.
  return { ...request, url: target.href, headers: {} };
};

/** A redirect that is not followed. */
interface Redirect {
  readonly method: string;
  readonly url: string;
  /** 0 or absent where the platform hides it. */
  readonly status?: number;
  readonly target?: URL | undefined;
}

/** A write may be redirected once it is applied, but 307 and 308 require the client to repeat it unchanged. */
export const redirectError = ({ method, url, status = 0, target }: Redirect): PlatformError => {
  const from = new URL(url);
  // A query may hold secrets.
  const place = target && (target.origin === from.origin ? target.pathname : target.origin + target.pathname);
  const facts = [status === 0 ? '' : ` (${status})`, place === undefined ? '' : ` to ${place}`].join('');
  const message = `The server redirected ${method} ${from.pathname}${facts}, which is not followed. Check the base URL: its scheme, host and path must be final.`;
  return new PlatformError('redirect', message, {
    status: status === 0 ? undefined : status,
    outcome: method === 'GET' || status > 306 ? 'rejected' : 'unknown',
  });
};
