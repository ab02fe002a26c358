import { sendOnce } from '#sender';
import { PlatformError, withDetails, type Outcome } from '../diagnostics/errors.ts';
import { showHeaders } from '../diagnostics/response-headers.ts';
import { bounded, timeoutError } from '../time/bounded.ts';
import type { Encoded } from './encode.ts';
import { isBrowser } from './runtime.ts';
import { networkError } from './network-error.ts';
import { readBody, readErrorText, waitForBody, type ErrorText, type Progress } from './read-body.ts';
import { followRedirect, isRedirect } from './redirects.ts';
import type { Connection, Limits, SenderRequest, SenderResponse, WireRequest, WireResponse } from './wire.ts';

/** Returns the outcome that a status means for the request. */
export const outcomeOf = (status: number): Outcome =>
  status < 300 ? 'likely-applied' : status < 400 || (status >= 500 && status !== 501) ? 'unknown' : 'rejected';

/** One attempt. One timer serves all of its waits, because a timer costs a tenth of a call. */
interface Attempt {
  readonly request: WireRequest;
  readonly limits: Limits;
  readonly controller: AbortController;
  readonly progress: Progress;
  /** The longest silence of what the attempt waits for: first its headers, then its body. Undefined for a body with a clock of its own. */
  silenceMs: number | undefined;
  /** The response, once its headers are there. */
  response: SenderResponse | undefined;
}

/** Sends one request once, and reads or opens the response. Every wait is bounded. */
export const exchange = async (request: WireRequest, limits: Limits): Promise<WireResponse> => {
  const { headersMs, signal, open } = limits;
  const controller = new AbortController();
  open?.abandoned?.addEventListener('abort', () => controller.abort());
  const progress: Progress = { text: '', aliveAt: undefined };
  const attempt: Attempt = { request, limits, controller, progress, silenceMs: headersMs, response: undefined };
  try {
    return await bounded(run(attempt), headersMs, signal, () => leftMs(attempt));
  } catch (error) {
    controller.abort();
    const failure = error instanceof PlatformError ? error : networkError(error, request.url, request.method);
    if (!attempt.response) throw failure;
    const { status, headers } = attempt.response;
    throw withDetails(failure, { ...showHeaders(headers), status, outcome: outcomeOf(status) });
  }
};

/** Returns how much longer to wait. The wait begins anew with each sign of life: a part of an encoded body was sent, or bytes arrived. */
const leftMs = ({ progress: { aliveAt }, silenceMs, limits }: Attempt): number => {
  if (silenceMs === undefined) return Infinity;
  const left = aliveAt === undefined ? 0 : Math.min(aliveAt + silenceMs - performance.now(), limits.remainingMs());
  if (left > 0) return left;
  throw timeoutError(silenceMs);
};

const run = async (attempt: Attempt): Promise<WireResponse> => {
  const { request, limits, controller, progress } = attempt;
  const { body } = request;
  const alive = (extraMs = 0): void => void (progress.aliveAt = performance.now() + extraMs);
  const encoded = typeof body === 'function' ? body(alive, controller.signal) : { body };
  const response = await send(request, encoded, controller.signal, limits);
  // The time was over, or the caller aborted, and a caller's `fetch` did not notice.
  controller.signal.throwIfAborted();
  attempt.response = response;
  return receive(attempt, response);
};

/** Reads the body. The body of a success may stay open; an error response needs only its status. */
const receive = async (attempt: Attempt, response: SenderResponse): Promise<WireResponse> => {
  const { request, limits, controller } = attempt;
  const { status, headers, ok } = response;
  if (limits.open && ok) return { status, headers, text: '', opened: connect(response, limits.open.signal, controller) };
  const read = ok ? { text: await readSuccess(attempt, response), unreadable: undefined } : await readError(attempt, response);
  // The rest of a request body, or of a long error, is useless.
  if (typeof request.body === 'function' || read.unreadable !== undefined) controller.abort();
  return { status, headers, ...read };
};

/** Reads the body of a success. A limit that is shorter than that of the headers needs a timer of its own. */
const readSuccess = (attempt: Attempt, response: SenderResponse): Promise<string> => {
  const { limits, progress } = attempt;
  const { bodyMs: silenceMs, headersMs, remainingMs, maxBytes } = limits;
  const isShorter = silenceMs < headersMs;
  attempt.silenceMs = isShorter ? undefined : silenceMs;
  progress.aliveAt = performance.now();
  const reading = readBody(response, maxBytes, progress);
  return isShorter ? waitForBody(reading, { maxBytes, silenceMs, remainingMs }, progress) : reading;
};

const readError = (attempt: Attempt, response: SenderResponse): Promise<ErrorText> => {
  const { bodyMs: silenceMs, remainingMs, maxBytes } = attempt.limits;
  attempt.silenceMs = undefined;
  return readErrorText(response, { maxBytes, silenceMs, remainingMs });
};

/** Returns an open response: the caller's abort closes it even while nothing reads it. */
const connect = (response: SenderResponse, signal: AbortSignal | undefined, controller: AbortController): Connection => {
  const close = (): void => {
    signal?.removeEventListener('abort', close);
    controller.abort();
  };
  signal?.addEventListener('abort', close);
  return { response, signal, close };
};

type Body = Omit<Encoded, 'body'> & { readonly body: BodyInit | undefined };

/** Sends the request, and follows redirects where that is allowed. */
const send = async (request: WireRequest, encoded: Body, signal: AbortSignal, limits: Limits): Promise<SenderResponse> => {
  const { body, headers: own } = encoded;
  const transport = { fetch: limits.fetch ?? encoded.fetch, httpAgent: limits.httpAgent };
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
