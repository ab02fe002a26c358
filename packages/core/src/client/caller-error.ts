import { PlatformError, withDetails } from '../diagnostics/errors.ts';
import type { Cancellation } from '../time/cancellation.ts';
import { loaded } from '../time/loaded.ts';
import type * as Description from './describe-failure.ts';
import { placeOf } from './place-of.ts';
import type { Trail } from './trail.ts';
import { typed } from './typed.ts';

/** Loads the code that describes failures: most calls succeed. It finds the secrets of a call too, for its logs. */
export const loadDescription = async (signal?: Cancellation | null): Promise<typeof Description | undefined> =>
  (description ??= await loaded(import('./describe-failure.ts'), signal));

/** Loaded once, so that later failures and logs need no timer. */
let description: typeof Description | undefined;

/** Turns any failure of a call into the error that the caller gets: typed, named, counted and free of secrets. */
export const toCallerError = async (
  error: unknown,
  operation: string,
  trail: Trail,
  signal?: Cancellation | null,
): Promise<PlatformError> => {
  const failure = typed(error, trail);
  // The caller's limits ended the call: it waits for nothing more.
  const isOver = failure.kind === 'aborted' || (failure.kind === 'timeout' && failure.status === undefined);
  // A signal is checked before the first request.
  const code = isOver ? undefined : await loadDescription(trail.attempts > 0 ? signal : undefined);
  return code?.describeFailure(failure, operation, trail) ?? outlined(failure, operation, trail);
};

/** Kinds whose messages are the SDK's own, without a value of the call. */
const OWN = /^(?:session|timeout|aborted)$/;

/** Describes a failure by its plain facts. Nothing of its response or of the call's input is among them, as secrets could be there. */
const outlined = (failure: PlatformError, operation: string, { attempts, traceId, url }: Trail): PlatformError => {
  const { kind, message, status, field, retryAfterSeconds, outcome = attempts > 0 ? 'unknown' : 'not-sent', cause } = failure;
  const facts = { operation, attempts, outcome, status, field, retryAfterSeconds, traceId };
  // A failed refresh has described its failure itself.
  if (failure.operation !== undefined && failure.operation !== operation) return withDetails(failure, Object.assign(facts, failure));
  if (OWN.test(kind)) return new PlatformError(kind, message + placeOf(failure, operation, url), facts, { cause });
  const found = [kind, status, field].filter((fact) => fact !== undefined).join(', ');
  return new PlatformError(kind, `${operation} failed (${found}). The code for error messages could not be loaded`, facts);
};
