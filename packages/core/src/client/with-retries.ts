import { withDetails, isPlatformError, type PlatformError } from '../diagnostics/errors.ts';
import { isHtml } from '../diagnostics/is-html.ts';
import type { LogEvent } from '../diagnostics/logger.ts';
import type { WireResponse } from '../http/wire.ts';
import { pause } from '../time/bounded.ts';
import { withFreshToken, withOutcome, type Sending } from './attempt.ts';
import { scrubbed } from './caller-error.ts';
import { httpError } from './http-error.ts';
import { retryDelay } from './retry.ts';

/** Runs attempts until one succeeds, or until the failure may not be retried. */
export const withRetries = async (sending: Sending): Promise<WireResponse> => {
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await withFreshToken(sending);
      const success = successOf(sending, response);
      logAttempt(sending, attempt, { result: response.status, outcome: 'succeeded' });
      sending.context.budget.earn();
      return success;
    } catch (error) {
      if (!isPlatformError(error)) throw error;
      await beforeRetry(sending, error, attempt);
    }
  }
};

/** Returns the response, or throws for an error status. A 404 for a retried DELETE is a success if an earlier attempt may have worked. */
const successOf = ({ call, context, trail }: Sending, response: WireResponse): WireResponse => {
  const { status, text } = response;
  if (status > 199 && status < 300) return response;
  // A page comes from a proxy: the state of the resource is unknown.
  const isDeleted = status === 404 && call.operation.method === 'DELETE' && trail.sent === 'unknown' && !isHtml(text);
  if (isDeleted) return { ...response, text: '' };
  throw httpError(call.name, response, context.clock.now());
};

/** Waits until the next attempt, or throws the error if there is no further attempt. */
const beforeRetry = async (sending: Sending, error: PlatformError, attempt: number): Promise<void> => {
  const { context, call, options, signal, deadline, trail } = sending;
  const { retry } = call.operation;
  const { outcome } = error;
  const { sent } = trail;
  const isUnsent = outcome === 'not-sent';
  if (!isUnsent) trail.sent = outcome === 'rejected' ? (sent ?? outcome) : 'unknown';
  const rules = options.retry === false ? { limit: 0 } : { ...context.options.retry, ...options.retry };
  const delayMs = retryDelay(error, attempt, retry, rules, context.budget);
  const isRetried = delayMs !== undefined && delayMs < deadline.remainingMs();
  logAttempt(sending, attempt, {
    result: error.status ?? error.kind,
    outcome: outcome ?? 'unknown',
    retryInMs: isRetried ? delayMs : undefined,
  });
  // The error has the outcome of all attempts. A read has that of its last one.
  const isOutdated = isUnsent || (sent === 'unknown' && retry !== 'safe');
  if (!isRetried) throw sent && isOutdated ? withDetails(error, { outcome: sent }) : error;
  trail.last = error;
  await pause(delayMs, signal).catch(withOutcome(trail.sent ?? 'not-sent'));
};

type AttemptFacts = Pick<Extract<LogEvent, { readonly type: 'attempt' }>, 'result' | 'outcome' | 'retryInMs'>;

/** Logs an attempt, if the application has a logger. */
const logAttempt = (sending: Sending, attempt: number, facts: AttemptFacts): void => {
  const { context, call, deadline, trail, userId, url } = sending;
  if (!context.options.logger) return;
  const {
    name: operation,
    operation: { method },
  } = call;
  const milliseconds = deadline.elapsedMs();
  context.log?.({
    type: 'attempt',
    callId: trail.callId,
    operation,
    method,
    url: scrubbed(url, trail),
    attempt,
    ...facts,
    userId,
    milliseconds,
  });
};
