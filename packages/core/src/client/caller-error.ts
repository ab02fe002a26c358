import { withDetails, isPlatformError, PlatformError, type ErrorDetails } from '../diagnostics/errors.ts';
import { createScrub, redact } from '../diagnostics/redact.ts';
import { showHeaders } from '../diagnostics/response-headers.ts';
import type { Trail } from './trail.ts';

/** Turns any failure of a call into the error that the caller gets: typed, named, counted and free of secrets. */
export const toCallerError = (error: unknown, operation: string, trail: Trail): PlatformError => {
  const { attempts, secrets, traceId, headers, url } = trail;
  const scrub = createScrub(secrets());
  const failure = isPlatformError(error) ? error : unforeseen(error, attempts);
  const { message, received, body, code, status, outcome = attempts > 0 ? 'unknown' : 'not-sent' } = failure;
  const details: ErrorDetails = {
    ...(headers && status !== undefined && showHeaders(headers)),
    operation: failure.operation ?? operation,
    attempts: failure.attempts ?? attempts,
    outcome,
    traceId: redact(failure.traceId ?? traceId, scrub) as string,
    body: redact(body, scrub),
    code: redact(code, scrub) as string,
    // The caller has seen the events already: only known secrets are removed.
    received: redact(received, scrub, { byName: false, maxValues: Infinity }),
  };
  // Details of the failure itself, such as the headers of a refresh, come first.
  const { headers: own = details.headers, requestId = details.requestId } = failure;
  return withDetails(
    failure,
    { ...details, headers: redact(own, scrub) as ErrorDetails['headers'], requestId: redact(requestId, scrub) as string },
    scrub(message + placeOf(failure, operation, url)),
  );
};

/** The operation and its server, for a failure whose message names neither. */
const placeOf = ({ kind, message }: PlatformError, operation: string, url: string | undefined): string => {
  if (!/^(?:network|timeout|aborted)$/.test(kind) || message.includes(operation) || message.endsWith(')')) return '';
  return `. (${operation}${url === undefined ? '' : ` at ${new URL(url).origin}`})`;
};

/** Turns any other error into a typed one. No untyped error leaves a client. */
const unforeseen = (error: unknown, attempts: number): PlatformError => {
  const reason = error instanceof Error ? error.message : String(error);
  return attempts === 0
    ? new PlatformError('invalid-input', `The call could not be prepared: ${reason}`)
    : new PlatformError('invalid-response', `The response could not be read: ${reason}`);
};
