import { readError } from '../diagnostics/error-body.ts';
import { PlatformError, withDetails, type ErrorDetails } from '../diagnostics/errors.ts';
import { createScrub, redact, secretsOf, secretsOfHeaders, type Scrub } from '../diagnostics/redact.ts';
import { showHeaders } from '../diagnostics/response-headers.ts';
import type { RefusedRedirect } from '../http/redirect-error.ts';
import { unreadBodyOf, type UnreadBody } from './http-error.ts';
import { placeOf } from './place-of.ts';
import type { Trail } from './trail.ts';

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
    // The caller has seen the events already: only known secrets are removed.
    received: redact(received, scrub, { byName: false, maxValues: Infinity }),
    headers: redact(shown?.headers, scrub) as ErrorDetails['headers'],
    requestId: redact(failure.requestId ?? shown?.requestId, scrub) as string,
  };
  return withDetails(failure, details, scrub(message + placeOf(failure, operation, url)));
};

/** Returns an address without the secrets of a call. */
export const scrubbed = (url: string, trail: Trail): string => scrubOf(trail)(url);

const scrubOf = ({ secrets: { values, headers, texts } }: Trail): Scrub =>
  createScrub(secretsOf(values, [...headers.flatMap(secretsOfHeaders), ...texts]));

/** Completes the failures that carry facts in place of words. */
const inWords = (failure: PlatformError, scrub: Scrub): PlatformError => {
  const { kind, cause } = failure;
  const unread = unreadBodyOf(failure);
  if (unread) return withContent(failure, unread, scrub);
  return kind === 'redirect' && cause ? redirected(failure, cause as RefusedRedirect) : failure;
};

const redirected = (failure: PlatformError, { method, url, place }: RefusedRedirect): PlatformError => {
  const { status } = failure;
  const facts = [status === undefined ? '' : ` (${status})`, place === undefined ? '' : ` to ${place}`].join('');
  const message = `The server redirected ${method} ${new URL(url).pathname}${facts}, which is not followed. Check the base URL: its scheme, host and path must be final.`;
  return new PlatformError('redirect', message, failure);
};

/** Adds the content of an error response. */
const withContent = (failure: PlatformError, { text, unreadable }: UnreadBody, scrub: Scrub): PlatformError => {
  // A text that was cut may end in a part of a secret.
  const { message, page, ...report } = readError(text, (part) => scrub(part, unreadable !== undefined));
  const code = page === undefined ? (report.code ?? '') : `with an HTML page: ${page}`;
  const unread = unreadable === undefined ? '' : `; its body could not be read: ${unreadable}`;
  const summary = `${failure.message} ${code}`.trimEnd() + unread;
  return new PlatformError('http', message ? `${message.replace(/[.!?]$/, '')}. (${summary})` : summary, { ...failure, ...report });
};
