import { readError } from '../diagnostics/error-body.ts';
import { PlatformError, type ErrorKind } from '../diagnostics/errors.ts';
import { isMembers, type Members } from '../diagnostics/json.ts';

/** The maximum number of nested levels. Recursive functions run out of stack after some thousand levels. */
const MAX_DEPTH = 200;
const KIND = /^(?:invalid-input|session|network|timeout|aborted|redirect|http|invalid-response|too-large|interrupted|stalled|truncated)$/;
const OUTCOME = /^(?:not-sent|rejected|unknown|likely-applied)$/;
/** The maximum length of a report of a failure. A longer report is left out. */
const MAX_REPORT_CHARACTERS = 1024 * 1024;

/** Creates the error of an invalid event, or of an invalid document instead of the stream. */
export const wrongEvent = (what: string): PlatformError => new PlatformError('invalid-response', `An event of the stream ${what}`);

const isDeeper = (value: unknown, levels: number): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
};

/** Throws if a JSON value is nested too deeply for recursive functions. */
export const checkDepth = (value: unknown): void => {
  if (isDeeper(value, MAX_DEPTH))
    throw new PlatformError('invalid-response', `The JSON of the response is nested deeper than ${MAX_DEPTH} levels`);
};

/** Parses untrusted JSON. */
export const parseJson = (text: string): unknown => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw wrongEvent('is not JSON');
  }
  // Each level takes at least two characters.
  if (text.length > 2 * MAX_DEPTH) checkDepth(value);
  return value;
};

/** Returns the value as an object. Throws for any other value. */
export const eventMembers = (value: unknown): Members => {
  if (isMembers(value)) return value;
  throw wrongEvent('is not an object');
};

/** Returns the members of an event that is a JSON object. The members are named as in the contract. */
export const membersIn = (data: string, toLocalNames: (document: unknown) => unknown): Members =>
  eventMembers(toLocalNames(parseJson(data)));

/** Matches types of events, and data of events without a type, that only keep the connection open. */
const KEEP_ALIVE = /^(?:null|ping|keep-?alive|heartbeat)?$/i;

/** Returns true for an event that only keeps the connection open, such as a `ping`, empty data, or a comment in the data. */
export const isKeepAlive = (data: string, type = 'message'): boolean =>
  // Most data is a JSON object, so this case is checked first.
  !(type === 'message' && data.startsWith('{')) &&
  (KEEP_ALIVE.test(type) || (type === 'message' && (data.trimStart().startsWith(':') || KEEP_ALIVE.test(data.trim()))));

/**
 * Creates the error that a service reports with a successful status, in any dialect. If no content has arrived, the service may have
 * rejected the request, so the outcome is `unknown`.
 */
export const reported = (data: string, hasContent: boolean): PlatformError => {
  const { message, code, details, traceId, body } = isReadable(data) ? readError(data, (text) => text) : {};
  // A relay reports how its server's stream failed.
  const { kind, outcome, detail } = Object((Object(body) as Members)['error']) as Partial<PlatformError>;
  const isRelayed = KIND.test(String(kind)) && OUTCOME.test(String(outcome));
  return new PlatformError(isRelayed ? (kind as ErrorKind) : 'http', message ?? 'The service reported a failure', {
    code,
    detail: isRelayed ? (typeof detail === 'string' ? detail : undefined) : message,
    details,
    traceId,
    body,
    outcome: isRelayed ? outcome : hasContent ? 'likely-applied' : 'unknown',
  });
};

const isReadable = (data: string): boolean => {
  if (data.length > MAX_REPORT_CHARACTERS) return false;
  try {
    return !isDeeper(JSON.parse(data), MAX_DEPTH);
  } catch {
    return true;
  }
};
