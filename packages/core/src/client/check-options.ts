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
import type { Tracing } from '../operation/tracing.ts';
import { unknownName } from '../schema/unknown-field.ts';

type Within<Name extends string, Options> = `${Name}.${string & keyof Options}`;

/** The names of the options of a call. */
type CallOptionName = keyof CallOptions | Within<'retry', RetryOptions>;

/** The names of the options of a stream that no other call has. */
export type StreamOptionName = Exclude<keyof StreamOptions, keyof CallOptions>;

/** The names of the options of a platform. A missing address is an error when it is needed, so those of services are not listed. */
type PlatformOptionName =
  | keyof PlatformOptions
  | Within<'session', SessionOptions>
  | Within<'tokens', ServiceTokens>
  | Within<'timeouts', Timeouts>
  | Within<'retry', RetryOptions>
  | Within<'tracing', Tracing>;

const RETRY = ['retry', 'retry.limit', 'retry.retryOn429', 'retry.maxRetryAfterMs'] as const;
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
  'tracing',
  'tracing.call',
  'tracing.attempt',
  'tracing.wait',
  'validation',
  'timeoutMs',
  'timeouts',
  'timeouts.headersMs',
  'timeouts.bodyMs',
  'timeouts.idleMs',
  'timeouts.firstEventMs',
  'maxResponseBytes',
  'wireNames',
  ...SHARED,
] as const satisfies readonly PlatformOptionName[];

/** Throws for an option with an unknown name, which would have no effect, and for a value of the wrong type. */
export const checkOptions = (place: string, options: object, known: readonly string[], path = ''): void => {
  for (const [name, value] of Object.entries(options) as [string, unknown][]) {
    if (value === undefined) continue;
    const field = path + name;
    if (!known.includes(field)) throw inputError(`${place}: the option ${field} ${unknownName(field, known, 'options')}`, field);
    const expected = expectedOf(name, value);
    if (expected) throw inputError(`${place}: the option ${field} must be ${expected}`, field);
    const within = `${field}.`;
    if (value && known.some((each) => each.startsWith(within))) checkOptions(place, value, known, within);
  }
};

/** Returns the type that an option must have, if the value has another one. */
const expectedOf = (name: string, value: unknown): string | undefined => {
  const isOfType = (type: string): boolean => typeof value === type;
  if (/(?:Ms|Bytes|Characters|^limit)$/.test(name)) return isOfType('number') && (value as number) >= 0 ? undefined : 'a number from 0 on';
  // Any other value that counts as false is the absence of an option.
  if (/^(?:on[A-Z]|(?:logger|fetch|call|attempt|wait)$)/.test(name))
    return isOfType('function') || (!value && name !== 'fetch') ? undefined : 'a function';
  if (name === 'signal') return !value || typeof (value as AbortSignal).addEventListener === 'function' ? undefined : 'an AbortSignal';
  if (name !== 'headers') return undefined;
  const headers = Object(value) as object;
  const isPlain = !(Symbol.iterator in headers) && Object.values(headers).every((each) => each === undefined || typeof each === 'string');
  return isPlain ? undefined : 'an object whose values are texts';
};
