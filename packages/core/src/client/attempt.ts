import { inputError, PlatformError } from '../diagnostics/errors.ts';
import { exchange } from '../http/exchange.ts';
import type { WireRequest, WireResponse } from '../http/wire.ts';
import type { AuthenticatedRequest } from '../operation/operation.ts';
import type { Tracing } from '../operation/tracing.ts';
import { bounded } from '../time/limits.ts';
import { scrubbed, withOutcome } from './call-error.ts';
import { attach } from './credentials.ts';
import { insideHook, logDeprecation } from './observers.ts';
import type { Attempt, Call } from './records.ts';

const MAX_BYTES = 32 * 1024 * 1024;

/**
 * Sends a request. If the service rejects the session's token with 401, refreshes the session and retries the request once, unless the
 * operation forbids this. All calls with the same token share the refresh.
 */
export const withFreshToken = async (call: Call): Promise<WireResponse> => {
  const { context, operation } = call;
  const attempt = await sendAttempt(call, credentialsOf(call));
  const { response, credentials } = attempt;
  if (response.status !== 401 || operation.refreshOn401 === false) return response;
  attempt.outcome = 'rejected';
  if (!credentials.tokens) return withRotatedKey(call, attempt);
  const next = await withinLimits(call, context.session.renew(credentials.tokens)).catch(withOutcome('rejected'));
  if (!next) throw new PlatformError('session', 'The session has ended: sign in again', { status: 401, outcome: 'rejected' });
  // A single-attempt operation must not be retried. The caller's next call uses the new token.
  if (operation.retry === 'single-attempt') return response;
  return (await sendAttempt(call, credentialsOf(call))).response;
};

type Answered = Attempt & Required<Pick<Attempt, 'response'>>;

/** Handles a 401 if a function provides the service's credentials: calls the function again, and retries the call if the key changed. */
const withRotatedKey = async (call: Call, { response, credentials }: Answered): Promise<WireResponse> => {
  const { context, operation, service, name } = call;
  const { tokens, projectKeys, agent } = context.options;
  const source = operation.credentials === 'project' ? projectKeys : (tokens?.[(operation.base ?? service.base) as 'memory'] ?? agent);
  if (!operation.authenticate || typeof source !== 'function') return response;
  // Single-attempt operations, billed calls and calls of a former user are not retried. The caller's next call uses the new key.
  if (operation.retry === 'single-attempt' || operation.billed || !isSameUser(call)) return response;
  const attaching = Promise.resolve(attach(operation, service.name, name, context));
  const next = await withinLimits(call, attaching).catch(withOutcome('rejected'));
  if (!isSameUser(call) || JSON.stringify(next.headers) === JSON.stringify(credentials.headers)) return response;
  return (await sendAttempt(call, next)).response;
};

/** Returns true if the session's user is still the user who began the call. After a change of the user, a function may return the next user's key. */
const isSameUser = ({ context, user }: Call): boolean => (user ? context.session.owns(user) : context.session.snapshot() === undefined);

/** Settles as `work` does. Rejects earlier if the call is aborted or times out. */
const withinLimits = <T>({ deadline, signal }: Call, work: Promise<T>): Promise<T> => bounded(work, deadline.remainingMs(), signal);

/**
 * Returns the credentials of the next attempt. Credentials without session tokens are reused, because a function might return another
 * user's key by now.
 */
const credentialsOf = (call: Call): AuthenticatedRequest | Promise<AuthenticatedRequest> => {
  const { attempts, context, operation, service, name, signal } = call;
  const known = attempts.at(-1)?.credentials;
  const attaching = known && !known.tokens ? known : attach(operation, service.name, name, context);
  // Credentials that are already available need no time limit.
  return attaching instanceof Promise || signal?.aborted
    ? withinLimits(call, Promise.resolve(attaching)).catch(withOutcome('not-sent'))
    : attaching;
};

/** Sends one request, and resolves with its attempt when the response was read. If the body stays open, resolves when the headers arrive. */
const sendAttempt = async (call: Call, attaching: AuthenticatedRequest | Promise<AuthenticatedRequest>): Promise<Answered> => {
  const { context, name, options, attempts, open } = call;
  const credentials = attaching instanceof Promise ? await attaching : attaching;
  checkUser(call, credentials);
  const request = requestOf(call, credentials.headers);
  if (request.headersMs <= 0) throw new PlatformError('timeout', 'No time is left for the request', { outcome: 'not-sent' });
  open?.begin();
  const attempt: Attempt = { credentials, traceId: options.traceId };
  let sending: Promise<WireResponse> | undefined;
  /** Sends the request. If a tracer calls this function again, returns the same promise. */
  const run: Send = (more) => {
    if (!sending) attempts.push(attempt);
    return (sending ??= exchange(more ? { ...request, headers: { ...request.headers, ...more } } : request));
  };
  const trace = context.options.tracing?.attempt;
  const response = await (trace ? withTracer(call, trace, run) : run());
  logDeprecation(context, name, response.headers);
  return Object.assign(attempt, { response });
};

type Send = (more?: WireRequest['headers']) => Promise<WireResponse>;

/** Sends the request inside the platform's hook `tracing.attempt`. */
const withTracer = (call: Call, trace: NonNullable<Tracing['attempt']>, run: Send): Promise<WireResponse> => {
  const { id: callId, name, operation, attempts, url } = call;
  const { method, path: template } = operation;
  const facts = { callId, operation: name, method, url: scrubbed(url, call), template, attempt: attempts.length + 1 };
  return insideHook(call, () => trace(facts, run), run);
};

/** Throws if the session now belongs to another user, whose token must not finish this call. */
const checkUser = ({ context, user, attempts }: Call, { tokens }: AuthenticatedRequest): void => {
  const first = user ?? attempts.find(({ credentials }) => credentials.tokens)?.credentials.tokens;
  if (!tokens || !first || tokens === first || context.session.owns(first)) return;
  throw new PlatformError('session', 'The session has ended: sign in again', { outcome: 'not-sent' });
};

const requestOf = (call: Call, credentials: AuthenticatedRequest['headers']): WireRequest => {
  const { context, operation, options, parts, url, encode, signal, deadline, open } = call;
  const { timeouts, fetch, httpAgent, maxResponseBytes: maxBytes = MAX_BYTES } = context.options;
  const headers: Record<string, string> = { accept: operation.accept ?? 'application/json' };
  if (parts.body !== undefined && !encode) headers['content-type'] = 'application/json';
  if (options.traceId) headers['x-trace-id'] = options.traceId;
  addHeaders(headers, call.headers);
  addHeaders(headers, credentials);
  // A server that generates a response may send nothing, or only headers, until the response is complete. By default, only the limit of the
  // whole call applies.
  const silenceMs = operation.generates ? Infinity : 30_000;
  const { headersMs = silenceMs, bodyMs = silenceMs } = timeouts ?? {};
  const { remainingMs } = deadline;
  return {
    method: operation.method,
    url: url + parts.query,
    headers,
    body: encode ?? toJson(parts.body),
    keepalive: options.keepalive,
    storage: operation.redirects,
    fetch,
    httpAgent,
    signal,
    open,
    headersMs: remainingMs(headersMs),
    bodyMs,
    remainingMs,
    maxBytes,
  };
};

/** Adds headers with lower-case names. The added headers replace headers of the same name. */
const addHeaders = (headers: Record<string, string>, more: Call['headers'] | null): void => {
  for (const name in more) {
    const value = more[name];
    if (value === undefined || !Object.hasOwn(more, name)) continue;
    // This check is stricter than `Headers`, which lets control characters pass and trims line ends.
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || /[^\t -~\u0080-\u00ff]/.test(value)) {
      throw inputError(`The header ${JSON.stringify(name)} cannot be sent`, name);
    }
    headers[name.toLowerCase()] = value;
  }
};

const toJson = (body: unknown): string | undefined => {
  try {
    return JSON.stringify(body);
  } catch {
    throw inputError('The input cannot be written as JSON');
  }
};
