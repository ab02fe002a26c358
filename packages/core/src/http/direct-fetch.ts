import { inputError } from '../diagnostics/errors.ts';
import { inUnicode } from './in-unicode.ts';
import { requestHeaders, userAgent } from './request-headers.ts';
import { isNode } from './runtime.ts';
import { withBody } from './whole-body.ts';
import type { SenderRequest, SenderResponse } from './wire.ts';

/** Sends through a `fetch` on a server. The `fetch` receives the URL and the options, and builds the request itself. */
export const sendDirectly = async (url: string, request: SenderRequest, fetch: typeof globalThis.fetch): Promise<SenderResponse> =>
  inUnicode(withBody(await fetch(url, toFetchOptions(url, request, fetch))));

/** The options of a `fetch`. */
export type FetchOptions = Omit<SenderRequest, 'ended'> & { readonly signal: AbortSignal } & Pick<RequestInit, 'cache'>;

/** Makes the options of any `fetch`. */
export const initOf = ({ ended, ...request }: SenderRequest): FetchOptions => ({ ...request, signal: ended.toSignal() });

/** Makes the options of a `fetch` on a server. */
export const toFetchOptions = (url: string, request: SenderRequest, fetch: typeof globalThis.fetch): FetchOptions => {
  checkGlobals();
  const own = { ...initOf(request), headers: requestHeaders(request) };
  const options = { ...(isNode() ? forNode(own) : own), ...uncached(), ...pastProxies(url) };
  // A custom `fetch` sets its own `User-Agent`. Headers of the caller replace both.
  return fetch === globalThis.fetch ? { ...options, headers: { ...userAgent(), ...options.headers } } : options;
};

/** React Native lacks these globals until a program adds them. Without them no response can be read, so no request is sent. */
const checkGlobals = (): void => {
  const missing = NEEDED.find((name) => !(name in globalThis));
  if (missing === undefined) return;
  throw inputError(`The call could not be prepared: ${missing} is missing in this runtime. Load a polyfill before the first call`);
};

const NEEDED = ['TextDecoder', 'TextEncoder'] as const;

/** Bun uses the proxies of the environment even for this machine. Plain http is allowed only for this machine. */
export const pastProxies = (url: string): object | undefined =>
  'Bun' in globalThis && url.startsWith('http:') ? { proxy: false } : undefined;

/** Node's fetch keeps a second copy of a file for a possible redirect, unless redirects are errors. */
const forNode = (request: FetchOptions): FetchOptions =>
  request.body === undefined || typeof request.body === 'string' ? request : { ...request, redirect: 'error' };

/**
 * The cache of a browser, or of a framework such as Next, does not separate users. Workers with a compatibility date before November 2024
 * lack `cache` in `Request.prototype`, and throw if it is set.
 */
export const uncached = (): { readonly cache?: 'no-store' } => ('cache' in Request.prototype ? { cache: 'no-store' } : {});
