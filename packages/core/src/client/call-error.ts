import { readError } from '../diagnostics/error-body.ts';
import { PlatformError, isPlatformError, type ErrorDetails, type Outcome, withDetails } from '../diagnostics/errors.ts';
import { createScrub, redact, secretsOf, secretsOfHeaders, type Scrub } from '../diagnostics/redact.ts';
import { outcomeOf } from '../http/exchange.ts';
import type { ResponseHeaders, WireResponse } from '../http/wire.ts';
import type { Call } from './records.ts';

/** Creates the error of a response that reports a failure. */
export const httpError = (call: Call, { status, headers, text, unreadable }: WireResponse): PlatformError => {
  const { name, context } = call;
  const scrub = scrubOf(call);
  // Text that was cut may end in a part of a secret.
  const { message, page, ...report } = readError(text, (part) => scrub(part, unreadable !== undefined));
  const code = page === undefined ? (report.code ?? '') : `with an HTML page: ${page}`;
  const unread = unreadable === undefined ? '' : `; its body could not be read: ${unreadable}`;
  const summary = `${name} returned ${status} ${code}`.replace(/:? $/, '') + unread;
  return new PlatformError('http', message ? `${message.replace(/[.!?]$/, '')}. (${summary})` : summary, {
    ...report,
    detail: message,
    // HTML comes from a proxy, so its status does not end the session.
    status: page !== undefined && endsSession(name, status) ? undefined : status,
    headers: Object.fromEntries(headers),
    outcome: outcomeOf(status),
    retryAfterSeconds: retryAfterOf(headers, context.clock.now()),
  });
};

/** Returns the value of `Retry-After` in seconds. If the header contains a date, this date is compared with the server's `Date`, or else with the local clock. */
const retryAfterOf = (headers: Pick<ResponseHeaders, 'get'>, now: number): number | undefined => {
  const value = headers.get('retry-after') ?? '';
  // Several `Retry-After` headers arrive as one value, joined by commas. The longest wait applies.
  const numbers = /^[\d., s]+$/.test(value) ? (value.match(/\d+(?:\.\d+)?/g) ?? []) : [];
  const since = timeOf(headers.get('date') ?? '') || now;
  const seconds = numbers.length > 0 ? Math.max(...numbers.map(Number)) : Math.max(0, Math.ceil((timeOf(value) - since) / 1000));
  return Number.isNaN(seconds) ? undefined : seconds;
};

/** Parses an HTTP date. A date without a zone, as C's `asctime` writes it, is GMT too. */
const timeOf = (date: string): number => Date.parse(/ [\d:]+$/.test(date) ? `${date} GMT` : date);

/**
 * Returns a handler for failures before a request, or between two requests. The handler throws the failure with the given outcome. A failed
 * refresh keeps the operation `auth.refresh` and its status.
 */
export const withOutcome =
  (outcome: Outcome) =>
  (error: unknown): never => {
    if (!isPlatformError(error)) throw error;
    const prefix = error.operation === 'auth.refresh' ? 'The session could not be refreshed: ' : '';
    throw withDetails(error, { outcome, attempts: undefined }, prefix + error.message);
  };

/** The parts of a call that its error shows, and the secrets that it must not show. If the call was not prepared, `url` is absent. */
type FailedCall = Pick<Call, 'context' | 'name' | 'input' | 'options' | 'attempts'> & Partial<Pick<Call, 'url'>>;

/** Turns any failure of a call into the `PlatformError` that the caller gets. Adds the operation, the number of attempts and the outcome, and removes secrets. */
export const toCallerError = (error: unknown, call: FailedCall): PlatformError => {
  const { name: operation, attempts, options, url } = call;
  const last = attempts.at(-1);
  const scrub = scrubOf(call);
  const failure = withCorsHint(typed(error, attempts.length > 0));
  const { message, received, body, code, status, outcome = last ? 'unknown' : 'not-sent' } = failure;
  // The failure's own details, such as the headers of a refresh, take precedence.
  const own = failure.headers ? Object.entries(failure.headers) : status === undefined ? undefined : last?.response?.headers;
  const shown = own && showHeaders(own);
  const details: ErrorDetails = {
    operation: failure.operation ?? operation,
    attempts: failure.attempts ?? attempts.length,
    outcome,
    traceId: redact(failure.traceId ?? (last ?? options).traceId, scrub) as string,
    body: redact(body, scrub),
    code: redact(code, scrub) as string,
    detail: redact(failure.detail, scrub) as string,
    details: redact(failure.details, scrub, { byName: false }) as ErrorDetails['details'],
    // Fields are not removed by their names, because the caller has already received this content.
    received: redact(received, scrub, { byName: false, maxValues: Infinity }),
    headers: redact(shown?.headers, scrub) as ErrorDetails['headers'],
    requestId: redact(failure.requestId ?? shown?.requestId, scrub) as string,
  };
  const place = placeOf(failure, operation, url);
  return withDetails(failure, details, scrub(place ? withoutPeriod(message) + place : message));
};

/** Returns a URL without the secrets of a call. */
export const scrubbed = (url: string, call: FailedCall): string => scrubOf(call)(url);

/**
 * Returns a function that removes the secrets of a call. The secrets of all attempts are removed, because a response can contain the
 * token of an earlier attempt. If the input is unreadable, all other secrets are still removed.
 */
const scrubOf = ({ context, input, options, attempts }: FailedCall): Scrub => {
  const credentials = attempts.map(({ credentials: { headers, secrets } }) => [headers, { secrets }]);
  const headers = [context.options.headers, options.headers];
  return createScrub([...headers.flatMap(secretsOfHeaders), ...[input, ...credentials.flat()].flatMap((value) => secretsOf(value))]);
};

/** Turns any error into a `PlatformError`. Clients throw only this class. */
const typed = (error: unknown, isSent: boolean): PlatformError => {
  if (isPlatformError(error)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return isSent
    ? new PlatformError('invalid-response', `The response could not be read: ${reason}`)
    : new PlatformError('invalid-input', `The call could not be prepared: ${reason}`);
};

/**
 * Returns the operation and its server in parentheses, to append to the message of a connection failure. Returns an empty string for other
 * failures, and if the message contains the operation or ends with a parenthesis.
 */
const placeOf = ({ kind, message }: PlatformError, operation: string, url: string | undefined): string => {
  if (!/^(?:network|timeout|aborted)$/.test(kind) || message.includes(operation) || message.endsWith(')')) return '';
  return `. (${operation}${url === undefined ? '' : ` at ${new URL(url).origin}`})`;
};

/** Adds a hint about CORS to a failure that a browser does not explain. */
const withCorsHint = (failure: PlatformError): PlatformError =>
  isUnexplained(failure)
    ? withDetails(failure, {}, `${withoutPeriod(failure.message)}, or the server does not allow the origin of this page, by CORS`)
    : failure;

/** Removes the period at the end of a message. Firefox ends its messages with a period, and the SDK appends to them. */
const withoutPeriod = (message: string): string => message.replace(/\.$/, '');

/** Returns true if a connection failed in a page, and the reason is unknown. Browsers hide the reason from the page. */
const isUnexplained = ({ kind, code, operation, message }: PlatformError): boolean =>
  kind === 'network' &&
  code === undefined &&
  operation === undefined &&
  'document' in globalThis &&
  message.startsWith('The connection failed');

/** Returns true if this status of a refresh or a sign-out means that the session has ended. */
const endsSession = (operation: string, status: number | undefined): boolean =>
  (operation === 'auth.refresh' || operation === 'auth.logout') && (status === 400 || status === 401);

/** Matches headers of a response that an error may show, because these headers contain no secrets. */
const SHOWN =
  /^(?:allow|cf-ray|content-(?:encoding|length|type)|date|retry-after|server|via|www-authenticate|(?:x-)?ratelimit-.*|x-ira-.*|x-vercel-id|.*(?:request|trace|correlation)-?id)$/;

/** Headers that contain an id of the request, from the most to the least specific. */
const REQUEST_IDS = [
  'x-request-id',
  'request-id',
  'x-requestid',
  'x-correlation-id',
  'x-amzn-requestid',
  'x-amz-request-id',
  'x-ms-request-id',
  'apim-request-id',
  'x-goog-request-id',
  'x-vercel-id',
  'x-trace-id',
  'trace-id',
  'x-amzn-trace-id',
  'x-b3-traceid',
  'cf-ray',
];

const MAX_CHARACTERS = 500;

/** The parts of a response's head that an error shows. */
interface ShownHeaders {
  /** The response's headers by lower-case name, without those that may contain a secret. */
  readonly headers: Readonly<Record<string, string>>;
  /** The server's id of the request, such as its `x-request-id`. */
  readonly requestId: string | undefined;
}

const showHeaders = (headers: Iterable<readonly [string, string]>): ShownHeaders => {
  const shown: Record<string, string> = {};
  for (const [name, value] of headers) if (SHOWN.test(name)) shown[name] = value.slice(0, MAX_CHARACTERS);
  const named = REQUEST_IDS.find((name) => shown[name]);
  return { headers: shown, requestId: named && shown[named] };
};
