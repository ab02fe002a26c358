import { PlatformError } from '../diagnostics/errors.ts';
import type { Opened } from '../operation/opened.ts';
import type { AnyOperation } from '../operation/operation.ts';
import type { CallOptions } from '../operation/options.ts';
import { pause } from '../time/bounded.ts';
import type { Context } from './context.ts';
import { retryDelay } from './retry.ts';
import type { Trail } from './trail.ts';

const MAX_REOPENINGS = 2;

/**
 * Lets a request be sent once more after the body of its response broke: a GET only, twice at most, after a pause, and within the retries,
 * the budget and the time of the call. `open` sends it with the credentials of the same user, or not at all.
 */
export const reopening = (
  { clock, budget, options: platform }: Context,
  { method, retry }: AnyOperation,
  options: CallOptions,
  trail: Trail,
  open: (options: CallOptions) => Promise<Opened>,
): NonNullable<Opened['again']> => {
  const started = clock.monotonic();
  return async (error, extra) => {
    const times = (trail.reopened = (trail.reopened ?? 0) + 1);
    const retries = options.retry === false ? { limit: 0 } : { ...platform.retry, ...options.retry };
    const isAllowed = method === 'GET' && times <= MAX_REOPENINGS;
    const delayMs = isAllowed ? retryDelay(new PlatformError('network', ''), times, retry, retries, budget) : undefined;
    const leftMs = (options.timeoutMs ?? Infinity) - (clock.monotonic() - started);
    if (delayMs === undefined || delayMs >= leftMs) throw error;
    const signals = [options.signal, extra].filter((each) => each !== undefined);
    const signal = signals.length > 1 ? AbortSignal.any(signals) : signals[0];
    await pause(delayMs, signal);
    return open({ ...options, ...(signal && { signal }), ...(options.timeoutMs !== undefined && { timeoutMs: leftMs - delayMs }) });
  };
};
