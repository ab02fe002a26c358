import { decideRedirect, readFailure, sendOnce } from '#sender';
import { PlatformError, withDetails, type Outcome } from '../diagnostics/errors.ts';
import { bounded } from '../time/bounded.ts';
import type { Encoded } from './encode.ts';
import { networkError } from './network-error.ts';
import { readBody, readErrorText, type ErrorText } from './read-body.ts';
import { isRedirect, redirectError } from './redirect-error.ts';
import type { Limits, SenderRequest, SenderResponse, WireRequest, WireResponse } from './wire.ts';

/** Returns the outcome that a status means for the request. */
export const outcomeOf = (status: number): Outcome =>
  status < 300 ? 'likely-applied' : status < 400 || (status >= 500 && status !== 501) ? 'unknown' : 'rejected';

/** Sends one request once, and reads or opens the response. Every wait is bounded. */
export const exchange = async (request: WireRequest, limits: Limits): Promise<WireResponse> => {
  const controller = new AbortController();
  limits.open?.watch(controller);
  let response: SenderResponse | undefined;
  let isUnsent = (): boolean => false;
  let outcome: Outcome | undefined;
  try {
    response = await sendWithin(
      request,
      { ...limits, onStart: (check) => void (isUnsent = check), onRedirect: () => void (outcome = 'unknown') },
      controller,
    );
    return await receive(response, limits, controller, typeof request.body === 'function');
  } catch (error) {
    // A connection that never opened: a payment that was not sent is no unknown payment.
    // A request that was redirected has arrived.
    if (isUnsent()) outcome ??= 'not-sent';
    controller.abort();
    const failure = error instanceof PlatformError ? error : networkError(readFailure(error), request);
    if (!response) throw outcome ? withDetails(failure, { outcome }) : failure;
    const { status, headers } = response;
    throw withDetails(failure, { headers: Object.fromEntries(headers), status, outcome: outcomeOf(status) });
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
  return bounded(send(request, encoded, controller.signal, limits), headersMs, signal, extension).catch((error: unknown) => {
    throw encoded.failure?.() ?? error;
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
  if (open && ok) return { status, headers, text: '', opened: open.connect(response, controller) };
  const bodyLimits = { maxBytes, silenceMs, remainingMs, signal };
  const read: ErrorText = ok ? { text: await readBody(response, bodyLimits) } : await readErrorText(response, bodyLimits);
  // The rest of a request body, or of a long error, is useless.
  if (isEncoded || read.unreadable !== undefined) controller.abort();
  return { status, headers, ...read };
};

type Body = Omit<Encoded, 'body'> & { readonly body: BodyInit | undefined };

/** Sends the request, and follows redirects where that is allowed. */
const send = async (request: WireRequest, encoded: Body, signal: AbortSignal, limits: Limits): Promise<SenderResponse> => {
  const { body, headers: own } = encoded;
  const transport = { fetch: limits.fetch ?? encoded.fetch, httpAgent: limits.httpAgent, onStart: limits.onStart };
  let next = request;
  for (let hops = 0; ; hops++) {
    const { method, headers, keepalive = false } = next;
    const init = {
      method,
      headers: own ? { ...headers, ...own } : headers,
      redirect: next.storage?.mode(next.headers) ?? 'manual',
      signal,
      keepalive,
    };
    const response = await sendOnce(next.url, body === undefined ? init : withBody(init, body), transport);
    if (!isRedirect(response)) return response;
    const { next: target, place } = decideRedirect(next, response, hops);
    if (!target) throw redirectError(next, response.status, place);
    limits.onRedirect?.();
    next = target;
    await response.body?.cancel();
  }
};

/** Streams as bodies need `duplex`. `ReadableStream` itself would make Node load it. */
const withBody = (request: SenderRequest, body: BodyInit): SenderRequest =>
  typeof body === 'object' && 'getReader' in body ? { ...request, body, duplex: 'half' } : { ...request, body };
