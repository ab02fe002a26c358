import { isPlatformError, type ErrorKind, type PlatformError } from './errors.ts';

type Members = Readonly<Record<string, unknown>>;

/** The maximum depth at which a code is searched. No known service nests its errors deeper. */
const MAX_DEPTH = 4;
const MAX_ITEMS = 20;
const MAX_TEXT = 1000;

/** The codes of an error body, and the strings that may contain a code. */
interface Statements {
  readonly codes: unknown[];
  readonly texts: string[];
}

const collect = (value: unknown, into: Statements, depth = 0): Statements => {
  if (typeof value === 'string') into.texts.push(value.slice(0, MAX_TEXT).trim());
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return into;
  if (Array.isArray(value)) {
    for (const item of value.slice(0, MAX_ITEMS)) collect(item, into, depth + 1);
    return into;
  }
  const { code, type, error, errors, message, detail, title, msg } = value as Members;
  into.codes.push(code);
  for (const item of [type, error, errors, message, detail, title, msg]) collect(item, into, depth + 1);
  return into;
};

/** Returns true for a code. A number only repeats the HTTP status, so it is not a code. */
const isCode = (value: unknown): value is string => typeof value === 'string' && /[a-z]/i.test(value);

/** Returns true if the text contains the code as a whole word. Ignores a word in an address, and a code that is followed by the value `false`, `null`, `no` or `0`. */
const names = (text: string, code: string): boolean =>
  new RegExp(`(?:^|[^\\w.@-])${code.replace(/\W/g, '\\$&')}(?![\\w@-]|\\.\\w|["']?\\s*[:=]\\s*["']?(?:false|null|no|0)\\b)`, 'i').test(
    text,
  );

/** An error for which `hasErrorCode` found a code. The error's `code` may be another code, because `hasErrorCode` also searches `body`. */
export interface CodedError extends PlatformError {
  readonly kind: Exclude<ErrorKind, 'aborted'>;
}

/**
 * Returns true if the server sent this code, in any dialect: JSON:API `errors[]`, `error{}`, `error`, `message`, `detail`, or plain text. A
 * code within a message counts only if no field contains another code. Case is ignored.
 */
export const hasErrorCode = (error: unknown, code: string): error is CodedError => {
  if (!isPlatformError(error) || error.kind === 'aborted') return false;
  const { codes, texts } = collect(error.body, { codes: [error.code], texts: [] });
  const own = codes.filter(isCode);
  const isSame = (text: string): boolean => text.toLowerCase() === code.toLowerCase();
  return own.some(isSame) || texts.some((text) => isSame(text) || (own.length === 0 && names(text, code)));
};

/** The error of a call whose wallets do not contain enough credits. */
export interface InsufficientCreditsError extends PlatformError {
  /** The body of the response. Absent if the body was empty. */
  readonly body?: {
    /** The service's own message. Absent if the service does not send this value. */
    readonly detail?: string;
    /** The details of the failure. Absent if the service does not send this value. */
    readonly error?: {
      /** The service's code: `INSUFFICIENT_CREDITS`. Absent if the service sends no code. */
      readonly code?: string;
      /** The number of credits that the call needs. Absent if the service sends no amount. */
      readonly required_amount?: number;
      /**
       * The wallets in the order in which the service checked them, such as the wallets of the project, of the organization and of its
       * owner. Absent if the service sends no list.
       */
      readonly checked_wallets?: readonly unknown[];
    };
  };
}

/** The error of a call that was rejected because of too many requests. */
export interface RateLimitedError extends CodedError {
  /** Seconds to wait before the next request. Absent without `Retry-After`. */
  readonly retryAfterSeconds?: number;
}

/** Returns true if the wallets do not contain enough credits. `error.body?.error` then contains `required_amount` and `checked_wallets`. */
export const isInsufficientCreditsError = (error: unknown): error is InsufficientCreditsError =>
  isPlatformError(error) && (error.status === 402 || hasErrorCode(error, 'INSUFFICIENT_CREDITS'));

/** Returns true if a response, or an event of a stream, reports too many requests. */
export const isRateLimitedError = (error: unknown): error is RateLimitedError =>
  isPlatformError(error) &&
  error.kind !== 'aborted' &&
  (error.status === 429 ||
    /^(429|rate_limit\w*)$/i.test(error.code ?? '') ||
    ['rate_limit_exceeded', 'RATE_LIMITED'].some((code) => hasErrorCode(error, code)));
