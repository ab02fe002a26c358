import { inputError } from '../diagnostics/errors.ts';
import type {
  CallOptions,
  PlatformOptions,
  RetryOptions,
  ServiceTokens,
  SessionOptions,
  StreamOptions,
  Timeouts,
} from '../operation/options.ts';
import { unknownName } from '../schema/unknown-field.ts';

type Within<Name extends string, Options> = `${Name}.${string & keyof Options}`;

/** The names of the options of a call. */
type CallOptionName = keyof CallOptions | Within<'retry', RetryOptions>;

/** The names of the options of a stream that no other call has. */
export type StreamOptionName = Exclude<keyof StreamOptions, keyof CallOptions>;

/** The names of the options of a platform. A missing address is found as it is needed, so those of services are not listed. */
type PlatformOptionName =
  | keyof PlatformOptions
  | Within<'session', SessionOptions>
  | Within<'tokens', ServiceTokens>
  | Within<'timeouts', Timeouts>
  | Within<'retry', RetryOptions>;

const RETRY = ['retry', 'retry.limit', 'retry.rateLimited', 'retry.maxRetryAfterMs'] as const;
const SHARED = ['headers', 'onResponse', ...RETRY] as const;

export const CALL_OPTIONS = [
  'signal',
  'timeoutMs',
  'traceId',
  'keepalive',
  'forceRefresh',
  ...SHARED,
] as const satisfies readonly CallOptionName[];

export const PLATFORM_OPTIONS = [
  'apiKey',
  'baseUrls',
  'session',
  'session.store',
  'session.lock',
  'accessToken',
  'tokens',
  'tokens.memory',
  'tokens.gateway',
  'tokens.upload',
  'tokens.converter',
  'projectKeys',
  'agent',
  'adminAccess',
  'allowSecretsInBrowser',
  'fetch',
  'httpAgent',
  'clock',
  'logger',
  'validation',
  'timeouts',
  'timeouts.headersMs',
  'timeouts.bodyMs',
  'timeouts.totalMs',
  'timeouts.idleMs',
  'timeouts.firstEventMs',
  'maxResponseBytes',
  'wireNames',
  ...SHARED,
] as const satisfies readonly PlatformOptionName[];

/** Throws for an option with an unknown name, which would have no effect. */
export const checkOptions = (place: string, options: object, known: readonly string[], path = ''): void => {
  for (const [name, value] of Object.entries(options) as [string, unknown][]) {
    const field = path + name;
    if (value === undefined) continue;
    if (!known.includes(field)) throw inputError(`${place}: the option ${field} ${unknownName(field, known, 'options')}`, field);
    const within = `${field}.`;
    if (value && known.some((each) => each.startsWith(within))) checkOptions(place, value, known, within);
  }
};
