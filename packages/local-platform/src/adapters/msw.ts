import { http, HttpResponse, type HttpHandler } from 'msw';
import { DEFAULT_ORIGIN, type LocalPlatform } from '../platform/local-platform.ts';
import { basePaths } from '../routing/base-urls.ts';
import { isPreflight, preflight, readable } from './cors.ts';

/**
 * Creates a list with a single msw handler, which passes all requests to the base URLs to a local platform. Pages of any origin may call
 * these URLs, since requests never leave the process. Default of `origin`: `https://platform.test`.
 */
export const handlers = (platform: LocalPlatform, { origin = DEFAULT_ORIGIN }: { readonly origin?: string } = {}): HttpHandler[] => {
  const start = origin.replace(/(?<!\/)\/+$/, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const addresses = new RegExp(`^${start}(?:${Object.values(basePaths).join('|')})(?:/|$)`);
  return [
    http.all(addresses, async ({ request }) => {
      const cors = { 'access-control-allow-origin': request.headers.get('origin') ?? '*' };
      if (isPreflight(request)) return preflight(request, cors);
      try {
        return readable(await platform.fetch(request), cors);
      } catch {
        // `fetch` rejects if a fault breaks the connection, or if the request is aborted.
        return HttpResponse.error();
      }
    }),
  ];
};
