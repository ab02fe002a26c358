import { isHtml } from '../diagnostics/error-body.ts';
import { isPlatformError, type PlatformError, withDetails } from '../diagnostics/errors.ts';
import type { WireResponse } from '../http/wire.ts';
import type { RetryClass } from '../operation/names.ts';
import type { CallOptions, RetryOptions } from '../operation/options.ts';
import { pause } from '../time/limits.ts';
import { withFreshToken } from './attempt.ts';
import { httpError, withOutcome } from './call-error.ts';
import { logAttempt } from './observers.ts';
import { outcomeSoFar, type Call, type RetryBudget } from './records.ts';

const FIRST_DELAY_MS = 300;
const MAX_DELAY_MS = 8000;
/** The default of `maxRetryAfterMs`. */
export const MAX_RETRY_AFTER_MS = 30_000;

/** Sends a call until it succeeds, or until its failure must not be retried. */
export const send = async (call: Call): Promise<WireResponse> => {
  for (let round = 1; ; round++) {
    try {
      const response = successOf(call, await withFreshToken(call));
      logAttempt(call, round, { result: response.status, outcome: 'succeeded' });
      call.context.budget.earn();
      return response;
    } catch (error) {
      if (!isPlatformError(error)) throw error;
      await beforeRetry(call, error, round);
    }
  }
};

/** Returns the response, or throws for an error status. A 404 for a retried DELETE is a success if an earlier attempt may have worked. */
const successOf = (call: Call, response: WireResponse): WireResponse => {
  const { operation } = call;
  const { status, text } = response;
  if (status > 199 && status < 300) return response;
  // HTML comes from a proxy: the state of the resource is unknown.
  const isDeleted = status === 404 && operation.method === 'DELETE' && outcomeSoFar(call) === 'unknown' && !isHtml(text);
  if (isDeleted) return { ...response, text: '' };
  throw httpError(call, response);
};

/** Waits until the next attempt, or throws the error if there is no further attempt. */
const beforeRetry = async (call: Call, error: PlatformError, round: number): Promise<void> => {
  const { context, operation, options, signal, deadline } = call;
  const { outcome } = error;
  const earlier = outcomeSoFar(call);
  const attempt = call.attempts.at(-1);
  if (attempt && outcome !== 'not-sent') attempt.outcome = outcome === 'rejected' ? outcome : 'unknown';
  const delayMs = retryDelay(error, round, operation.retry, retryRules(context, options), context.budget);
  const isRetried = delayMs !== undefined && delayMs < deadline.remainingMs();
  const facts = { result: error.status ?? error.kind, outcome: outcome ?? 'unknown', retryInMs: isRetried ? delayMs : undefined } as const;
  logAttempt(call, round, facts);
  if (isRetried) {
    if (attempt) attempt.failure = error;
    return pause(delayMs, signal).catch(withOutcome(outcomeSoFar(call) ?? 'not-sent'));
  }
  // If an earlier attempt of a write has the outcome `unknown`, the call's error has this outcome too. An unsent attempt does not change the outcome.
  const isOutdated = outcome === 'not-sent' || (earlier === 'unknown' && operation.retry !== 'safe');
  throw earlier && isOutdated ? withDetails(error, { outcome: earlier }) : error;
};

/** Creates a budget of twenty retries. Every five successes add a retry to the budget, up to twenty. */
export const createRetryBudget = (): RetryBudget => {
  let fifths = 100;
  return {
    spend: () => fifths >= 5 && (fifths -= 5) >= 0,
    earn: () => void (fifths = Math.min(100, fifths + 1)),
  };
};

/** Returns the retry options of the platform, overridden by those of the call. */
export const retryRules = ({ options: { retry } }: { readonly options: Pick<CallOptions, 'retry'> }, call: CallOptions): RetryOptions =>
  call.retry === false ? { limit: 0 } : { ...retry, ...call.retry };

/** Returns the milliseconds until the next attempt; undefined if the call must not be retried. */
export const retryDelay = (
  error: PlatformError,
  attempt: number,
  retry: RetryClass,
  options: RetryOptions,
  budget: RetryBudget,
): number | undefined => {
  const { limit = 2, retryOn429, maxRetryAfterMs = MAX_RETRY_AFTER_MS } = options;
  // A failed refresh is not retried here, because the session pauses before the next refresh.
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
