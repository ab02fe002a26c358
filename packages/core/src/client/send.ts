import { isPlatformError, withDetails, type PlatformError } from '../diagnostics/errors.ts';
import { isHtml } from '../diagnostics/error-body.ts';
import type { WireResponse } from '../http/wire.ts';
import { pause } from '../time/bounded.ts';
import { withFreshToken } from './attempt.ts';
import { httpError, withOutcome } from './call-error.ts';
import { logAttempt } from './observers.ts';
import { outcomeSoFar, type Call } from './records.ts';
import { retryDelay, retryRules } from './retry.ts';

/** Sends a call until it succeeds, or until its failure may not be retried. */
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
  const { context, name, operation } = call;
  const { status, text } = response;
  if (status > 199 && status < 300) return response;
  // HTML comes from a proxy: the state of the resource is unknown.
  const isDeleted = status === 404 && operation.method === 'DELETE' && outcomeSoFar(call) === 'unknown' && !isHtml(text);
  if (isDeleted) return { ...response, text: '' };
  throw httpError(name, response, context.clock.now());
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
  // The error of a write has the outcome of all attempts. The error of a read has the outcome of the last attempt.
  const isOutdated = outcome === 'not-sent' || (earlier === 'unknown' && operation.retry !== 'safe');
  throw earlier && isOutdated ? withDetails(error, { outcome: earlier }) : error;
};
