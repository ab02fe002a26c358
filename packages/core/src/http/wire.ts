import type { Encode } from './encode.ts';

/** One HTTP request, ready to be sent. */
export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Encode | undefined;
  readonly keepalive?: boolean | undefined;
  /** Follows redirects to other origins too, without any credential. */
  readonly toStorage?: boolean | undefined;
}

/** One HTTP response. */
export interface WireResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The body; of an error response perhaps only its beginning. */
  readonly text: string;
  /** Why the body of an error response could not be read to its end. */
  readonly unreadable?: string | undefined;
  /** In place of the text, when the body was to be left open. */
  readonly opened?: Connection;
}

/** A connection with a response whose body is still to be read. */
export interface Connection {
  readonly response: Response;
  /** The caller's signal. */
  readonly signal: AbortSignal | undefined;
  /** Closes the connection. */
  readonly close: () => void;
}

/** Leaves the body of a success to the caller. */
export interface Open {
  /** Closes the connection when nobody waits for it any more. */
  readonly left?: AbortSignal | undefined;
}

/** The clocks and the signal of one attempt. */
export interface Limits {
  /** The longest wait for the headers; it begins anew whenever a part of an encoded body has left. */
  readonly headersMs: number;
  /** The longest silence within a body. */
  readonly bodyMs: number;
  /** Returns what is left of the whole call. */
  readonly remainingMs: () => number;
  /** The longest body of a success. */
  readonly maxBytes: number;
  readonly open?: Open | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** Sends one request once, and resolves with the response whatever its status. */
export type Sender = (
  url: string,
  init: RequestInit & { readonly signal: AbortSignal; readonly keepalive: boolean },
  fetch: typeof globalThis.fetch,
) => Promise<Response>;
