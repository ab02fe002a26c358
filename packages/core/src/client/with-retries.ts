import { isHtml } from '../diagnostics/error-body.ts';
import { withDetails, isPlatformError, type PlatformError } from '../diagnostics/errors.ts';
import { createScrub } from '../diagnostics/redact.ts';
import type { WireResponse } from '../http/wire.ts';
import { pause } from '../time/bounded.ts';
import { withFreshToken, type Sending } from './attempt.ts';
import { httpError } from './http-error.ts';
import { retryDelay } from './retry.ts';

/** Runs attempts until one succeeds, or until the failure may not be retried. */
export const withRetries = async (sending: Sending): Promise<WireResponse> => {
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await withFreshToken(sending);
      const success = successOf(sending, response);
      logAttempt(sending, attempt, response.status);
      sending.context.budget.earn();
      return success;
    } catch (error) {
      if (!isPlatformError(error)) throw error;
      await beforeRetry(sending, error, attempt);
    }
  }
};

/** The response, unless its status is an error. A DELETE that finds nothing after one that may have worked is a success. */
const successOf = ({ call, context, mayBeApplied, trail }: Sending, response: WireResponse): WireResponse => {
  const { status, text } = response;
  if (status > 199 && status < 300) return response;
  // A page is a proxy's, which says nothing of the resource.
  const isDeleted = status === 404 && call.operation.method === 'DELETE' && mayBeApplied && !isHtml(text);
  if (isDeleted) return { ...response, text: '' };
  throw httpError(call.name, response, context.clock.now(), createScrub(trail.secrets()));
};

/** Waits until the next attempt, or throws the error where there is none. */
const beforeRetry = async (sending: Sending, error: PlatformError, attempt: number): Promise<void> => {
  const { context, call, options, deadline, trail } = sending;
  const { retry } = call.operation;
  const wasMaybeApplied = sending.mayBeApplied && retry !== 'safe';
  sending.mayBeApplied ||= error.outcome !== 'rejected' && error.outcome !== 'not-sent';
  const rules = options.retry === false ? { limit: 0 } : { ...context.options.retry, ...options.retry };
  const delayMs = retryDelay(error, attempt, retry, rules, context.budget);
  const isRetried = delayMs !== undefined && delayMs < deadline.remainingMs();
  logAttempt(sending, attempt, error.status ?? error.kind, isRetried ? delayMs : undefined);
  // The outcome is that of all attempts.
  if (!isRetried) throw wasMaybeApplied ? withDetails(error, { outcome: 'unknown' }) : error;
  trail.last = error;
  await pause(delayMs, options.signal);
};

const logAttempt = ({ context, call, url, deadline, trail }: Sending, attempt: number, result: number | string, retryInMs?: number): void =>
  context.log?.({
    type: 'attempt',
    callId: trail.callId,
    operation: call.name,
    method: call.operation.method,
    url: createScrub(trail.secrets())(url),
    attempt,
    result,
    milliseconds: deadline.elapsedMs(),
    retryInMs,
  });
