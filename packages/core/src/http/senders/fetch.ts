import type { DecideRedirect, ReadFailure, Sender } from '../wire.ts';
import { uncached } from '../uncached.ts';

/** Sends by the browser's `fetch`. ky would do the same single attempt here, for 9 kB of every page. */
export const sendOnce: Sender = async (url, request, { fetch = globalThis.fetch }) => {
  const response = await fetch(url, { ...request, ...uncached() });
  // No browser lacks it, but a caller's `fetch` may.
  return (response.body as unknown) === undefined ? (await import('../whole-body.ts')).withBody(response) : response;
};

/** No browser shows the target of a redirect. A caller's `fetch` may, and the `fetch` of an edge runtime. */
export const decideRedirect: DecideRedirect = async (request, response, hops) => {
  if (response.type === 'opaqueredirect') return {};
  const code = await import('../redirects.ts').catch(() => undefined);
  return code?.redirectTarget(request, response, hops) ?? {};
};

/** No browser names a cause. A caller's `fetch` may, and the `fetch` of an edge runtime. */
export const readFailure: ReadFailure = async (error) => {
  const { cause, code, message } = Object(error) as { readonly [Name in 'cause' | 'code' | 'message']?: unknown };
  const server = cause === undefined && typeof code !== 'string' ? undefined : await import('../system-failure.ts').catch(() => undefined);
  return server?.systemFailure(error) ?? { reason: typeof message === 'string' ? message : '' };
};
