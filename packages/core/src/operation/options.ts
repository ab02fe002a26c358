import type { Logger } from '../diagnostics/logger.ts';
import type { Renames } from '../schema/wire-names.ts';
import type { SessionLock, TokenStore } from '../session/tokens.ts';
import type { Clock } from '../time/clock.ts';
import type { BaseName } from './names.ts';

/** Time limits, in milliseconds. */
export interface Timeouts {
  /** The longest wait for the headers. Default: 30,000; as long as the whole call where a model or a crawler computes the response first. */
  readonly headersMs?: number;
  /** The longest silence within a body. Default: 30,000. */
  readonly bodyMs?: number;
  /** The whole call, retries and refresh included. Default: 120,000; unlimited for uploads. */
  readonly totalMs?: number;
  /** For each silence of a stream or a job, in milliseconds. Default: 60,000 for streams, 180,000 for jobs of the converter. */
  readonly idleMs?: number;
  /** Until the first event of a stream or a job, after the headers, in milliseconds. Default: 120,000 for streams, 180,000 for jobs. */
  readonly firstEventMs?: number;
}

/** How failed calls are sent again, where their operation allows it. */
export interface RetryOptions {
  /** How many times at most: 2 by default. */
  readonly limit?: number;
  /** Also sends an operation again that must not be repeated, when it was answered 429. */
  readonly rateLimited?: boolean;
  /** A longer `Retry-After` fails at once: 30,000 by default. */
  readonly maxRetryAfterMs?: number;
}

/** What every call takes beside its input. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Limits the whole call, retries and refresh included. */
  readonly timeoutMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** False sends once. */
  readonly retry?: RetryOptions | false;
  /** A UUID, sent as `X-Trace-ID`. */
  readonly traceId?: string;
  /** Lets the request outlive the page it is sent from; the body must be small. */
  readonly keepalive?: boolean;
  /** Asks the server even when a fresh answer is at hand. */
  readonly forceRefresh?: boolean;
  /** Hears the HTTP answer of the call, a failure's too; not called when the answer comes from the cache. */
  readonly onResponse?: (response: ResponseInfo) => void;
}

/** What a call that answers as a stream takes beside its input; `timeoutMs` limits the whole stream, and is unlimited by default. */
export interface StreamOptions extends CallOptions {
  /**
   * Until the first event, after the headers, in milliseconds. Default: `timeouts.firstEventMs` of the platform, else 120,000, and 180,000
   * for jobs of the converter.
   */
  readonly firstEventMs?: number;
  /**
   * For each silence after it, in milliseconds; comments end a silence. Default: `timeouts.idleMs` of the platform, else 60,000, and
   * 180,000 for jobs of the converter.
   */
  readonly idleMs?: number;
  /** For each wait for an event, whatever else comes; unlimited by default. */
  readonly contentIdleMs?: number;
  /** A longer event is refused: 32 Mi by default. */
  readonly maxEventCharacters?: number;
}

/** The HTTP side of an answer. */
export interface ResponseInfo {
  readonly status: number;
  readonly headers: Headers;
  /** The untouched document: parsed JSON where it is JSON, else text; undefined for a stream. */
  readonly document: unknown;
}

/** How the user's session is kept. */
export interface SessionOptions {
  /** In memory by default. */
  readonly store?: TokenStore;
  /** Lets one tab or process refresh at a time. */
  readonly lock?: SessionLock;
}

/** A project's key pair for trace analytics. */
export interface ProjectKeys {
  readonly publicKey: string;
  /** Secret. */
  readonly secretKey: string;
}

/** An agent's pair of headers. */
export interface AgentKeys {
  /** `X-Agent-Secret-Token`. Secret. */
  readonly secretToken: string;
  /** `X-Agent-User-Id`. */
  readonly userId: string;
}

/** A token, or what gives one for each request. */
export type TokenSource = string | (() => string | Promise<string>);

/** Everything a platform can be told. Nothing is checked or contacted before the first call. */
export interface PlatformOptions {
  /** The public application identifier, sent as `Api-Key`. */
  readonly apiKey?: string;
  readonly baseUrls?: Partial<Readonly<Record<BaseName, string>>>;
  readonly session?: SessionOptions;
  /** A Bearer for user operations in place of the session, for servers that manage tokens themselves. */
  readonly accessToken?: TokenSource;
  /** Bearers of the services that have their own. */
  readonly tokens?: Readonly<{ memory?: TokenSource; gateway?: TokenSource; upload?: TokenSource; converter?: TokenSource }>;
  readonly projectKeys?: ProjectKeys;
  readonly agent?: AgentKeys;
  /** Sent as `Admin-Access` by the one operation that needs it. */
  readonly adminAccess?: string;
  /** Sends project secrets, agent secrets and `Admin-Access` from a browser too, where any script can read them. */
  readonly allowSecretsInBrowser?: boolean;
  readonly fetch?: typeof globalThis.fetch;
  readonly clock?: Clock;
  readonly logger?: Logger;
  /**
   * What happens to a response that does not match the API specification: it is logged, thrown, or left alone. A billed one is logged
   * in place of thrown, and `getResponseProblems` returns its problems. Default: `report`.
   */
  readonly validation?: 'report' | 'throw' | 'off';
  readonly timeouts?: Timeouts;
  readonly retry?: RetryOptions;
  /** A longer body is refused: 32 MiB by default. */
  readonly maxResponseBytes?: number;
  /** By operation, other wire names than the documented working ones: `{ 'auth.activateByEmail': { code: 'activation_code' } }`. */
  readonly wireNames?: Readonly<Record<string, Renames>>;
}
