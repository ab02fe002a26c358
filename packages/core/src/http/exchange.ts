import { sendOnce } from '#sender';
import { PlatformError, type Outcome, withDetails } from '../diagnostics/errors.ts';
import { bounded, createCancellation, type CancellationSource } from '../time/limits.ts';
import { networkError } from './network-error.ts';
import { readBody, readErrorText, type ErrorText } from './read-body.ts';
import { isRedirect, redirectError, redirectTarget } from './redirects.ts';
import type { Encoded, SenderRequest, SenderResponse, WireRequest, WireResponse } from './wire.ts';

/** Returns the outcome of a request whose response has this status. */
export const outcomeOf = (status: number): Outcome =>
  status < 300 ? 'likely-applied' : status < 400 || (status >= 500 && status !== 501) ? 'unknown' : 'rejected';

interface Progress {
  /** Returns true until the first byte of the request leaves this machine. */
  isUnsent: () => boolean;
  /** True if the request was redirected, which means that the server received it. */
  isRedirected: boolean;
  response?: SenderResponse;
}

/** Sends one request once, and reads or opens the response. Every wait has a time limit. */
export const exchange = async (request: WireRequest): Promise<WireResponse> => {
  const ended = createCancellation();
  const progress: Progress = { isUnsent: () => false, isRedirected: false };
  request.open?.watch(ended);
  try {
    progress.response = await sendWithin(request, ended, progress);
    return await receive(request, progress.response, ended);
  } catch (error) {
    const failure = failureOf(error, request, progress);
    ended.cancel();
    throw failure;
  }
};

/** Turns any error of a request into a `PlatformError`. A response, a redirect, or the absence of sent bytes determines the outcome. */
const failureOf = (error: unknown, request: WireRequest, { isUnsent, isRedirected, response }: Progress): PlatformError => {
  const failure = error instanceof PlatformError ? error : networkError(error, request);
  if (response) {
    const { status, headers } = response;
    return withDetails(failure, { headers: Object.fromEntries(headers), status, outcome: outcomeOf(status) });
  }
  if (isRedirected) return withDetails(failure, { outcome: 'unknown' });
  return isUnsent() ? withDetails(failure, { outcome: 'not-sent' }) : failure;
};

/** Sends the request and waits for the headers. Each time a part of an encoded body is sent, the wait starts again. */
const sendWithin = (request: WireRequest, ended: CancellationSource, progress: Progress): Promise<SenderResponse> => {
  const { body, headersMs, remainingMs, signal } = request;
  let aliveAt: number | undefined;
  const encoded: Body =
    typeof body === 'function' ? body((extraMs = 0) => (aliveAt = performance.now() + extraMs), ended.toSignal()) : { body };
  const extension = (): number => (aliveAt === undefined ? 0 : Math.min(aliveAt + headersMs - performance.now(), remainingMs()));
  const sending = bounded(send(request, encoded, ended, progress), headersMs, signal, extension);
  const { failure } = encoded;
  if (!failure) return sending;
  return sending.catch((error: unknown) => {
    throw failure() ?? error;
  });
};

type Body = Omit<Encoded, 'body'> & { readonly body: BodyInit | undefined };

/** Sends the request, and follows redirects that are allowed. */
const send = async (request: WireRequest, encoded: Body, ended: CancellationSource, progress: Progress): Promise<SenderResponse> => {
  const { body, headers: own } = encoded;
  const onStart = (isUnsent: () => boolean): void => void (progress.isUnsent = isUnsent);
  const transport = { fetch: request.fetch ?? encoded.fetch, httpAgent: request.httpAgent, onStart };
  let next = request;
  for (let hops = 0; ; hops++) {
    const { method, headers, keepalive = false } = next;
    const init = {
      method,
      headers: own ? { ...headers, ...own } : headers,
      redirect: next.storage?.mode(next.headers) ?? 'manual',
      ended,
      keepalive,
    };
    const response = await sendOnce(next.url, body === undefined ? init : withBody(init, body), transport);
    if (!isRedirect(response)) return response;
    const { next: target, place } = redirectTarget(next, response, hops);
    if (!target) throw redirectError(next, response.status, place);
    progress.isRedirected = true;
    next = target;
    await response.body?.cancel();
  }
};

/** Adds a body to a request. A stream needs `duplex`. The check does not use the class `ReadableStream`, because Node would then load this class. */
const withBody = (request: SenderRequest, body: BodyInit): SenderRequest =>
  typeof body === 'object' && 'getReader' in body ? { ...request, body, duplex: 'half' } : { ...request, body };

/** Reads the body. The body of a success may stay open. If the body of an error response is unreadable, returns its beginning, because the status is enough. */
const receive = async (request: WireRequest, response: SenderResponse, ended: CancellationSource): Promise<WireResponse> => {
  const { status, headers, ok } = response;
  const { body, open, signal, bodyMs: silenceMs, remainingMs, maxBytes } = request;
  if (open && ok) return { status, headers, text: '', opened: open.connect(response, ended) };
  const limits = { maxBytes, silenceMs, remainingMs, signal };
  const read: ErrorText = ok ? { text: await readBody(response, limits) } : await readErrorText(response, limits);
  // Cancels the request, because the rest of an encoded request body, or of a long error response, is not needed.
  if (typeof body === 'function' || read.unreadable !== undefined) ended.cancel();
  return { status, headers, ...read };
};
