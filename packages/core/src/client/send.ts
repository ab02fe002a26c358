import { inputError } from '../diagnostics/errors.ts';
import type { OpenBody, WireResponse } from '../http/wire.ts';
import type { CallOptions } from '../operation/options.ts';
import { UUID } from '../schema/uuid.ts';
import { createDeadline } from '../time/deadline.ts';
import type { Call, Sending } from './attempt.ts';
import { baseUrlOf } from './base-url.ts';
import type { Context } from './context.ts';
import type { Trail } from './trail.ts';
import { withRetries } from './with-retries.ts';

/** The default time of a whole call. */
export const TOTAL_MS = 120_000;

/** Sends a call until it succeeds or finally fails, with credentials, time limits, a refresh and retries. */
export const send = async (context: Context, call: Call, options: CallOptions, trail: Trail, open?: OpenBody): Promise<WireResponse> => {
  const sending = startSending(context, call, options, trail, open);
  try {
    return await withRetries(sending);
  } finally {
    trail.response = sending.response;
  }
};

const startSending = (context: Context, call: Call, options: CallOptions, trail: Trail, open: OpenBody | undefined): Sending => {
  const { name, base, operation, parts } = call;
  const { traceId } = options;
  const url = baseUrlOf(operation.base ?? base, name, context) + parts.path;
  if (traceId !== undefined && !UUID.test(traceId)) throw inputError('traceId must be a UUID', 'traceId');
  trail.traceId = traceId;
  trail.url = url;
  const encode = operation.encode?.((parts.body ?? {}) as Record<string, unknown>, options);
  // A file may take as long as its bytes arrive or leave.
  const { timeoutMs = context.options.timeoutMs ?? (encode ? Infinity : TOTAL_MS) } = options;
  const deadline = createDeadline(context.clock, timeoutMs);
  return { context, call, options, deadline, url, encode, open, trail, mayBeApplied: false, response: undefined };
};

/** Parses JSON; any other text is returned as it is. */
export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};
