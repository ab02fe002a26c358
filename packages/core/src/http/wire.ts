import type { PlatformError } from '../diagnostics/errors.ts';
import type { Cancellation } from '../time/cancellation.ts';

/** One HTTP request, ready to be sent, and its limits. */
export interface WireRequest extends Omit<Transport, 'onStart'> {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Encode | undefined;
  readonly keepalive?: boolean | undefined;
  /** Follows redirects to other origins too, without any credential. Default: such a redirect is an error. */
  readonly storage?: StorageRedirects | undefined;
  /** The longest wait for the headers; it begins anew when a part of an encoded body was sent. */
  readonly headersMs: number;
  /** The longest silence within a body. */
  readonly bodyMs: number;
  /** Returns the remaining time of the whole call. */
  readonly remainingMs: () => number;
  /** The longest body of a success. */
  readonly maxBytes: number;
  readonly open?: OpenBody | undefined;
  readonly signal?: Cancellation | undefined;
}

/** One HTTP response. */
export interface WireResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** The body; of an error response perhaps only its beginning. */
  readonly text: string;
  /** Why the body of an error response could not be read to its end. */
  readonly unreadable?: string | undefined;
  /** Replaces the text if the body stays open. */
  readonly opened?: Connection;
}

/** A connection with a response whose body is still to be read. */
export interface Connection {
  readonly response: SenderResponse;
  /** The caller's signal. */
  readonly signal: AbortSignal | undefined;
  /** Closes the connection. `isComplete`: nothing of the body is missing, so a sender may wait a moment for its end and use the connection again. */
  readonly close: (isComplete?: boolean) => void;
}

/** The reason of an abort, and of a cancelled body, of which nothing is missing. */
export const COMPLETE = 'complete';

/** Leaves the body of a success to the caller. */
export interface OpenBody {
  /** Called before an attempt. Throws if no call waits for the response any more. */
  readonly begin: () => void;
  /** Ends a request when no call waits for it any more. */
  readonly watch: (controller: AbortController) => void;
  /** Returns the open response of a success. */
  readonly connect: (response: SenderResponse, controller: AbortController) => Connection;
}

/** Headers of a response; names are found in any case. `Headers` is one. */
export interface ResponseHeaders extends Iterable<[string, string]> {
  get(name: string): string | null;
  has(name: string): boolean;
}

/** Reads a body chunk by chunk. The reader of a web stream is one. */
export interface BodyReader {
  read(): Promise<{ readonly done: false; readonly value: Uint8Array } | { readonly done: true; readonly value?: Uint8Array | undefined }>;
  /** Closes the connection. */
  cancel(reason?: unknown): Promise<void>;
}

/** The body of a response, which is read once. A web stream is one. */
export interface SenderBody {
  readonly locked: boolean;
  getReader(): BodyReader;
  cancel(): Promise<void>;
}

/** A response as a sender returns it: as much of `Response` as is needed. */
export interface SenderResponse {
  readonly status: number;
  readonly ok: boolean;
  /** `opaqueredirect` where a browser hides a redirect. Absent outside of `fetch`. */
  readonly type?: string;
  readonly headers: ResponseHeaders;
  readonly body: SenderBody | null;
  /** True once the body was read. Absent when the sender does not set it. */
  readonly bodyUsed?: boolean;
}

/**
 * A `http.Agent` or `https.Agent` of Node, or an object with their form. It is described by its form, so that the types of Node are not
 * needed.
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
  /** Called with a function that returns true as long as no byte of the request left this machine. Senders that cannot know do not call it. */
  readonly onStart?: ((isUnsent: () => boolean) => void) | undefined;
}

/** One request as a sender sends it. */
export interface SenderRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: NonNullable<RequestInit['body']>;
  readonly duplex?: 'half';
  readonly redirect: NonNullable<RequestInit['redirect']>;
  readonly signal: AbortSignal;
  readonly keepalive: boolean;
}

/** Sends one request once, and resolves with the response whatever its status. Redirects are not followed. */
export type Sender = (url: string, request: SenderRequest, transport: Transport) => Promise<SenderResponse>;

/** How redirects to a storage are followed. */
export interface StorageRedirects {
  /** Returns the mode of a request with these headers. */
  readonly mode: (headers: WireRequest['headers']) => NonNullable<RequestInit['redirect']>;
}

/** A body that is not JSON, for one attempt. */
export interface Encoded {
  readonly body: NonNullable<RequestInit['body']>;
  /** Its `Content-Type`. Default: set by the runtime. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends this attempt where the caller has no `fetch`. Default: the sender of all requests. */
  readonly fetch?: typeof globalThis.fetch;
  /** Returns why the body could not be made. Default: the error of the transport, in which some runtimes hide the reason. */
  readonly failure?: () => PlatformError | undefined;
}

/**
 * Makes a body for each attempt; throws when it cannot be made again. Calls `alive` when a part of it was sent: the wait for a response
 * begins anew, in `extraMs`. The signal `ended` aborts with the attempt: the rest of the body is useless then.
 */
export type Encode = (alive: (extraMs?: number) => void, ended: AbortSignal) => Encoded;
