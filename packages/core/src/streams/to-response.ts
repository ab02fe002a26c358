import { isPlatformError, type PlatformError } from '../diagnostics/errors.ts';
import { amount, callable, checkNoPromise, checkOptions, headerFields } from '../schema/options.ts';
import { extended, object, optional, type Schema, without } from '../schema/schema.ts';
import { MAX_TIMER_MS } from '../time/limits.ts';
import { eventNameOf, relayedFailure, toData, type ExposeMessage, writeEvent } from './relay-events.ts';

/** A chat stream, a job, or any other iterable of events. */
export interface RelaySource<Event extends object> extends AsyncIterable<Event> {
  /** Rejects if the events are not the whole stream. Default: `result`. */
  readonly final?: () => Promise<unknown>;
  /** Rejects if the events are not the whole job. Default: the end of the events is trusted. */
  readonly result?: () => Promise<unknown>;
}

/** Controls how a stream is relayed. */
export interface RelayOptions {
  /**
   * The longest pause between two writes, in milliseconds. A comment ends the pause, so that no proxy closes the connection. `toResponse` also
   * waits this long for the first event. Default: 15,000.
   */
  readonly keepAliveMs?: number;
  /**
   * Decides which message of a failure the client receives. `true` sends the message and the detail of the failure, and a string replaces
   * both. Messages of a service may contain its keys and URLs. Default: a neutral sentence.
   */
  readonly exposeMessage?: ExposeMessage;
}

/** Options for turning a stream into a response. */
export interface ResponseOptions extends RelayOptions {
  /** Headers of the response. These headers replace default headers of the same name. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Options for turning a failure into a response. */
export type ErrorResponseOptions = Pick<ResponseOptions, 'headers' | 'exposeMessage'>;

const relayOptions = object<RelayOptions>({ keepAliveMs: optional(amount), exposeMessage: optional(callable()) });
const responseOptions = extended<RelayOptions, ResponseOptions>(relayOptions, { headers: optional(headerFields) });
const errorResponseOptions: Schema<ErrorResponseOptions> = without(responseOptions, 'keepAliveMs');

/** The state of relaying one source. */
interface Relay<Event extends object> {
  readonly source: RelaySource<Event>;
  readonly events: AsyncIterator<Event>;
  /** The running read. Undefined between reads. */
  pending?: Promise<IteratorResult<Event>> | undefined;
  /** The name of the latest event. Undefined for a chunk of a completion. */
  last?: string | undefined;
  timer?: ReturnType<typeof setTimeout> | undefined;
  /** `ended`: the last bytes are written; `left`: the reader has cancelled. */
  state: 'open' | 'ended' | 'left';
}

const KEEP_ALIVE_MS = 15_000;
const KEEP_ALIVE = ': keep-alive\n\n';

/**
 * Writes the events of a stream or a job as an event stream, which the client of the service can read. An event is read from the source
 * when its bytes are requested. Cancelling the stream ends the source's loop, which closes its connection.
 */
export const toReadableStream = <Event extends object>(
  source: RelaySource<Event>,
  options: RelayOptions = {},
): ReadableStream<Uint8Array> => {
  checkOptions('toReadableStream', relayOptions, options);
  return streamOf(start(source), options);
};

/**
 * Creates the response that relays a stream or a job to a page. Resolves at the first event, or after `keepAliveMs`. If the service
 * rejects the request earlier, the response has the status of the service, unless it is 401. All other failures become an event of the
 * stream. Rejects only for an invalid option, or for a promise instead of the stream.
 */
export const toResponse = async <Event extends object>(source: RelaySource<Event>, options: ResponseOptions = {}): Promise<Response> => {
  const { headers, keepAliveMs = KEEP_ALIVE_MS } = checkOptions('toResponse', responseOptions, options);
  const relay = start(source);
  relay.pending = relay.events.next();
  try {
    // Proxies close connections without headers, and some runtimes notice a closed page only after the headers. So the wait is short.
    await within(relay, relay.pending, keepAliveMs);
  } catch (error) {
    if (isRejected(error)) return errorResponse(error, options);
  }
  return new Response(streamOf(relay, options), {
    // This header disables the buffering of proxies, which would hold back parts of the stream.
    headers: headersOf(
      {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache, no-transform',
        'x-accel-buffering': 'no',
      },
      headers,
    ),
  });
};

/**
 * Creates the response that relays a failure to a page: JSON with its kind, code, status and outcome, and by default a neutral
 * sentence. The status is the error status of the service, or 502 if the service sent none. A 401 also becomes 502, because it concerns
 * the credentials of the server.
 */
export const toErrorResponse = (error: unknown, options: ErrorResponseOptions = {}): Response =>
  errorResponse(error, checkOptions('toErrorResponse', errorResponseOptions, options));

/** Returns the default headers and the caller's headers. The caller's headers replace default headers of the same name; case is ignored. */
const headersOf = (defaults: Record<string, string>, own: ResponseOptions['headers'] = {}): Headers => {
  const headers = new Headers(defaults);
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
  return headers;
};

const start = <Event extends object>(source: RelaySource<Event>): Relay<Event> => {
  checkNoPromise('The stream', source);
  return { source, events: eventsOf(source), state: 'open' };
};

/** Returns the events of a source. If the source is unreadable, such as a stream that was read before, reading the first event fails. */
const eventsOf = <Event extends object>(source: RelaySource<Event>): AsyncIterator<Event> => {
  try {
    return source[Symbol.asyncIterator]();
  } catch (error) {
    return {
      next: async () => {
        throw error;
      },
    };
  }
};

/** Ends the source's loop. Failures of the source are ignored. */
const leave = async <Event extends object>({ events }: Relay<Event>): Promise<void> => {
  try {
    await events.return?.();
  } catch {
    // The response has ended already.
  }
};

/** Returns true if the response may have the status of the error. A 401 concerns the credentials of the server, and would make the page sign in again. */
const isRejected = (error: unknown): error is PlatformError & { readonly status: number } =>
  isPlatformError(error) && error.kind === 'http' && error.status !== undefined && error.status >= 400 && error.status !== 401;

const errorResponse = (error: unknown, { headers, exposeMessage }: ErrorResponseOptions): Response => {
  const retryAfter = isPlatformError(error) ? error.retryAfterSeconds : undefined;
  return Response.json(relayedFailure(error, exposeMessage), {
    status: isRejected(error) ? error.status : 502,
    headers: headersOf({ 'cache-control': 'no-store', ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }) }, headers),
  });
};

const streamOf = <Event extends object>(relay: Relay<Event>, options: RelayOptions): ReadableStream<Uint8Array> => {
  const utf8 = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const text = await nextText(relay, options);
        if (relay.state === 'left') return;
        if (text !== '') controller.enqueue(utf8.encode(text));
        if (relay.state === 'ended') controller.close();
      },
      async cancel() {
        relay.state = 'left';
        clearTimeout(relay.timer);
        await leave(relay);
      },
    },
    // Events are read only when the reader requests them.
    { highWaterMark: 0 },
  );
};

/** Returns the next event, a keep-alive, or the end of the stream. */
const nextText = async <Event extends object>(
  relay: Relay<Event>,
  { keepAliveMs = KEEP_ALIVE_MS, exposeMessage }: RelayOptions,
): Promise<string> => {
  try {
    relay.pending ??= relay.events.next();
    const part = await within(relay, relay.pending, keepAliveMs);
    if (part === undefined) return KEEP_ALIVE;
    relay.pending = undefined;
    if (!part.done) return writeEvent(toData(part.value), (relay.last = eventNameOf(part.value)));
    const text = await endOf(relay.source, relay.last);
    end(relay);
    return text;
  } catch (error) {
    void leave(relay);
    end(relay);
    return writeEvent(toData(relayedFailure(error, exposeMessage)), 'error');
  }
};

const end = <Event extends object>(relay: Relay<Event>): void => {
  if (relay.state === 'open') relay.state = 'ended';
};

/** Settles as `work` does, or resolves with undefined after `ms` milliseconds. */
const within = <Event extends object, T>(relay: Relay<Event>, work: Promise<T>, ms: number): Promise<T | undefined> => {
  const late = new Promise<undefined>((resolve) => {
    relay.timer = setTimeout(resolve, Math.min(ms, MAX_TIMER_MS), undefined);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(relay.timer));
};

/** Returns the end marker of a complete stream. Throws if the events are not the whole stream. */
const endOf = async <Event extends object>(source: RelaySource<Event>, last: string | undefined): Promise<string> => {
  const whole = await confirmed(source);
  // The last event was the end marker.
  if (last === 'done') return '';
  if (last === undefined) return writeEvent('[DONE]');
  return writeEvent(source.final && whole !== undefined ? toData(whole) : '[DONE]', 'done');
};

const confirmed = async <Event extends object>(source: RelaySource<Event>): Promise<unknown> => {
  try {
    return await (source.final ? source.final() : source.result?.());
  } catch (error) {
    // The combined result was too long to keep, but all events arrived.
    if (isPlatformError(error) && error.kind === 'too-large') return undefined;
    throw error;
  }
};
