import { sendOnce } from '#sender';
import { PlatformError, withDetails, type Outcome } from '../diagnostics/errors.ts';
import { showHeaders } from '../diagnostics/response-headers.ts';
import { bounded } from '../time/bounded.ts';
import type { Encoded } from './encode.ts';
import { isBrowser } from './runtime.ts';
import { networkError } from './network-error.ts';
import { readBody, readErrorText } from './read-body.ts';
import { followRedirect, isRedirect } from './redirects.ts';
import {
  COMPLETE,
  type Connection,
  type Limits,
  type SenderRequest,
  type SenderResponse,
  type WireRequest,
  type WireResponse,
} from './wire.ts';

/** Returns the outcome that a status means for the request. */
export const outcomeOf = (status: number): Outcome =>
  status < 300 ? 'likely-applied' : status < 400 || (status >= 500 && status !== 501) ? 'unknown' : 'rejected';

/** Sends one request once, and reads or opens the response. Every wait is bounded. */
export const exchange = async (request: WireRequest, limits: Limits): Promise<WireResponse> => {
  const controller = new AbortController();
  limits.open?.abandoned?.addEventListener('abort', () => controller.abort());
  let response: SenderResponse | undefined;
  try {
    response = await sendWithin(request, limits, controller);
    return await receive(response, limits, controller, typeof request.body === 'function');
  } catch (error) {
    controller.abort();
    const failure = error instanceof PlatformError ? error : networkError(error, request.url, request.method);
    if (!response) throw failure;
    const { status, headers } = response;
    throw withDetails(failure, { ...showHeaders(headers), status, outcome: outcomeOf(status) });
  }
};

/** Sends the request and waits for the headers. The wait begins anew when a part of an encoded body was sent. */
const sendWithin = (request: WireRequest, limits: Limits, controller: AbortController): Promise<SenderResponse> => {
  const { headersMs, remainingMs, signal } = limits;
  const { body } = request;
  let aliveAt: number | undefined;
  const encoded: Body =
    typeof body === 'function' ? body((extraMs = 0) => (aliveAt = performance.now() + extraMs), controller.signal) : { body };
  const extension = (): number => (aliveAt === undefined ? 0 : Math.min(aliveAt + headersMs - performance.now(), remainingMs()));
  let isUnsent: (() => boolean) | undefined;
  const watched = { ...limits, onStart: (check: () => boolean) => void (isUnsent = check) };
  return bounded(send(request, encoded, controller.signal, watched), headersMs, signal, extension).catch((caught: unknown) => {
    const error = encoded.failure?.() ?? caught;
    // A connection that never opened: a payment that was not sent is no unknown payment.
    throw error instanceof PlatformError && isUnsent?.() ? withDetails(error, { outcome: 'not-sent' }) : error;
  });
};

/** Reads the body. The body of a success may stay open; an error response needs only its status. */
const receive = async (
  response: SenderResponse,
  limits: Limits,
  controller: AbortController,
  isEncoded: boolean,
): Promise<WireResponse> => {
  const { status, headers, ok } = response;
  const { open, signal, bodyMs: silenceMs, remainingMs, maxBytes } = limits;
  if (open && ok) return { status, headers, text: '', opened: connect(response, open.signal, controller) };
  const bodyLimits = { maxBytes, silenceMs, remainingMs, signal };
  const read = ok ? { text: await readBody(response, bodyLimits), unreadable: undefined } : await readErrorText(response, bodyLimits);
  // The rest of a request body, or of a long error, is useless.
  if (isEncoded || read.unreadable !== undefined) controller.abort();
  return { status, headers, ...read };
};

/** Returns an open response: the caller's abort closes it even while nothing reads it. */
const connect = (response: SenderResponse, signal: AbortSignal | undefined, controller: AbortController): Connection => {
  const abort = (): void => close();
  const close = (isComplete = false): void => {
    signal?.removeEventListener('abort', abort);
    controller.abort(isComplete ? COMPLETE : undefined);
  };
  signal?.addEventListener('abort', abort);
  return { response, signal, close };
};

type Body = Omit<Encoded, 'body'> & { readonly body: BodyInit | undefined };

/** Sends the request, and follows redirects where that is allowed. */
const send = async (request: WireRequest, encoded: Body, signal: AbortSignal, limits: Limits): Promise<SenderResponse> => {
  const { body, headers: own } = encoded;
  const transport = { fetch: limits.fetch ?? encoded.fetch, httpAgent: limits.httpAgent, onStart: limits.onStart };
  let next = request;
  for (let hops = 0; ; hops++) {
    const { method, headers, keepalive = false } = next;
    const init = { method, headers: own ? { ...headers, ...own } : headers, redirect: redirectMode(next), signal, keepalive };
    const response = await sendOnce(next.url, body === undefined ? init : withBody(init, body), transport);
    if (!isRedirect(response)) return response;
    next = followRedirect(next, response, hops);
    await response.body?.cancel();
  }
};

/** Streams as bodies need `duplex`. `ReadableStream` itself would make Node load it. */
const withBody = (request: SenderRequest, body: BodyInit): SenderRequest =>
  typeof body === 'object' && 'getReader' in body ? { ...request, body, duplex: 'half' } : { ...request, body };

/** A browser hides where a redirect leads, and takes `Authorization` to no other origin itself. */
const redirectMode = ({ toStorage, headers }: WireRequest): RequestRedirect =>
  toStorage && isBrowser() && isPlain(headers) ? 'follow' : 'manual';

const isPlain = (headers: WireRequest['headers']): boolean => Object.keys(headers).every((name) => /^(?:accept|authorization)$/.test(name));
