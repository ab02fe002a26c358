import ky from 'ky';
import { PlatformError } from './errors.ts';

/** One HTTP request, ready to go. */
export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: BodyInit | undefined;
}

/** One HTTP answer, its body read. */
export interface WireResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The clocks and the signal of one attempt. */
export interface Limits {
  readonly headersMs: number;
  readonly bodyMs: number;
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

const MOST_REDIRECTS = 3;
/** What the system says when it found nobody to send to. */
const NOT_SENT = /^(?:E(?:CONNREFUSED|NOTFOUND|AI_AGAIN|(?:NET|HOST)UNREACH)|UND_ERR_CONNECT_|.*(?:CERT|TLS))/;

/** Settles with `work`, or fails at the abort or after `ms`; leaves no timer and no listener. */
// oxlint-disable typescript/prefer-promise-reject-errors -- what it passes on is the work's own failure
export const bounded = <T>(work: Promise<T>, ms: number, signal: AbortSignal | undefined): Promise<T> =>
  new Promise((resolve, reject) => {
    const settle = (finish: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      finish();
    };
    const abort = (): void => settle(() => reject(new PlatformError('aborted', 'The call was aborted', {}, { cause: signal?.reason })));
    const timer = setTimeout(() => settle(() => reject(new PlatformError('timeout', `No answer within ${Math.round(ms)} ms`))), ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort);
    work.then(
      (value) => settle(() => resolve(value)),
      (error: unknown) => settle(() => reject(error)),
    );
  });

// oxlint-enable typescript/prefer-promise-reject-errors

/** Waits; only an abort ends it early. */
export const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  bounded(new Promise<void>(() => undefined), ms, signal).catch((error: unknown) => {
    if ((error as PlatformError).kind !== 'timeout') throw error;
  });

/** Sends one request, once, and reads the answer; every wait is bounded. */
export const exchange = async (request: WireRequest, limits: Limits): Promise<WireResponse> => {
  const { headersMs, bodyMs, signal } = limits;
  const controller = new AbortController();
  try {
    const response = await bounded(send(request, controller.signal, limits), headersMs, signal);
    const { status, headers } = response;
    return { status, headers, text: await bounded(readText(response, limits.maxBytes), bodyMs, signal) };
  } catch (error) {
    controller.abort();
    throw error instanceof PlatformError ? error : networkError(error);
  }
};

/** Goes after a redirect only to read, and only within the origin that the credentials are for. */
const send = async (request: WireRequest, signal: AbortSignal, { fetch }: Limits): Promise<Response> => {
  let { url } = request;
  for (let hops = 0; ; hops++) {
    const { method, headers, body } = request;
    const response = await ky(url, {
      method,
      headers,
      signal,
      ...(body !== undefined && { body }),
      // Node keeps a second copy of a body it might have to send to a redirect's target, unless redirects are errors.
      redirect: body !== undefined && 'process' in globalThis ? 'error' : 'manual',
      retry: 0,
      timeout: false,
      throwHttpErrors: false,
      ...(fetch && { fetch }),
    });
    const { status, type } = response;
    if (type !== 'opaqueredirect' && (status < 300 || status > 399)) return response;
    const location = response.headers.get('location') ?? '';
    const target = URL.canParse(location, url) && new URL(location, url);
    if (method !== 'GET' || !target || target.origin !== new URL(url).origin || hops === MOST_REDIRECTS) throw redirected(status);
    url = target.href;
    await response.body?.cancel();
  }
};

const redirected = (status?: number): PlatformError =>
  new PlatformError('redirect', 'The server answered with a redirect, which is not followed', {
    status: status === 0 ? undefined : status,
    outcome: 'rejected',
  });

const readText = async ({ status, headers, body }: Response, maxBytes: number): Promise<string> => {
  const decoder = new TextDecoder();
  let text = '';
  let size = Number(headers.get('content-length'));
  const tooLarge = (): PlatformError => new PlatformError('too-large', `The body is longer than ${maxBytes} bytes`, { status });
  if (size > maxBytes) throw tooLarge();
  const reader = body?.getReader();
  for (size = 0; reader;) {
    const { done, value } = await reader.read();
    if (done) break;
    if ((size += value.byteLength) > maxBytes) throw tooLarge();
    text += decoder.decode(value, { stream: true });
  }
  return text + decoder.decode();
};

/** The transport library's errors hold headers and bodies: only the system's code and words leave this file. */
const networkError = (error: unknown): PlatformError => {
  let code: string | undefined;
  let reason = '';
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code: found, message } = cause as Error & { code?: unknown };
    if (message === 'unexpected redirect') return redirected();
    if (typeof found === 'string') code = found;
    reason = message;
  }
  return new PlatformError('network', `The connection failed: ${code ?? reason}`, {
    code,
    outcome: NOT_SENT.test(code ?? '') ? 'not-sent' : 'unknown',
  });
};
