import { callable, orFalsy } from '../schema/options.ts';
import { object } from '../schema/schema.ts';

/** A running call. */
export interface TracedCall {
  /** Identifies the call within its platform. Log events contain it as `callId`. */
  readonly id: number;
  /** The name of the operation, such as `organizations.get`. */
  readonly operation: string;
  /** The model that the input names. Absent for a call without a model. */
  readonly model?: string | undefined;
}

/** One request of a call. */
export interface TracedAttempt {
  /** The `id` of its call. */
  readonly callId: number;
  readonly operation: string;
  readonly method: string;
  /** The URL without its query. Secrets are redacted. */
  readonly url: string;
  /** The path with the names of its parameters instead of their values, such as `/organizations/{organizationId}`. */
  readonly template: string;
  /** The number of this request within its call. The first request has the number 1. */
  readonly attempt: number;
}

/**
 * Lets a tracer wrap the work of a platform, so that the tracer's context is active during the work. Each hook must call `run` once, and
 * return its result or rethrow its error. No hook receives a secret or the body of a request.
 */
export interface Tracing {
  /** Wraps a call. `run` resolves with the result: for a stream, with the combined result of its events, or undefined if it was cancelled. Default: calls are not wrapped. */
  readonly call?: <Result>(call: TracedCall, run: () => Promise<Result>) => Promise<Result>;
  /**
   * Wraps each request of a call until the response was read, or until the headers of a stream or a download arrived. The function `run`
   * takes headers to send, such as `traceparent`. Default: requests are not wrapped.
   */
  readonly attempt?: <Result extends { readonly status: number }>(
    attempt: TracedAttempt,
    run: (headers?: Readonly<Record<string, string>>) => Promise<Result>,
  ) => Promise<Result>;
  /** Wraps the wait for a limiter before the call. Default: waits are not wrapped. */
  readonly wait?: <Result>(wait: { readonly operation: string }, run: () => Promise<Result>) => Promise<Result>;
}

export const tracing = object<Tracing>({ call: orFalsy(callable()), attempt: orFalsy(callable()), wait: orFalsy(callable()) });
