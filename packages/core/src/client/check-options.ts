import { inputError } from '../diagnostics/errors.ts';
import type { CallOptions, PlatformOptions, RetryOptions, ServiceTokens, SessionOptions, Timeouts } from '../operation/options.ts';
import type { BaseName } from '../operation/names.ts';
import { unknownName } from '../schema/unknown-field.ts';

/** The names of options. An option that holds further ones has their names as its value. */
export interface KnownOptions {
  readonly [name: string]: KnownOptions | 0;
}

/** The compiler rejects a list that misses an option, or has one too many. */
type NamesOf<Options> = Readonly<Record<keyof Options, KnownOptions | 0>>;

const RETRY: NamesOf<RetryOptions> = { limit: 0, rateLimited: 0, maxRetryAfterMs: 0 };

/** The options of every call. */
export const CALL_OPTIONS: NamesOf<CallOptions> = {
  signal: 0,
  timeoutMs: 0,
  headers: 0,
  retry: RETRY,
  traceId: 0,
  keepalive: 0,
  forceRefresh: 0,
  onResponse: 0,
};

const TIMEOUTS: NamesOf<Timeouts> = { headersMs: 0, bodyMs: 0, totalMs: 0, idleMs: 0, firstEventMs: 0 };
const TOKENS: NamesOf<ServiceTokens> = { memory: 0, gateway: 0, upload: 0, converter: 0 };
const SESSION: NamesOf<SessionOptions> = { store: 0, lock: 0 };
const BASES: NamesOf<Record<BaseName, string>> = {
  auth: 0,
  organizations: 0,
  wallets: 0,
  analytics: 0,
  memory: 0,
  gateway: 0,
  upload: 0,
  search: 0,
  converter: 0,
};

/** The options of a platform. */
export const PLATFORM_OPTIONS: NamesOf<PlatformOptions> = {
  apiKey: 0,
  baseUrls: BASES,
  session: SESSION,
  accessToken: 0,
  tokens: TOKENS,
  projectKeys: 0,
  agent: 0,
  adminAccess: 0,
  allowSecretsInBrowser: 0,
  headers: 0,
  onResponse: 0,
  fetch: 0,
  httpAgent: 0,
  clock: 0,
  logger: 0,
  validation: 0,
  timeouts: TIMEOUTS,
  retry: RETRY,
  maxResponseBytes: 0,
  wireNames: 0,
};

/** Throws for an option with an unknown name, which would have no effect. `own` are the names that only one operation has. */
export const checkOptions = (place: string, options: object, known: KnownOptions, own: readonly string[] = [], path = ''): void => {
  for (const name of Object.keys(options)) {
    const value = (options as Readonly<Record<string, unknown>>)[name];
    if (value === undefined || own.includes(name)) continue;
    const field = path + name;
    const names = Object.hasOwn(known, name) ? known[name] : undefined;
    if (names === undefined) throw inputError(`${place}: the option ${field} ${unknownName(name, [...Object.keys(known), ...own], 'options')}`, field);
    if (names && typeof value === 'object' && value !== null) checkOptions(place, value, names, [], `${field}.`);
  }
};
