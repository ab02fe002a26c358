import { readError } from '../diagnostics/error-body.ts';
import { isPlatformError, PlatformError, withDetails, type ErrorDetails } from '../diagnostics/errors.ts';
import { createScrub, redact, secretsOf, secretsOfHeaders, type Scrub } from '../diagnostics/redact.ts';
import { showHeaders } from '../diagnostics/response-headers.ts';
import type { UnreadBody } from './http-error.ts';
import type { Trail } from './trail.ts';

/** Turns any failure of a call into the error that the caller gets: typed, named, counted and free of secrets. */
export const toCallerError = (error: unknown, operation: string, trail: Trail): PlatformError => {
  const { attempts, traceId, headers, url } = trail;
  const scrub = scrubOf(trail);
  const failure = inWords(typed(error, trail), operation, scrub);
  const { message, received, body, code, status, outcome = attempts > 0 ? 'unknown' : 'not-sent' } = failure;
  // Details of the failure itself, such as the headers of a refresh, come first.
  const own = failure.headers ? Object.entries(failure.headers) : status === undefined ? undefined : headers;
  const shown = own && showHeaders(own);
  const details: ErrorDetails = {
    operation: failure.operation ?? operation,
    attempts: failure.attempts ?? attempts,
    outcome,
    traceId: redact(failure.traceId ?? traceId, scrub) as string,
    body: redact(body, scrub),
    code: redact(code, scrub) as string,
    detail: redact(failure.detail, scrub) as string,
    details: redact(failure.details, scrub, { byName: false }) as ErrorDetails['details'],
    // The caller has seen the events already: only known secrets are removed.
    received: redact(received, scrub, { byName: false, maxValues: Infinity }),
    headers: redact(shown?.headers, scrub) as ErrorDetails['headers'],
    requestId: redact(failure.requestId ?? shown?.requestId, scrub) as string,
  };
  const place = placeOf(failure, operation, url);
  return withDetails(failure, details, scrub(place ? withoutPeriod(message) + place : message));
};

/** Returns an address without the secrets of a call. */
export const scrubbed = (url: string, trail: Trail): string => scrubOf(trail)(url);

/** A value that cannot be read, such as an input with a getter that throws, must not hide the secrets of the others. */
const scrubOf = ({ secrets: { values, headers } }: Trail): Scrub =>
  createScrub([...headers.flatMap(secretsOfHeaders), ...values.flatMap((value) => secretsOf(value))]);

/** Turns any error into a typed one. No untyped error leaves a client. */
const typed = (error: unknown, { attempts }: Trail): PlatformError => {
  if (isPlatformError(error)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return attempts === 0
    ? new PlatformError('invalid-input', `The call could not be prepared: ${reason}`)
    : new PlatformError('invalid-response', `The response could not be read: ${reason}`);
};

/** The operation and its server, for a failure whose message names neither. */
const placeOf = ({ kind, message }: PlatformError, operation: string, url: string | undefined): string => {
  if (!/^(?:network|timeout|aborted)$/.test(kind) || message.includes(operation) || message.endsWith(')')) return '';
  return `. (${operation}${url === undefined ? '' : ` at ${new URL(url).origin}`})`;
};

/** Completes the message of a failure. */
const inWords = (failure: PlatformError, operation: string, scrub: Scrub): PlatformError => {
  if (isUnexplained(failure))
    return new PlatformError(
      failure.kind,
      `${withoutPeriod(failure.message)}, or the server does not allow the origin of this page, by CORS`,
      failure,
    );
  const unread = unreadBodyOf(failure);
  return unread ? withContent(failure, unread, operation, scrub) : failure;
};

/** Returns the body of an error response; undefined for any other error, and for one that is described. */
const unreadBodyOf = ({ kind, cause }: PlatformError): UnreadBody | undefined =>
  kind === 'http' && 'unreadable' in Object(cause) ? (cause as UnreadBody) : undefined;

/** Firefox ends its messages with a period. Others follow it here. */
const withoutPeriod = (message: string): string => message.replace(/\.$/, '');

/** Returns true for a lost connection in a page: browsers do not show a page why a request failed. */
const isUnexplained = ({ kind, code, operation, message }: PlatformError): boolean =>
  kind === 'network' &&
  code === undefined &&
  operation === undefined &&
  'document' in globalThis &&
  message.startsWith('The connection failed');

/** Returns true for a status by which the service ends a session, or confirms its end. */
const endsSession = (operation: string, status: number | undefined): boolean =>
  (operation === 'auth.refresh' || operation === 'auth.logout') && (status === 400 || status === 401);

/** Adds the content of an error response. A page is a proxy's: it has no status that ends a session. */
const withContent = (failure: PlatformError, { text, unreadable }: UnreadBody, operation: string, scrub: Scrub): PlatformError => {
  // A text that was cut may end in a part of a secret.
  const { message, page, ...report } = readError(text, (part) => scrub(part, unreadable !== undefined));
  const code = page === undefined ? (report.code ?? '') : `with an HTML page: ${page}`;
  const unread = unreadable === undefined ? '' : `; its body could not be read: ${unreadable}`;
  const summary = `${failure.message} ${code}`.replace(/:? $/, '') + unread;
  return new PlatformError(
    'http',
    message ? `${message.replace(/[.!?]$/, '')}. (${summary})` : summary,
    Object.assign(
      {},
      failure,
      { ...report, detail: message },
      page !== undefined && endsSession(operation, failure.status) && { status: undefined },
    ),
  );
};
