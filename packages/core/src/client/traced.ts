import type { TracedCall } from '../operation/tracing.ts';
import type { Invocation } from './prepare.ts';
import type { Trail } from './trail.ts';

/** Returns a call as a tracer sees it. */
export const tracedCall = <In, Out>([, , operation, , input]: Invocation<In, Out>, { callId }: Trail): TracedCall => {
  const { model } = Object(input) as { readonly model?: unknown };
  return { id: callId, operation, model: typeof model === 'string' ? model : undefined };
};

/** Runs a call inside the tracer of its platform, if there is one. */
export const traced = <In, Out>(invocation: Invocation<In, Out>, trail: Trail, run: () => Promise<Out>): Promise<Out> => {
  const wrap = invocation[0].options.tracing?.call;
  return wrap ? wrap(tracedCall(invocation, trail), run) : run();
};
