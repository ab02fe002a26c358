import { inputError } from '../diagnostics/errors.ts';
import { isNode } from './runtime.ts';
import type { BodyReader, SenderBody, SenderRequest, SenderResponse } from './wire.ts';

/** Sends through a `fetch` on a server. The `fetch` receives the URL and the options, and builds the request itself. */
export const sendDirectly = async (url: string, request: SenderRequest, fetch: typeof globalThis.fetch): Promise<SenderResponse> =>
  inUnicode(withBody(await fetch(url, toFetchOptions(url, request, fetch))));

export type FetchOptions = Omit<SenderRequest, 'ended'> & { readonly signal: AbortSignal } & Pick<RequestInit, 'cache'>;

/** Turns a request into the options of any `fetch`. */
export const initOf = ({ ended, ...request }: SenderRequest): FetchOptions => ({ ...request, signal: ended.toSignal() });

/** Turns a request into the options of a `fetch` on a server. */
export const toFetchOptions = (url: string, request: SenderRequest, fetch: typeof globalThis.fetch): FetchOptions => {
  checkGlobals();
  const own = { ...initOf(request), headers: requestHeaders(request) };
  const options = { ...(isNode() ? forNode(own) : own), ...uncached(), ...pastProxies(url) };
  // A custom `fetch` sets its own `User-Agent`. Headers of the caller take precedence.
  return fetch === globalThis.fetch ? { ...options, headers: { ...userAgent(), ...options.headers } } : options;
};

/** Throws if a global that reads responses is missing, so that no request is sent. React Native lacks these globals until a program adds them. */
const checkGlobals = (): void => {
  const missing = NEEDED.find((name) => !(name in globalThis));
  if (missing === undefined) return;
  throw inputError(`The call could not be prepared: ${missing} is missing in this runtime. Load a polyfill before the first call`);
};

const NEEDED = ['TextDecoder', 'TextEncoder'] as const;

/** Returns options that disable Bun's proxies for plain http, which is allowed only to this machine. Otherwise, Bun would use the proxies of the environment. */
export const pastProxies = (url: string): object | undefined =>
  'Bun' in globalThis && url.startsWith('http:') ? { proxy: false } : undefined;

/** Turns redirects of a file upload into errors. Otherwise, Node's fetch would keep a second copy of the file for a possible redirect. */
const forNode = (request: FetchOptions): FetchOptions =>
  request.body === undefined || typeof request.body === 'string' ? request : { ...request, redirect: 'error' };

/**
 * Disables the cache of a browser, or of a framework such as Next, because this cache does not separate users. Workers with a compatibility
 * date before November 2024 lack `cache` in `Request.prototype`, and throw if it is set.
 */
export const uncached = (): { readonly cache?: 'no-store' } => ('cache' in Request.prototype ? { cache: 'no-store' } : {});

/** Headers of the connection and of the framing (RFC 9110, 7.6.1), and the host. A `fetch` sets all of them itself. */
const OF_CONNECTION = ['expect', 'host', 'keep-alive', 'trailer', 'transfer-encoding', 'upgrade'];

/**
 * Removes the headers of the connection, except `connection: close`. A program that forwards the headers of a request also forwards the
 * `content-length` of another body. With this length, a server would read the rest of the body as the next request. A stream may declare
 * its length, which is enforced.
 */
export const requestHeaders = ({ headers, body }: SenderRequest): Record<string, string> => {
  const isStream = typeof body === 'object' && 'getReader' in body;
  const isSent = (name: string, value: string): boolean => {
    if (name === 'content-length') return isStream;
    if (name === 'connection') return value.toLowerCase() === 'close';
    return !OF_CONNECTION.includes(name);
  };
  const sent: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) if (isSent(name.toLowerCase(), value)) sent[name] = value;
  return sent;
};

/** The version of the package, which the build inserts; undefined in the sources. */
declare const PACKAGE_VERSION: string;

interface Node {
  readonly process?: { readonly versions?: { readonly node?: string } };
}

/** Returns a `User-Agent` such as `platform-sdk/1.2.3 node/24.1.0`; an empty object in a page, and on a runtime without Node's version. */
export const userAgent = (): { readonly 'user-agent'?: string } => {
  const node = (globalThis as Node).process?.versions?.node;
  if (node === undefined || 'document' in globalThis) return {};
  const version = typeof PACKAGE_VERSION === 'undefined' ? 'source' : PACKAGE_VERSION;
  return { 'user-agent': `platform-sdk/${version} node/${node}` };
};

/** A response without a stream, as React Native's `fetch` returns it: `body` is missing there, while an empty body would be `null`. */
type WithoutStream = Partial<Pick<Response, 'arrayBuffer' | 'text'>>;

/** Matches the types that some runtimes can read only as text. */
const TEXT = /json|^text|xml/;

/** Returns a response with a body in one piece if the response lacks a stream. Other responses are returned unchanged. */
export const withBody = (response: SenderResponse): SenderResponse => {
  if ((response.body as unknown) !== undefined) return response;
  const { status, ok, headers, type } = response;
  return {
    status,
    ok,
    headers,
    ...(type !== undefined && { type }),
    body: bodyInOne(response as WithoutStream, headers.get('content-type') ?? ''),
  };
};

const bodyInOne = (response: WithoutStream, type: string): SenderBody => {
  let isRead = false;
  const readAll = async (): Promise<Uint8Array> => {
    if (TEXT.test(type) || !response.arrayBuffer) return new TextEncoder().encode(await response.text?.());
    return new Uint8Array(await response.arrayBuffer());
  };
  const cancel = async (): Promise<void> => void (isRead = true);
  const reader: BodyReader = {
    async read() {
      if (isRead) return { done: true };
      isRead = true;
      return { done: false, value: await readAll() };
    },
    cancel,
  };
  const body = {
    locked: false,
    getReader() {
      body.locked = true;
      return reader;
    },
    cancel,
  };
  return body;
};

/** Returns a response whose text is in UTF-8. Text in an unknown charset is read as UTF-8, the charset of JSON. */
export const inUnicode = (response: SenderResponse): SenderResponse => {
  const { status, ok, headers, body } = response;
  const type = headers.get('content-type') ?? '';
  const charset = otherCharset(type);
  if (charset === undefined || !body) return response;
  const text = decoderOf(charset);
  if (!text) return response;
  const utf8 = (body as ReadableStream<Uint8Array>).pipeThrough(text).pipeThrough(new TextEncoderStream());
  const own = new Headers([...headers]);
  own.set('content-type', inUtf8(type));
  own.delete('content-length');
  return { status, ok, headers: own, body: utf8 };
};

const decoderOf = (label: string): ReadableWritablePair<string, Uint8Array> | undefined => {
  try {
    return new TextDecoderStream(label) as ReadableWritablePair<string, Uint8Array>;
  } catch {
    return undefined;
  }
};

/**
 * Returns the declared charset of JSON or plain text, if it is not UTF-8. Event streams are UTF-8 by definition, and the bytes of other
 * types, such as CSV and JSON Lines, are not converted.
 */
export const otherCharset = (type: string): string | undefined => {
  const label = /;\s*charset\s*=\s*"?([^\s"',;]+)/i.exec(type)?.[1];
  // Servers that declare ASCII often send UTF-8.
  return label === undefined || !/[/+]json\b|^text\/plain/i.test(type) || /^(?:utf-?8|us-ascii)$/i.test(label) ? undefined : label;
};

export const inUtf8 = (type: string): string => type.replace(/;\s*charset\s*=\s*(?:"[^"]*"|[^\s;]*)/gi, '; charset=utf-8');
