import { inputError } from '../diagnostics/errors.ts';
import { inUnicode } from './in-unicode.ts';
import { requestHeaders, userAgent } from './request-headers.ts';
import { isNode } from './runtime.ts';
import { withBody } from './whole-body.ts';
import type { SenderRequest, SenderResponse } from './wire.ts';

/** Sends through a `fetch` on a server. It receives the address and its options, and builds the request. */
export const sendDirectly = async (url: string, request: SenderRequest, fetch: typeof globalThis.fetch): Promise<SenderResponse> =>
  inUnicode(withBody(await fetch(url, toFetchOptions(url, request, fetch))));

/** The options of a `fetch` on a server. */
export type FetchOptions = SenderRequest & Pick<RequestInit, 'cache'>;

/** Makes the options of a `fetch` on a server. */
export const toFetchOptions = (url: string, request: SenderRequest, fetch: typeof globalThis.fetch): FetchOptions => {
  checkGlobals();
  const own = { ...request, headers: requestHeaders(request) };
  const options = { ...(isNode() ? forNode(own) : own), ...uncached(), ...pastProxies(url) };
  // The caller's own `fetch` sets its own `User-Agent`; headers of the caller replace it.
  return fetch === globalThis.fetch ? { ...options, headers: { ...userAgent(), ...options.headers } } : options;
};

/** React Native lacks them until a program adds them. Without them no response can be read, so no request may leave. */
const checkGlobals = (): void => {
  const missing = NEEDED.find((name) => !(name in globalThis));
  if (missing === undefined) return;
  throw inputError(`The call could not be prepared: ${missing} is missing in this runtime. Load a polyfill before the first call`);
};

const NEEDED = ['TextDecoder', 'TextEncoder'] as const;

/** Bun uses the proxies of the environment even for this machine, which is the only target of http. */
export const pastProxies = (url: string): object | undefined =>
  'Bun' in globalThis && url.startsWith('http:') ? { proxy: false } : undefined;

/** Node's fetch keeps a second copy of a file that it might have to send to a redirect's target, unless redirects are errors. */
const forNode = (request: SenderRequest): SenderRequest =>
  request.body === undefined || typeof request.body === 'string' ? request : { ...request, redirect: 'error' };

/**
 * A cache of the browser or of a framework, such as Next's, does not separate users. Workers with a compatibility date before November 2024
 * throw if `cache` is set, and lack the property.
 */
export const uncached = (): { readonly cache?: 'no-store' } => ('cache' in Request.prototype ? { cache: 'no-store' } : {});
