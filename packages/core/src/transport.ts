import ky from 'ky';
import { amend, PlatformError, type Outcome } from './errors.ts';

/** One HTTP request, ready to go. */
export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: BodyInit | undefined;
  readonly keepalive?: boolean | undefined;
}

/** One HTTP answer. */
export interface WireResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** In place of the text, when the body was to be left open. */
  readonly opened?: Opened;
}

/** An answer whose body is still to be read. */
export interface Opened {
  readonly response: Response;
  /** The caller's. */
  readonly signal: AbortSignal | undefined;
  /** Closes the connection. */
  readonly close: () => void;
}

/** The clocks and the signal of one attempt. */
export interface Limits {
  readonly headersMs: number;
  /** Asked when the headers are there. */
  readonly bodyMs: () => number;
  readonly maxBytes: number;
  /** Leaves the body of a success to the caller. */
  readonly open: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

const MOST_REDIRECTS = 3;
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** What the system says when it found nobody to send to. */
const NOT_SENT = /^(?:E(?:CONNREFUSED|NOTFOUND|AI_AGAIN|(?:NET|HOST)UNREACH)|UND_ERR_CONNECT_|.*(?:CERT|TLS))/;

/** What a status says of the request. */
export const outcomeOf = (status: number): Outcome =>
  status < 400 ? 'likely-applied' : status >= 500 && status !== 501 ? 'unknown' : 'rejected';

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
    // A longer one would fire at once.
    const timer = setTimeout(
      () => settle(() => reject(new PlatformError('timeout', `No answer within ${Math.round(ms)} ms`))),
      Math.min(ms, LONGEST_TIMER_MS),
    );
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

/** Sends one request, once, and reads or opens the answer; every wait is bounded. */
export const exchange = async (request: WireRequest, limits: Limits): Promise<WireResponse> => {
  const { headersMs, bodyMs, signal } = limits;
  const controller = new AbortController();
  let reached: number | undefined;
  try {
    const response = await bounded(send(request, controller.signal, limits), headersMs, signal);
    const { status, headers, ok } = response;
    reached = status;
    if (limits.open && ok) return { status, headers, text: '', opened: left(response, signal, controller) };
    return { status, headers, text: await bounded(readText(response, limits.maxBytes), bodyMs(), signal) };
  } catch (error) {
    controller.abort();
    const failure = error instanceof PlatformError ? error : networkError(error);
    throw reached === undefined ? failure : amend(failure, { status: reached, outcome: outcomeOf(reached) });
  }
};

/** An answer left open: the caller's abort closes it also while nobody reads. */
const left = (response: Response, signal: AbortSignal | undefined, controller: AbortController): Opened => {
  const close = (): void => {
    signal?.removeEventListener('abort', close);
    controller.abort();
  };
  signal?.addEventListener('abort', close);
  return { response, signal, close };
};

/** Goes after a redirect only to read, and only within the origin that the credentials are for. */
const send = async (request: WireRequest, signal: AbortSignal, { fetch = globalThis.fetch }: Limits): Promise<Response> => {
  const { method, headers, body, keepalive } = request;
  let { url } = request;
  for (let hops = 0; ; hops++) {
    const response = await ky(url, {
      method,
      headers,
      ...(body !== undefined && { body }),
      // Node keeps a second copy of a body it might have to send to a redirect's target, unless redirects are errors.
      redirect: body !== undefined && 'process' in globalThis ? 'error' : 'manual',
      retry: 0,
      timeout: false,
      throwHttpErrors: false,
      // ky would combine the signal with one of its own, which costs as much as the rest of a call.
      // Firefox drops `keepalive` from a request that is made of another, as ky's is.
      fetch: (input, init) => fetch(input, { ...init, signal, ...(keepalive && { keepalive }) }),
    });
    const { status, type } = response;
    if (type !== 'opaqueredirect' && (status < 300 || status > 399)) return response;
    const location = response.headers.get('location');
    const target = location !== null && URL.canParse(location, url) && new URL(location, url);
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

/** Reads a body of at most `maxBytes`. */
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
