import { readError } from '../diagnostics/error-body.ts';
import { PlatformError, withDetails, type ErrorDetails, type ErrorKind } from '../diagnostics/errors.ts';
import { createScrub, redact, secretsOf, secretsOfHeaders, type Scrub } from '../diagnostics/redact.ts';
import { showHeaders } from '../diagnostics/response-headers.ts';
import type { RefusedRedirect } from '../http/redirect-error.ts';
import type { RefusedBase } from './base-url.ts';
import { baseUrlProblem } from './base-url-problem.ts';
import { HTML_PAGE, type UnreadBody } from './http-error.ts';
import { placeOf } from './place-of.ts';
import type { Trail } from './trail.ts';
import type { Unforeseen } from './typed.ts';

/** Describes a failure in full: with the content of its response, its place, and without secrets. */
export const describeFailure = (found: PlatformError, operation: string, trail: Trail): PlatformError => {
  const { attempts, traceId, headers, url } = trail;
  const scrub = scrubOf(trail);
  const failure = inWords(found, scrub);
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

/** Completes a failure that carries facts in place of words. */
const inWords = (failure: PlatformError, scrub: Scrub): PlatformError => {
  const { kind, message, operation = '', cause } = failure;
  // An error of a caller's `fetch` may have neither words nor facts.
  const facts = (message === '' ? Object(cause) : {}) as object;
  if ('place' in facts) return withWords(failure, redirected(failure, facts as RefusedRedirect));
  if ('reason' in facts) return withWords(failure, unforeseen(kind, facts as Unforeseen));
  if ('base' in facts) return withWords(failure, baseUrlProblem(operation, facts as RefusedBase));
  if (message.endsWith(HTML_PAGE)) return withWords(failure, `${message}. A proxy may have sent it, or the base URL is wrong`);
  if (isUnexplained(failure))
    return withWords(failure, `${withoutPeriod(message)}, or the server does not allow the origin of this page, by CORS`);
  const unread = unreadBodyOf(failure);
  return unread ? withContent(failure, unread, scrub) : failure;
};

/** Returns the body of an error response; undefined for any other error, and for one that is described. */
const unreadBodyOf = ({ kind, cause }: PlatformError): UnreadBody | undefined =>
  kind === 'http' && 'unreadable' in Object(cause) ? (cause as UnreadBody) : undefined;

/** Firefox ends its messages with a period. Others follow it here. */
const withoutPeriod = (message: string): string => message.replace(/\.$/, '');

/** Returns a failure with a message in place of its facts. */
const withWords = (failure: PlatformError, message: string): PlatformError => new PlatformError(failure.kind, message, failure);

/** Returns true for a lost connection in a page: browsers do not show a page why a request failed. */
const isUnexplained = ({ kind, code, operation, message }: PlatformError): boolean =>
  kind === 'network' &&
  code === undefined &&
  operation === undefined &&
  'document' in globalThis &&
  message.startsWith('The connection failed');

const unforeseen = (kind: ErrorKind, { reason }: Unforeseen): string =>
  `${kind === 'invalid-input' ? 'The call could not be prepared' : 'The response could not be read'}: ${reason}`;

const redirected = ({ status }: PlatformError, { method, url, place }: RefusedRedirect): string => {
  const facts = [status === undefined ? '' : ` (${status})`, place === undefined ? '' : ` to ${place}`].join('');
  return `The server redirected ${method} ${new URL(url).pathname}${facts}, which is not followed. Check the base URL: its scheme, host and path must be final.`;
};

/** The statuses by which the service ends a session, or confirms its end. */
const END_OF_SESSION = /^auth\.(refresh|logout) .*40[01]$/;

/** Adds the content of an error response. A page is a proxy's: it has no status that ends a session. */
const withContent = (failure: PlatformError, { text, unreadable }: UnreadBody, scrub: Scrub): PlatformError => {
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
      page !== undefined && END_OF_SESSION.test(failure.message) && { status: undefined },
    ),
  );
};
