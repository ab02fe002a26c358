import { withDetails, inputError, isPlatformError, PlatformError, type Outcome } from '../diagnostics/errors.ts';
import type { Encode } from '../http/encode.ts';
import { exchange } from '../http/exchange.ts';
import type { Limits, OpenBody, WireRequest, WireResponse } from '../http/wire.ts';
import type { BaseName } from '../operation/names.ts';
import type { AnyOperation } from '../operation/operation.ts';
import type { CallOptions } from '../operation/options.ts';
import type { Tokens } from '../session/tokens.ts';
import { bounded } from '../time/bounded.ts';
import type { Cancellation } from '../time/cancellation.ts';
import type { Deadline } from '../time/deadline.ts';
import type { Context } from './context.ts';
import { attach } from './credentials.ts';
import { scrubbed } from './caller-error.ts';
import { logDeprecation } from './deprecation.ts';
import { addHeaders } from './headers.ts';
import type { Parts } from './request.ts';
import type { Trail } from './trail.ts';

/** A call, checked and in parts. */
export interface Call {
  /** Such as `organizations.members.list`. */
  readonly name: string;
  readonly service: string;
  readonly base: BaseName;
  readonly operation: AnyOperation;
  readonly parts: Parts;
}

/** A running call: the facts of all its attempts, and their record. */
export interface Sending {
  readonly context: Context;
  readonly call: Call;
  readonly options: CallOptions;
  /** Cancels the call. */
  readonly signal: Cancellation | undefined;
  readonly deadline: Deadline;
  /** The address without the query. */
  readonly url: string;
  readonly encode: Encode | undefined;
  /** Leaves the body of a success to the caller. */
  readonly open: OpenBody | undefined;
  readonly trail: Trail;
  /** The response to the latest attempt. */
  response: WireResponse | undefined;
  /** The id of the user whose token the latest attempt had. Undefined without a session, and for a session without an id. */
  userId: string | undefined;
}

const MAX_BYTES = 32 * 1024 * 1024;

/** Runs an attempt. An expired token is replaced once, together with all other calls that hold it. */
export const withFreshToken = async (sending: Sending): Promise<WireResponse> => {
  const { call, context } = sending;
  const { response, tokens } = await sendAttempt(sending);
  if (response.status !== 401 || call.operation.refreshOn401 === false) return response;
  sending.trail.sent ??= 'rejected';
  if (!tokens) return withRotatedKey(sending, response);
  const next = await withinLimits(sending, context.session.renew(tokens)).catch(withOutcome('rejected'));
  if (!next) throw new PlatformError('session', 'The session has ended: sign in again', { status: 401, outcome: 'rejected' });
  // Exactly one request is allowed: the caller's next call has the new token.
  if (call.operation.retry === 'single-attempt') return response;
  return (await sendAttempt(sending)).response;
};

/** Calls the function of a service's own credentials once more, as the key may have been rotated. Retries the call with another key. */
const withRotatedKey = async (sending: Sending, response: WireResponse): Promise<WireResponse> => {
  const { call, context, trail } = sending;
  const { operation, service, base, name } = call;
  const { tokens, projectKeys, agent } = context.options;
  const source = operation.credentials === 'project' ? projectKeys : (tokens?.[(operation.base ?? base) as 'memory'] ?? agent);
  if (!operation.authenticate || typeof source !== 'function') return response;
  // A payment and a billed call are sent once: the caller's next call has the new key.
  if (operation.retry === 'single-attempt' || operation.billed || !isSameUser(sending)) return response;
  const attaching = Promise.resolve(attach(operation, service, name, context));
  const next = await withinLimits(sending, attaching).catch(withOutcome('rejected'));
  if (!isSameUser(sending) || JSON.stringify(next.headers) === JSON.stringify(trail.attached?.headers)) return response;
  trail.attached = next;
  return (await sendAttempt(sending)).response;
};

/** Returns true while the user who began the call is signed in, or nobody. A function may return the key of the next user. */
const isSameUser = ({ context, trail }: Sending): boolean =>
  trail.firstTokens ? context.session.owns(trail.firstTokens) : context.session.snapshot() === undefined;

/** Settles with `work`, or rejects when the call is aborted or its time is over. */
const withinLimits = <T>({ deadline, signal }: Sending, work: Promise<T>): Promise<T> => bounded(work, deadline.remainingMs(), signal);

/** Sends one request with the current credentials. */
const sendAttempt = async (sending: Sending): Promise<{ response: WireResponse; tokens: Tokens | undefined }> => {
  const { context, call, signal, trail } = sending;
  sending.response = trail.headers = undefined;
  const { operation, service, name } = call;
  const attaching = trail.attached ?? attach(operation, service, name, context);
  // Credentials that are there need no clock.
  const attached =
    attaching instanceof Promise || signal?.aborted
      ? await withinLimits(sending, Promise.resolve(attaching)).catch(withOutcome('not-sent'))
      : attaching;
  const { headers: credentials, tokens, secrets } = attached;
  sending.userId = tokens?.id;
  if (tokens) keepUser(sending, tokens);
  // A function may return another user's token next time.
  else trail.attached = attached;
  // A response can contain the token of an earlier attempt.
  trail.secrets.values.push(credentials, { secrets });
  const request = requestOf(sending, credentials);
  const trace = context.options.tracing?.attempt;
  const limits = limitsOf(sending);
  if (limits.headersMs <= 0) throw new PlatformError('timeout', 'No time is left for the request', { outcome: 'not-sent' });
  limits.open?.begin();
  const { callId } = trail;
  const attempt = ++trail.attempts;
  const run = (more?: Readonly<Record<string, string>>): Promise<WireResponse> =>
    exchange({ ...request, headers: { ...request.headers, ...more } }, limits);
  const response = await (trace
    ? trace(
        { callId, operation: name, method: operation.method, url: scrubbed(sending.url, trail), template: operation.path, attempt },
        run,
      )
    : run());
  sending.response = response;
  trail.headers = response.headers;
  logDeprecation(context, name, response.headers);
  return { response, tokens };
};

/** Never finish one user's call with another user's token. */
const keepUser = ({ context, trail }: Sending, tokens: Tokens): void => {
  trail.firstTokens ??= tokens;
  if (tokens === trail.firstTokens || context.session.owns(trail.firstTokens)) return;
  throw new PlatformError('session', 'The session has ended: sign in again', { outcome: 'not-sent' });
};

const requestOf = ({ call, options, url, encode }: Sending, credentials: Readonly<Record<string, string>>): WireRequest => {
  const { operation, parts } = call;
  const headers: Record<string, string> = { accept: operation.accept ?? 'application/json' };
  if (parts.body !== undefined && !encode) headers['content-type'] = 'application/json';
  if (options.traceId) headers['x-trace-id'] = options.traceId;
  addHeaders(headers, options.headers);
  addHeaders(headers, credentials);
  return {
    method: operation.method,
    url: url + parts.query,
    headers,
    body: encode ?? toJson(parts.body),
    keepalive: options.keepalive,
    storage: operation.redirects,
  };
};

/** A server that generates the response sends nothing before it is done, or only the headers. This may take as long as the whole call. */
const limitsOf = ({ context, call, signal, deadline, open }: Sending): Limits => {
  const { timeouts, fetch, httpAgent, maxResponseBytes: maxBytes = MAX_BYTES } = context.options;
  const silenceMs = call.operation.generates ? Infinity : 30_000;
  const { headersMs = silenceMs, bodyMs = silenceMs } = timeouts ?? {};
  const { remainingMs } = deadline;
  return { signal, fetch, httpAgent, maxBytes, open, headersMs: remainingMs(headersMs), bodyMs, remainingMs };
};

const toJson = (body: unknown): string | undefined => {
  try {
    return JSON.stringify(body);
  } catch {
    throw inputError('The input cannot be written as JSON');
  }
};

/** Adds the outcome for the request to a failure outside of it; a failed refresh keeps its own name and status. */
export const withOutcome =
  (outcome: Outcome) =>
  (error: unknown): never => {
    if (!isPlatformError(error)) throw error;
    const prefix = error.operation === 'auth.refresh' ? 'The session could not be refreshed: ' : '';
    throw withDetails(error, { outcome, attempts: undefined }, prefix + error.message);
  };
