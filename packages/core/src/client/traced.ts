import type { TracedCall } from '../operation/tracing.ts';
import type { Invocation } from './prepare.ts';
import type { Trail } from './trail.ts';

/** Returns a call as a tracer sees it. */
export const tracedCall = <In, Out>({ name, input }: Invocation<In, Out>, { callId }: Trail): TracedCall => {
  const { model } = Object(input) as { readonly model?: unknown };
  return { id: callId, operation: name, model: typeof model === 'string' ? model : undefined };
};
