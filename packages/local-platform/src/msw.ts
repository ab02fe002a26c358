import { http, HttpResponse, type HttpHandler } from 'msw';
import { basePaths } from './base-urls.ts';
import { DEFAULT_ORIGIN, type LocalPlatform } from './platform.ts';

/** One msw handler, in a list, that answers every request to the base addresses of a local platform. */
export const handlers = (platform: LocalPlatform, { origin = DEFAULT_ORIGIN }: { readonly origin?: string } = {}): HttpHandler[] => {
  const start = origin.replace(/\/+$/, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const addresses = new RegExp(`^${start}(?:${Object.values(basePaths).join('|')})(?:/|$)`);
  return [
    http.all(addresses, async ({ request }) => {
      try {
        return await platform.fetch(request);
      } catch {
        // The platform rejects only when a fault breaks the connection.
        return HttpResponse.error();
      }
    }),
  ];
};
