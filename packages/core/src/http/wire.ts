import type { PlatformError } from '../diagnostics/errors.ts';
import type { Cancellation, CancellationSource } from '../time/limits.ts';

/** One HTTP request and its limits. */
export interface WireRequest extends Omit<Transport, 'onStart'> {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Encode | undefined;
  readonly keepalive?: boolean | undefined;
  /** Follows redirects to other origins too, without credentials. Default: such a redirect is an error. */
  readonly storage?: StorageRedirects | undefined;
  /** The longest wait for the headers. The wait starts again each time a part of an encoded body was sent. */
  readonly headersMs: number;
  /** The longest pause within a body. */
  readonly bodyMs: number;
  /** Returns the remaining time of the whole call. */
  readonly remainingMs: () => number;
  /** The longest body of a successful response. */
  readonly maxBytes: number;
  readonly open?: OpenBody | undefined;
  readonly signal?: Cancellation | undefined;
}

export interface WireResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** The body; for an error response perhaps only its beginning. */
  readonly text: string;
  /** The reason why the body of an error response is incomplete. Absent if the body was read completely. */
  readonly unreadable?: string | undefined;
  /** Replaces the text if the body stays open. Absent for a body that was read. */
  readonly opened?: Connection;
}

/** A connection with a response whose body is unread. */
export interface Connection {
  readonly response: SenderResponse;
  readonly signal: AbortSignal | undefined;
  /** Closes the connection. If `isComplete` is true, a sender may wait a moment for the end of the body, and use the connection again. */
  readonly close: (isComplete?: boolean) => void;
}

/** The reason for aborting a request, or cancelling a body, whose content is complete. */
export const COMPLETE = 'complete';

/** Leaves the body of a successful response to the caller. */
export interface OpenBody {
  /** Called before an attempt. Throws if no caller waits for the response any more. */
  readonly begin: () => void;
  /** Cancels a request when no caller waits for it any more. */
  readonly watch: (request: CancellationSource) => void;
  /** Returns the connection of a successful response. */
  readonly connect: (response: SenderResponse, request: CancellationSource) => Connection;
}

/** Headers of a response. Names are case-insensitive. The class `Headers` implements this interface. */
export interface ResponseHeaders extends Iterable<[string, string]> {
  get(name: string): string | null;
  has(name: string): boolean;
}

/** Reads a body chunk by chunk. The reader of a web stream implements this interface. */
export interface BodyReader {
  read(): Promise<{ readonly done: false; readonly value: Uint8Array } | { readonly done: true; readonly value?: Uint8Array | undefined }>;
  /** Closes the connection. */
  cancel(reason?: unknown): Promise<void>;
}

/** The body of a response, which can be read once. A web stream implements this interface. */
export interface SenderBody {
  readonly locked: boolean;
  getReader(): BodyReader;
  cancel(): Promise<void>;
}

/** The part of `Response` that a sender returns. */
export interface SenderResponse {
  readonly status: number;
  readonly ok: boolean;
  /** `opaqueredirect` if a browser hides a redirect. Absent outside of `fetch`. */
  readonly type?: string;
  readonly headers: ResponseHeaders;
  readonly body: SenderBody | null;
  /** True once the body was read. Absent if the sender does not set this field. */
  readonly bodyUsed?: boolean;
}

/**
 * An `http.Agent` or `https.Agent` of Node, or an object of the same form. This type describes the form of an agent, so that the types of
 * Node are not needed.
 */
export interface HttpAgent {
  readonly maxSockets: number;
  readonly sockets: object;
  destroy(): void;
}

/** The caller's `fetch` and agent. Default: the SDK's own. */
export interface Transport {
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly httpAgent?: HttpAgent | ((url: string) => HttpAgent | undefined) | undefined;
  /** Called with a function that returns true until the first byte of the request leaves this machine. Not called by senders that cannot count bytes. */
  readonly onStart?: ((isUnsent: () => boolean) => void) | undefined;
}

/** The parts of a request that are passed to a sender. */
export interface SenderRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: NonNullable<RequestInit['body']>;
  readonly duplex?: 'half';
  readonly redirect: NonNullable<RequestInit['redirect']>;
  /** Ends the request. Senders that use `fetch` turn this cancellation into an `AbortSignal`. */
  readonly ended: CancellationSource;
  readonly keepalive: boolean;
}

/** Sends one request once, and resolves with the response of any status. Follows redirects only if `redirect` is `follow`. */
export type Sender = (url: string, request: SenderRequest, transport: Transport) => Promise<SenderResponse>;

/** Decides how redirects to a storage service are followed. */
export interface StorageRedirects {
  /** Returns the redirect mode of a request with these headers. */
  readonly mode: (headers: WireRequest['headers']) => NonNullable<RequestInit['redirect']>;
}

/** A body that is not JSON, for one attempt. */
export interface Encoded {
  readonly body: NonNullable<RequestInit['body']>;
  /** The `Content-Type` of the body. Default: set by the runtime. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends this attempt if the caller has not set `fetch`. Default: the sender of all requests. */
  readonly fetch?: typeof globalThis.fetch;
  /** Returns the reason why the body could not be created. Default: the error of the transport, in which some runtimes hide the reason. */
  readonly failure?: () => PlatformError | undefined;
}

/**
 * Creates a body for each attempt. Throws if the body cannot be created again. Calls `alive` when a part was sent. The wait for a response
 * then starts again, longer by `extraMs`. The signal `ended` aborts with the attempt, when the rest of the body is useless.
 */
export type Encode = (alive: (extraMs?: number) => void, ended: AbortSignal) => Encoded;
