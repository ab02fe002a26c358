import type { PlatformError } from '../diagnostics/errors.ts';
import type { ResponseHeaders } from '../http/wire.ts';
import type { RetryClass } from '../operation/names.ts';
import type { CallOptions, RetryOptions } from '../operation/options.ts';

const FIRST_DELAY_MS = 300;
const MAX_DELAY_MS = 8000;
/** The default of `maxRetryAfterMs`. */
export const MAX_RETRY_AFTER_MS = 30_000;

/** Limits the retries of a platform's calls, so that a failing server is not flooded. */
export interface RetryBudget {
  /** Takes one retry from the budget. Returns false when the budget is empty. */
  spend(): boolean;
  /** Returns a part of a retry to the budget after each success. */
  earn(): void;
}

/** The budget is twenty retries. Five successes add one retry. */
export const createRetryBudget = (): RetryBudget => {
  let fifths = 100;
  return {
    spend: () => fifths >= 5 && (fifths -= 5) >= 0,
    earn: () => void (fifths = Math.min(100, fifths + 1)),
  };
};

/** Reads `Retry-After`, a number or a date, in seconds. A date is compared with the server's own `Date` if there is one. */
export const retryAfterOf = (headers: Pick<ResponseHeaders, 'get'>, now: number): number | undefined => {
  const value = headers.get('retry-after') ?? '';
  // Two such headers are joined by a comma. The longer wait applies.
  const numbers = /^[\d., s]+$/.test(value) ? (value.match(/\d+(?:\.\d+)?/g) ?? []) : [];
  const since = timeOf(headers.get('date') ?? '') || now;
  const seconds = numbers.length > 0 ? Math.max(...numbers.map(Number)) : Math.max(0, Math.ceil((timeOf(value) - since) / 1000));
  return Number.isNaN(seconds) ? undefined : seconds;
};

/** Parses an HTTP date. A date without a zone, as C's `asctime` writes it, is GMT too. */
const timeOf = (date: string): number => Date.parse(/ [\d:]+$/.test(date) ? `${date} GMT` : date);

/** Returns the retry rules of a call, or else those of its platform. */
export const retryRules = ({ options: { retry } }: { readonly options: Pick<CallOptions, 'retry'> }, call: CallOptions): RetryOptions =>
  call.retry === false ? { limit: 0 } : { ...retry, ...call.retry };

/** Returns the wait before the next attempt; undefined for no further attempt. */
export const retryDelay = (
  error: PlatformError,
  attempt: number,
  retry: RetryClass,
  options: RetryOptions,
  budget: RetryBudget,
): number | undefined => {
  const { limit = 2, retryOn429, maxRetryAfterMs = MAX_RETRY_AFTER_MS } = options;
  // A failed refresh has its own pause before the next refresh.
  if (error.operation) return undefined;
  const { kind, status = 0, outcome, retryAfterSeconds = 0 } = error;
  const passes =
    kind === 'network' ||
    kind === 'timeout' ||
    (kind === 'http' && (status === 408 || status === 429 || (status >= 500 && status !== 501)));
  const unsent = (kind === 'network' && outcome === 'not-sent') || (retryOn429 && status === 429);
  const allowed = retry === 'non-idempotent' ? unsent : retry !== 'single-attempt' && passes;
  const asked = retryAfterSeconds * 1000;
  if (!allowed || attempt > limit || asked > maxRetryAfterMs || !budget.spend()) return undefined;
  return Math.max(asked, Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2));
};
