import type { PlatformError } from '../diagnostics/errors.ts';
import type { ResponseHeaders } from '../http/wire.ts';
import type { RetryClass } from '../operation/names.ts';
import type { RetryOptions } from '../operation/options.ts';

const FIRST_DELAY_MS = 300;
const LONGEST_DELAY_MS = 8000;
/** How long a `Retry-After` is obeyed, unless the platform or the caller says otherwise. */
export const MAX_RETRY_AFTER_MS = 30_000;

/** Lets a platform's calls retry a little, and a dead server be. */
export interface RetryBudget {
  /** Takes one retry out; false when none is left. */
  spend(): boolean;
  /** A success earns a fraction of a retry back. */
  earn(): void;
}

/** Twenty retries, of which every fifth success earns one back. */
export const createRetryBudget = (): RetryBudget => {
  let fifths = 100;
  return {
    spend: () => fifths >= 5 && (fifths -= 5) >= 0,
    earn: () => void (fifths = Math.min(100, fifths + 1)),
  };
};

/** `Retry-After` in seconds, of either form: a number or a date. */
export const retryAfterOf = (headers: Pick<ResponseHeaders, 'get'>, now: number): number | undefined => {
  const value = headers.get('retry-after') ?? '';
  // Two such headers are one with a comma, of which the longer wait counts.
  const numbers = /^[\d., s]+$/.test(value) ? (value.match(/\d+(?:\.\d+)?/g) ?? []) : [];
  const seconds = numbers.length > 0 ? Math.max(...numbers.map(Number)) : Math.max(0, Math.ceil((Date.parse(value) - now) / 1000));
  return Number.isNaN(seconds) ? undefined : seconds;
};

/** How long to wait before the next attempt; undefined when there is none. */
export const retryDelay = (
  error: PlatformError,
  attempt: number,
  retry: RetryClass,
  options: RetryOptions,
  budget: RetryBudget,
): number | undefined => {
  const { limit = 2, retryOn429, maxRetryAfterMs = MAX_RETRY_AFTER_MS } = options;
  // A refresh that did not get through has cooled down before it is tried again.
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
  return Math.max(asked, Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2));
};
