import { PlatformError } from '../diagnostics/errors.ts';
import type { AnyOperation } from '../operation/operation.ts';
import type { CallOptions } from '../operation/options.ts';
import { pause } from '../time/bounded.ts';
import type { Context } from './context.ts';
import { retryDelay } from './retry.ts';
import type { Trail } from './trail.ts';

/** A call whose response was opened. */
interface OpenedCall {
  readonly context: Context;
  readonly operation: AnyOperation;
  readonly options: CallOptions;
  readonly trail: Trail;
  /** The beginning of the call, by the monotonic clock. */
  readonly started: number;
}

const MAX_REOPENINGS = 2;

/**
 * Waits until a request may be retried after the body of its response broke, and returns the options for it. Rejects with `error` if it
 * may not. Only a GET is retried: twice at most, and within the retries, the budget and the time of the call.
 */
export const pauseBeforeReopening = async (
  { context, operation, options, trail, started }: OpenedCall,
  error: PlatformError,
  signal: AbortSignal | undefined,
): Promise<CallOptions> => {
  const { clock, budget, options: platform } = context;
  trail.sent = 'unknown';
  const times = (trail.reopened = (trail.reopened ?? 0) + 1);
  const retries = options.retry === false ? { limit: 0 } : { ...platform.retry, ...options.retry };
  const isAllowed = operation.method === 'GET' && times <= MAX_REOPENINGS;
  const delayMs = isAllowed ? retryDelay(new PlatformError('network', ''), times, operation.retry, retries, budget) : undefined;
  const leftMs = (options.timeoutMs ?? Infinity) - (clock.monotonic() - started);
  if (delayMs === undefined || delayMs >= leftMs) throw error;
  await pause(delayMs, signal);
  return { ...options, ...(signal && { signal }), ...(options.timeoutMs !== undefined && { timeoutMs: leftMs - delayMs }) };
};
