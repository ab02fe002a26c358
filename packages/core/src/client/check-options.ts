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
import { isOfType } from '../schema/check.ts';
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
export const checkOptions = (place: string, options: object, known: readonly string[], more: readonly string[] = [], path = ''): void => {
  // Such as `login(username, password)`.
  if (!isObject(options)) throw inputError(`${place}: the options must be an object`);
  for (const [name, value] of Object.entries(options) as [string, unknown][]) {
    if (value === undefined) continue;
    const field = path + name;
    const refuse = (reason: string): never => {
      throw inputError(`${place}: the option ${field} ${reason}`, field);
    };
    if (!known.includes(name) && !more.includes(name)) refuse(unknownName(name, [...known, ...more], 'options'));
    const [, expected, isValid] = RULES.find(([names]) => names.test(name)) ?? [];
    if (isValid?.(value) === false) refuse(`must be ${expected}`);
    if (!isObject(value)) continue;
    const inner = known.filter((each) => each.startsWith(`${name}.`)).map((each) => each.slice(name.length + 1));
    if (inner.length > 0) checkOptions(place, value, inner, [], `${field}.`);
  }
};

type Rule = readonly [names: RegExp, expected: string, isValid: (value: unknown) => boolean];

const isFunction = (value: unknown): boolean => typeof value === 'function';
const isObject = (value: unknown): value is object => isOfType('object', value);

/** The types of options, by their names. A value that counts as false is the absence of a function or a signal; null also that of the others. */
const RULES: readonly Rule[] = [
  [/(?:Ms|Bytes|Characters|^limit)$/, 'a number from 0 on', (value) => typeof value === 'number' && value >= 0],
  [/^fetch$/, 'a function', isFunction],
  [/^(?:on[A-Z]|(?:logger|call|attempt|wait)$)/, 'a function', (value) => !value || isFunction(value)],
  [/^store$/, 'an object with get()', (value) => !value || 'get' in Object(value)],
  [/^lock$/, 'an object with acquire()', (value) => !value || 'acquire' in Object(value)],
  [/^signal$/, 'an AbortSignal', (value) => !value || 'addEventListener' in Object(value)],
  [/^(?:keepalive|forceRefresh|retryOn429|allowSecretsInBrowser)$/, 'true or false', (value) => typeof (value ?? true) === 'boolean'],
  [/^validation$/, 'report, throw or off', (value) => ['report', 'throw', 'off', null].includes(value as string)],
  [
    /^headers$/,
    'an object of texts',
    (value) => value === null || (isObject(value) && Object.values(value).every((each) => typeof each === 'string' || each === undefined)),
  ],
  [/^retry$/, 'an object or false', (value) => value === null || value === false || isObject(value)],
  [/^(?:session|tokens|timeouts|tracing|baseUrls|wireNames)$/, 'an object', (value) => value === null || isObject(value)],
];
