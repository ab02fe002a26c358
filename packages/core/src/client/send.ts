import { inputError } from '../diagnostics/errors.ts';
import type { OpenBody, WireResponse } from '../http/wire.ts';
import type { CallOptions } from '../operation/options.ts';
import { UUID } from '../schema/uuid.ts';
import type { Cancellation } from '../time/cancellation.ts';
import { createDeadline } from '../time/deadline.ts';
import type { Call, Sending } from './attempt.ts';
import { baseUrlOf } from './base-url.ts';
import type { Context } from './context.ts';
import type { Trail } from './trail.ts';
import { withRetries } from './with-retries.ts';

/** The default time of a whole call. */
export const TOTAL_MS = 120_000;

/** How the response of a call is received. */
interface SendingOptions {
  /** Leaves the body of a success to the caller. Default: the body is read. */
  readonly open?: OpenBody | undefined;
  /** Cancels the call. Default: the signal of its options. */
  readonly signal?: Cancellation | undefined;
  /** The time of the whole call. Default: that of its options, else the platform's. */
  readonly timeoutMs?: number | undefined;
}

/** Sends a call until it succeeds or finally fails, with credentials, time limits, a refresh and retries. */
export const send = async (
  context: Context,
  call: Call,
  options: CallOptions,
  trail: Trail,
  more: SendingOptions = {},
): Promise<WireResponse> => {
  const sending = startSending(context, call, options, trail, more);
  try {
    return await withRetries(sending);
  } finally {
    trail.response = sending.response;
  }
};

const startSending = (
  context: Context,
  call: Call,
  options: CallOptions,
  trail: Trail,
  { open, signal = options.signal ?? undefined, timeoutMs = options.timeoutMs }: SendingOptions,
): Sending => {
  const { name, base, operation, parts } = call;
  const { traceId } = options;
  const url = baseUrlOf(operation.base ?? base, name, context) + parts.path;
  if (traceId !== undefined && !UUID.test(traceId)) throw inputError('traceId must be a UUID', 'traceId');
  trail.traceId = traceId;
  trail.url = url;
  const encode = operation.encode?.((parts.body ?? {}) as Record<string, unknown>, options);
  // A file may take as long as its bytes arrive or leave.
  const deadline = createDeadline(context.clock, timeoutMs ?? context.options.timeoutMs ?? (encode ? Infinity : TOTAL_MS));
  return { context, call, options, signal, deadline, url, encode, open, trail, response: undefined, userId: undefined };
};

/** Parses JSON; any other text is returned as it is. */
export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};
