import { sendOnce } from '#sender';
import { amend, PlatformError, type Outcome } from '../diagnostics/errors.ts';
import { bounded } from '../time/bounded.ts';
import type { Encode, Encoded } from './encode.ts';
import { isSafe } from './safe-address.ts';

/** One HTTP request, ready to go. */
export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Encode | undefined;
  readonly keepalive?: boolean | undefined;
  /** Goes after redirects to other origins too, and takes nothing there. */
  readonly toStorage?: boolean | undefined;
}

/** One HTTP answer. */
export interface WireResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** In place of the text, when the body was to be left open. */
  readonly opened?: Connection;
}

/** A connection whose answer's body is still to be read. */
export interface Connection {
  readonly response: Response;
  /** The caller's. */
  readonly signal: AbortSignal | undefined;
  /** Closes it. */
  readonly close: () => void;
}

/** Leaves the body of a success to the caller. */
export interface Open {
  /** Closes the connection that nobody waits for any more. */
  readonly left?: AbortSignal | undefined;
}

/** The clocks and the signal of one attempt. */
export interface Limits {
  /** Until the headers arrive; anew whenever a part of an encoded body has left. */
  readonly headersMs: number;
  /** Asked when the headers are there. */
  readonly bodyMs: () => number;
  /** What is left of the whole call. */
  readonly leftMs: () => number;
  readonly maxBytes: number;
  readonly open?: Open | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** Sends one request with one call of `fetch`, and answers whatever the status. */
export type Sender = (
  url: string,
  init: RequestInit & { readonly signal: AbortSignal; readonly keepalive: boolean },
  fetch: typeof globalThis.fetch,
) => Promise<Response>;

const MOST_REDIRECTS = 3;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
/** What the system says when it found nobody to send to. */
const NOT_SENT = /^(?:E(?:CONNREFUSED|NOTFOUND|AI_AGAIN|(?:NET|HOST)UNREACH)|UND_ERR_(?:CONNECT_|INVALID_ARG|NOT_SUPP)|.*(?:CERT|TLS))/;

/** What a status says of the request. */
export const outcomeOf = (status: number): Outcome =>
  status < 300 ? 'likely-applied' : status < 400 || (status >= 500 && status !== 501) ? 'unknown' : 'rejected';

/** Sends one request, once, and reads or opens the answer; every wait is bounded. */
export const exchange = async (request: WireRequest, limits: Limits): Promise<WireResponse> => {
  const { headersMs, bodyMs, leftMs, signal } = limits;
  const { body } = request;
  const controller = new AbortController();
  const { left } = limits.open ?? {};
  left?.addEventListener('abort', () => controller.abort());
  let lived: number | undefined;
  let reached: number | undefined;
  try {
    const encoded = typeof body === 'function' ? body(() => (lived = performance.now()), controller.signal) : { body };
    const more = (): number => (lived === undefined ? 0 : Math.min(lived + headersMs - performance.now(), leftMs()));
    const response = await bounded(send(request, encoded, controller.signal, limits), headersMs, signal, more);
    const { status, headers, ok } = response;
    reached = status;
    if (limits.open && ok) return { status, headers, text: '', opened: connection(response, signal, controller) };
    const text = await bounded(readText(response, limits.maxBytes), bodyMs(), signal);
    if (encoded.body instanceof ReadableStream) controller.abort();
    return { status, headers, text };
  } catch (error) {
    controller.abort();
    const failure = error instanceof PlatformError ? error : networkError(error);
    throw reached === undefined ? failure : amend(failure, { status: reached, outcome: outcomeOf(reached) });
  }
};

/** An answer left open: the caller's abort closes it also while nobody reads. */
const connection = (response: Response, signal: AbortSignal | undefined, controller: AbortController): Connection => {
  const close = (): void => {
    signal?.removeEventListener('abort', close);
    controller.abort();
  };
  signal?.addEventListener('abort', close);
  return { response, signal, close };
};

/** Goes after a redirect only to read, and with credentials only within the origin that they are for. */
const send = async (
  request: WireRequest,
  { body, headers: own, fetch: sender }: Omit<Encoded, 'body'> & { body: BodyInit | undefined },
  signal: AbortSignal,
  { fetch = globalThis.fetch }: Limits,
): Promise<Response> => {
  const { method, keepalive, toStorage } = request;
  let { url, headers } = request;
  for (let hops = 0; ; hops++) {
    const init = {
      method,
      headers: { ...headers, ...own },
      ...(body !== undefined && { body }),
      // What a stream as the body asks for.
      ...(body instanceof ReadableStream && { duplex: 'half' }),
      // Node keeps a second copy of a body it might have to send to a redirect's target, unless redirects are errors.
      // A browser tells nobody where a redirect leads, and takes `Authorization` to no other origin itself.
      redirect: 'process' in globalThis ? (body === undefined ? 'manual' : 'error') : toStorage && isPlain(headers) ? 'follow' : 'manual',
      signal,
      keepalive: keepalive ?? false,
    } as const;
    const response = await sendOnce(url, init, sender ?? fetch);
    const { status, type } = response;
    if (type !== 'opaqueredirect' && !REDIRECTS.includes(status)) return response;
    const location = response.headers.get('location');
    const target = location !== null && URL.canParse(location, url) && new URL(location, url);
    if (method !== 'GET' || !target || target.username + target.password !== '' || hops === MOST_REDIRECTS)
      throw redirected(status, method === 'GET');
    if (target.origin !== new URL(url).origin) {
      // Nor from https to this machine: whoever answered there should not reach what listens here.
      if (!toStorage || !isSafe(target) || target.protocol < new URL(url).protocol) throw redirected(status, true);
      // What it carried was for the first origin, also on the way back.
      headers = {};
    }
    url = target.href;
    await response.body?.cancel();
  }
};

const isPlain = (headers: WireRequest['headers']): boolean => Object.keys(headers).every((name) => /^(?:accept|authorization)$/.test(name));

/** A write may be answered so once it is done, but not where it is to be sent again as it was. */
const redirected = (status = 0, isRead = false): PlatformError =>
  new PlatformError('redirect', 'The server answered with a redirect, which is not followed', {
    status: status === 0 ? undefined : status,
    outcome: isRead || status > 306 ? 'rejected' : 'unknown',
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
  let wasThere = false;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    // Why the body could not be made.
    if (cause instanceof PlatformError) return cause;
    const { code: found, syscall, message } = cause as Error & { code?: unknown; syscall?: unknown };
    if (message === 'unexpected redirect') return redirected();
    if (typeof found === 'string') code = found;
    // Then there was a connection.
    wasThere ||= syscall === 'read' || syscall === 'write';
    // An address may hold secrets.
    reason = message.includes('://') ? '' : message;
  }
  const why = code ?? reason;
  return new PlatformError('network', `The connection failed${why && `: ${why}`}`, {
    code,
    outcome: !wasThere && NOT_SENT.test(code ?? '') ? 'not-sent' : 'unknown',
  });
};
