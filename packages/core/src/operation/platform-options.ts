import type { Logger } from '../diagnostics/logger.ts';
import type { HttpAgent } from '../http/wire.ts';
import { amount, anyObject, callable, headerFields, objectWith, orFalsy, orNull } from '../schema/options.ts';
import { boolean, either, enumOf, extensible, object, optional, record, string, type Schema } from '../schema/schema.ts';
import type { Renames } from '../schema/wire-names.ts';
import type { SessionLock } from '../session/lock.ts';
import type { ReadOnlyTokenStore, TokenStore } from '../session/tokens.ts';
import type { Clock } from '../time/limits.ts';
import type { BaseName } from './names.ts';
import { retryOptions, type ResponseInfo, type RetryOptions } from './options.ts';
import { tracing, type Tracing } from './tracing.ts';

/** Time limits for the parts of a call, in milliseconds; `timeoutMs` limits the whole call. */
export interface Timeouts {
  /** The longest wait for the headers. Default: 30,000. For operations that wait for a model or a crawler, the default is the time limit of the whole call. */
  readonly headersMs?: number;
  /** The longest pause within a response body. Default: 30,000. For operations that wait for a model or a crawler, the default is the time limit of the whole call. */
  readonly bodyMs?: number;
  /** The longest pause within a stream or a job, in milliseconds. Default: 60,000 for streams, 180,000 for jobs of the converter. */
  readonly idleMs?: number;
  /** The longest wait between the headers and the first event of a stream or a job, in milliseconds. Default: 120,000 for streams, 180,000 for jobs. */
  readonly firstEventMs?: number;
}

const timeouts = object<Timeouts>({
  headersMs: optional(amount),
  bodyMs: optional(amount),
  idleMs: optional(amount),
  firstEventMs: optional(amount),
});

/** The options of the user's session. */
export interface SessionOptions {
  /** The store of the tokens: `indexedDbTokenStore` in pages, `fileTokenStore` on Node. A store without `set` disables refreshes. Default: in memory. */
  readonly store?: TokenStore | ReadOnlyTokenStore;
  /** Lets one tab or process refresh at a time: `webLock` in pages, `fileLock` on Node. Default: no lock. */
  readonly lock?: SessionLock;
}

const sessionOptions = object<SessionOptions>({
  store: orNull(objectWith<ReadOnlyTokenStore>('get')),
  lock: orNull(objectWith<SessionLock>('acquire')),
});

/** A project's key pair for trace analytics. */
export interface ProjectKeys {
  readonly publicKey: string;
  /** Secret. */
  readonly secretKey: string;
}

/** The schema of `ProjectKeys`. A key may be missing: the calls that need the key then fail. */
const projectKeys = extensible(
  object<Partial<ProjectKeys>>({ publicKey: orNull(string), secretKey: orNull(string) }),
) as Schema<ProjectKeys>;

/** The two headers that identify an agent. */
export interface AgentKeys {
  /** `X-Agent-Secret-Token`. Secret. */
  readonly secretToken: string;
  /** `X-Agent-User-Id`. */
  readonly userId: string;
}

const agentKeys = extensible(object<Partial<AgentKeys>>({ secretToken: orNull(string), userId: orNull(string) })) as Schema<AgentKeys>;

/** A value, or a function that returns it for each request. If the function fails or returns nothing, the call fails with a `session` error. */
export type Resolvable<Value> = Value | (() => Value | Promise<Value>);

/** A token, or a function that returns a token for each request. */
export type TokenSource = Resolvable<string>;

/* @__NO_SIDE_EFFECTS__ */ const resolvable = <Value>(value: Schema<Value>): Schema<Resolvable<Value>> =>
  either(value, callable<() => Value | Promise<Value>>());

export const tokenSource = resolvable(string);

/** Bearer tokens for the services that have their own tokens. */
export interface ServiceTokens {
  /** A user's token of the memory service. Default: none; calls of the memory service fail. */
  readonly memory?: TokenSource;
  /** The gateway key. Secret. Default: none; calls of the gateway fail. */
  readonly gateway?: TokenSource;
  /** A token for uploads. Default: the agent pair, else the signed-in user's token. */
  readonly upload?: TokenSource;
  /** A token for the converter. Default: none; calls of the converter carry no credentials. */
  readonly converter?: TokenSource;
}

const serviceTokens = object<ServiceTokens>({
  memory: orNull(tokenSource),
  gateway: orNull(tokenSource),
  upload: orNull(tokenSource),
  converter: orNull(tokenSource),
});

/** All options of a platform. `createPlatform` throws for an unknown option or an invalid value. If a value is missing, the calls that need it fail. */
export interface PlatformOptions {
  /** The public application identifier, sent as `Api-Key`. Default: none; operations that need it fail. */
  readonly apiKey?: TokenSource;
  /** The base URLs of the services. The README shows how each URL must end. Default: none; calls of a service without a base URL fail, but `wallets` defaults to `organizations`. */
  readonly baseUrls?: Partial<Readonly<Record<BaseName, string>>>;
  /** The store and the lock of the user's session. Default: in memory, without a lock. */
  readonly session?: SessionOptions;
  /** The Bearer token of user operations, for servers that manage tokens themselves. Replaces the session's token. Default: the session's token. */
  readonly accessToken?: TokenSource;
  /** Bearer tokens for the services that have their own tokens. Default: none. */
  readonly tokens?: ServiceTokens;
  /** A project's key pair for trace analytics. Default: none; operations that need it fail. */
  readonly projectKeys?: Resolvable<ProjectKeys>;
  /** The two headers that identify an agent. Default: none. */
  readonly agent?: Resolvable<AgentKeys>;
  /** Sent as `Admin-Access` by the only operation that needs it. Default: none; the operation fails. */
  readonly adminAccess?: TokenSource;
  /** Allows browsers to send project secrets, agent secrets, the gateway key and `Admin-Access`. Any script of the page can read them. Default: false. */
  readonly allowSecretsInBrowser?: boolean;
  /** Headers of every call. Headers of the call and credentials replace headers of the same name. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Called with the HTTP response of every call, before the `onResponse` of the call. Default: none. */
  readonly onResponse?: (response: ResponseInfo) => void;
  /** Sends every request. The SDK then adds no `User-Agent`. Default: `node:http` and `node:https` on Node, the platform's `fetch` elsewhere. */
  readonly fetch?: typeof globalThis.fetch;
  /**
   * The `http.Agent` or `https.Agent` that sends requests on Node, or a function that returns an agent for a URL. Not used with `fetch`.
   * Agents configure certificates, proxies and connection pools. Default: an agent that keeps connections alive.
   */
  readonly httpAgent?: HttpAgent | ((url: string) => HttpAgent | undefined);
  /** Replaces the clocks. Default: the clocks of the runtime. */
  readonly clock?: Clock;
  /** Wraps calls and requests for a tracer: `createTracing` of `@platform-sdk/opentelemetry`. Default: nothing is traced. */
  readonly tracing?: Tracing;
  /**
   * Called with every event of the log; `false` disables the log. Default: writes the first warning of each kind with `console.warn`, and
   * ignores all other events.
   */
  readonly logger?: Logger | false;
  /**
   * Decides what happens to a response that does not match the API specification: `report` logs the problem, `throw` throws it, `off`
   * ignores it. Problems of a billed response are only logged, and `getResponseProblems` returns them. Default: `report`.
   */
  readonly validation?: 'report' | 'throw' | 'off';
  /** The time limit of a whole call in milliseconds, including retries and refresh. Default: 120,000; unlimited for uploads. */
  readonly timeoutMs?: number;
  /** Time limits for the parts of all calls. Default: the defaults of `Timeouts`. */
  readonly timeouts?: Timeouts;
  /** Controls how failed calls are retried. Default: the defaults of `RetryOptions`. */
  readonly retry?: RetryOptions;
  /**
   * The longest response body in bytes, including downloads. A longer body is rejected. Default: 33,554,432 (32 MiB), but 512 MiB for an archive
   * (`maxArchiveBytes`) and no limit for other downloads.
   */
  readonly maxResponseBytes?: number;
  /**
   * Wire names of this deployment by operation: `{ 'auth.activateByEmail': { code: 'activation_code' } }`. The first call throws
   * for an unknown operation of a service with a client. Default: the names of the API specification, and assumed names for fields that it
   * does not show.
   */
  readonly wireNames?: Readonly<Record<string, Renames>>;
}

const baseUrls = object<NonNullable<PlatformOptions['baseUrls']>>({
  auth: orNull(string),
  organizations: orNull(string),
  wallets: orNull(string),
  analytics: orNull(string),
  memory: orNull(string),
  gateway: orNull(string),
  upload: orNull(string),
  search: orNull(string),
  converter: orNull(string),
});

/** The schema of `PlatformOptions`. Options of clients without a platform extend this schema. */
export const platformOptions = object<PlatformOptions>({
  apiKey: orNull(tokenSource),
  baseUrls: orNull(baseUrls),
  session: orNull(sessionOptions),
  accessToken: orNull(tokenSource),
  tokens: orNull(serviceTokens),
  projectKeys: orNull(resolvable(projectKeys)),
  agent: orNull(resolvable(agentKeys)),
  adminAccess: orNull(tokenSource),
  allowSecretsInBrowser: orNull(boolean),
  headers: orNull(headerFields),
  onResponse: orFalsy(callable()),
  fetch: optional(callable()),
  httpAgent: orNull(either(anyObject<HttpAgent>(), callable<(url: string) => HttpAgent | undefined>())),
  clock: orNull(objectWith<Clock>('now', 'monotonic')),
  tracing: orNull(tracing),
  logger: orFalsy(callable()),
  validation: orNull(enumOf('report', 'throw', 'off')),
  timeoutMs: optional(amount),
  timeouts: orNull(timeouts),
  retry: orNull(retryOptions),
  maxResponseBytes: optional(amount),
  wireNames: orNull(record(record(string))),
});
