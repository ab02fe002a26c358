import { isSafe } from './safe-address.ts';
import type { RedirectTarget, SenderResponse, WireRequest } from './wire.ts';

const MAX_REDIRECTS = 3;

/** Decides about a redirect: it is followed only to read, and with credentials only within the origin that they are for. */
export const redirectTarget = (request: WireRequest, { headers }: SenderResponse, hops: number): RedirectTarget => {
  const { method, url, storage } = request;
  const from = new URL(url);
  // Each character of a header is a byte. As in Fetch, a byte that is not escaped means itself.
  const location = headers.get('location')?.replace(/[^\0-~]/g, escape);
  // Two targets, as `fetch` joins them: senders and proxies would choose different ones. An address has no space (RFC 3986).
  if (!location || location.includes(', ') || !URL.canParse(location, url)) return {};
  const to = new URL(location, url);
  const isWithin = to.origin === from.origin;
  // A query may hold secrets.
  const refused = { place: isWithin ? to.pathname : to.origin + to.pathname };
  if (method !== 'GET' || to.username || to.password || hops === MAX_REDIRECTS) return refused;
  if (isWithin) return { next: { ...request, url: to.href } };
  // A redirect from https to this machine is rejected too: a remote server must not reach local ports.
  if (!storage || !isSafe(to) || to.protocol < from.protocol) return refused;
  // The headers were for the first origin, also on the way back.
  return { next: { ...request, url: to.href, headers: {} } };
};
