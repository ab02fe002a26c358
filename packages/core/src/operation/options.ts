import { abortSignal, amount, callable, headerFields, orFalse, orFalsy, orNull } from '../schema/options.ts';
import { boolean, extended, object, optional, string } from '../schema/schema.ts';

/** Controls the retries of failed calls. The `retry` class of the operation determines whether a retry is allowed. */
export interface RetryOptions {
  /** The maximum number of retries. Default: 2. */
  readonly limit?: number;
  /** Also retries a non-idempotent operation after a 429. Default: false. */
  readonly retryOn429?: boolean;
  /** Fails immediately if `Retry-After` is longer than this, in milliseconds. Default: 30,000. */
  readonly maxRetryAfterMs?: number;
}

export const retryOptions = object<RetryOptions>({
  limit: optional(amount),
  retryOn429: orNull(boolean),
  maxRetryAfterMs: optional(amount),
});

/** The options of every call. */
export interface CallOptions {
  /** Cancels the call, and closes its connection. Default: none. */
  readonly signal?: AbortSignal;
  /** The time limit of the whole call in milliseconds, including retries and refresh. Default: `timeoutMs` of the platform. */
  readonly timeoutMs?: number;
  /** Headers of this call. They replace `headers` of the platform with the same name, and credentials replace both. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Controls how the call is retried; `false` disables retries. Default: `retry` of the platform. */
  readonly retry?: RetryOptions | false;
  /** A UUID, sent as `X-Trace-ID`. Default: none. */
  readonly traceId?: string;
  /** Continues the request if the user leaves the page. The body of such a request must be small. Default: false. */
  readonly keepalive?: boolean;
  /** Sends a request even if a response is cached. Default: false. */
  readonly forceRefresh?: boolean;
  /**
   * Called with the HTTP response of the call, including error responses, and responses that are cached or shared with other calls.
   * Errors and rejections of the callback are ignored. Default: none.
   */
  readonly onResponse?: (response: ResponseInfo) => void;
}

/** The schema of `CallOptions`. Operations with more options extend this schema. */
export const callOptions = object<CallOptions>({
  signal: orNull(abortSignal),
  timeoutMs: optional(amount),
  headers: orNull(headerFields),
  retry: orNull(orFalse(retryOptions)),
  traceId: optional(string),
  keepalive: orNull(boolean),
  forceRefresh: orNull(boolean),
  onResponse: orFalsy(callable()),
});

/** The options of a call whose response is a stream. `timeoutMs` limits the whole stream, and is not set by default. */
export interface StreamOptions extends CallOptions {
  /**
   * The longest wait between the headers and the first event, in milliseconds. Default: `timeouts.firstEventMs` of the platform, else
   * 120,000, and 180,000 for jobs of the converter.
   */
  readonly firstEventMs?: number;
  /**
   * The longest pause after the first event, in milliseconds. A comment ends a pause. Default: `timeouts.idleMs` of the platform, else
   * 60,000, and 180,000 for jobs of the converter.
   */
  readonly idleMs?: number;
  /** The longest wait for the next event, in milliseconds, even if other bytes arrive. Default: no limit. */
  readonly eventIdleMs?: number;
  /** The longest event, in characters. A longer event is rejected. Default: 33,554,432; 268,435,456 for the result of a job. */
  readonly maxEventCharacters?: number;
  /**
   * The longest result of `final()`, in characters. If the events add up to more, `final()` rejects, but a loop continues. Default:
   * 67,108,864. If a loop began before the first call of `final()`, the limit is 2,097,152.
   */
  readonly maxResultCharacters?: number;
}

export const streamOptions = extended<CallOptions, StreamOptions>(callOptions, {
  firstEventMs: optional(amount),
  idleMs: optional(amount),
  eventIdleMs: optional(amount),
  maxEventCharacters: optional(amount),
  maxResultCharacters: optional(amount),
});

/** The HTTP response of a call, as `onResponse` receives it. */
export interface ResponseInfo {
  /** The operation that was called, such as `organizations.get`. */
  readonly operation: string;
  readonly status: number;
  readonly headers: Headers;
  /** The received body: parsed JSON, or else text. Undefined for a stream. */
  readonly document: unknown;
}
