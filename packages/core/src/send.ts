import { baseUrlOf } from './base-url.ts';
import type { CallOptions, Context } from './context.ts';
import { attach, type Attached } from './credentials.ts';
import { readError } from './error-body.ts';
import { amend, inputError, isPlatformError, PlatformError, type Outcome } from './errors.ts';
import type { AnyOperation, BaseName } from './operation.ts';
import { redact, scrub, secretsOf } from './redact.ts';
import type { Parts } from './request.ts';
import { retryAfterOf, retryDelay } from './retry.ts';
import { bounded, exchange, pause, type WireResponse } from './transport.ts';

/** A call on its way. */
export interface Call {
  /** Such as `organizations.members.list`. */
  readonly name: string;
  readonly service: string;
  readonly base: BaseName;
  readonly operation: AnyOperation;
  readonly parts: Parts;
}

/** A successful answer, and the secrets that no error about it may show. */
export interface Answer extends WireResponse {
  readonly secrets: readonly string[];
}

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
const MAX_BYTES = 32 * 1024 * 1024;

/** Sends a call until it is answered for good: credentials, clocks, refresh and retries. */
export const send = async (context: Context, { name, service, base, operation, parts }: Call, options: CallOptions): Promise<Answer> => {
  const { clock, session, budget, log, options: platform } = context;
  const { headersMs = 30_000, bodyMs = 30_000, totalMs = 120_000 } = platform.timeouts ?? {};
  const { signal, traceId, timeoutMs = totalMs, retry } = options;
  const { method } = operation;
  const started = clock.monotonic();
  const elapsed = (): number => clock.monotonic() - started;
  const within = (ms = timeoutMs): number => Math.max(0, Math.min(ms, timeoutMs - elapsed()));

  const url = baseUrlOf(operation.base ?? base, name, platform) + parts.path;
  const body = parts.body === undefined ? undefined : JSON.stringify(parts.body);
  if (traceId !== undefined && !UUID.test(traceId)) throw inputError('traceId must be a UUID', 'traceId');

  let attached: Attached | undefined;
  let answer: WireResponse | undefined;

  const once = async (): Promise<WireResponse> => {
    answer = undefined;
    attached = await bounded(attach(operation, service, name, context), within(), signal).catch(because('not-sent'));
    const headers = checked({
      Accept: 'application/json',
      ...(body && { 'Content-Type': 'application/json' }),
      ...(traceId && { 'X-Trace-ID': traceId }),
      ...options.headers,
      ...attached.headers,
    });
    const { fetch, maxResponseBytes: maxBytes = MAX_BYTES } = platform;
    return (answer = await exchange(
      { method, url: url + parts.query, headers, body },
      { signal, fetch, maxBytes, headersMs: within(headersMs), bodyMs: within(bodyMs) },
    ));
  };

  /** An expired token is replaced once, together with all others who hold it. */
  const renewed = async (): Promise<WireResponse> => {
    const first = await once();
    const tokens = attached?.tokens;
    if (first.status !== 401 || !tokens || operation.renew === false) return first;
    const next = await bounded(session.renew(tokens), within(), signal).catch(because('rejected'));
    if (!next) throw new PlatformError('session', 'The session has ended', { status: 401, outcome: 'rejected' });
    return once();
  };

  const secrets = (): string[] => secretsOf([attached?.headers, parts.body, options.headers], [...(attached?.secrets ?? [])]);

  /** The error as the caller gets it: named, counted and free of secrets. */
  const told = (caught: unknown, attempts: number): PlatformError => {
    const error = isPlatformError(caught) ? caught : inputError('The request could not be made');
    const { operation: of = name, outcome = 'unknown', traceId: trace = traceId, message, body: received } = error;
    const hidden = secrets();
    return amend(error, { operation: of, outcome, traceId: trace, attempts, body: redact(received, hidden) }, scrub(message, hidden));
  };

  try {
    for (let attempt = 1; ; attempt++) {
      const tell = (result: number | string, retryInMs?: number): void =>
        log?.({ type: 'attempt', operation: name, method, url, attempt, result, milliseconds: elapsed(), retryInMs });
      try {
        const final = await renewed();
        // The first attempt may have deleted it.
        const gone = final.status === 404 && method === 'DELETE' && attempt > 1;
        if (final.status >= 400 && !gone) throw httpError(name, final, clock.now());
        tell(final.status);
        budget.earn();
        return { ...final, ...(gone && { text: '' }), secrets: secrets() };
      } catch (caught) {
        const error = told(caught, attempt);
        const delayMs = retryDelay(error, operation.retry, retry === false ? { limit: 0 } : { ...platform.retry, ...retry }, budget);
        const again = delayMs !== undefined && delayMs < within();
        tell(error.status ?? error.kind, again ? delayMs : undefined);
        if (!again) throw error;
        await pause(delayMs, signal);
      }
    }
  } finally {
    if (answer) options.onResponse?.({ status: answer.status, headers: answer.headers, document: parsed(answer.text) });
  }
};

/** What a failure beside the request means for the request; a refresh keeps its own name and status. */
const because =
  (outcome: Outcome) =>
  (error: unknown): never => {
    if (!isPlatformError(error)) throw error;
    throw amend(
      error,
      { outcome },
      error.operation === 'auth.refresh' ? `The session could not be refreshed: ${error.message}` : error.message,
    );
  };

const checked = (headers: Record<string, string>): Record<string, string> => {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\w!#$%&'*+.^`|~-]+:[\t -~\u0080-\u00ff]*$/.test(`${name}:${value}`))
      throw inputError(`The header ${JSON.stringify(name)} cannot be sent`, name);
  }
  return headers;
};

const httpError = (name: string, { status, headers, text }: WireResponse, now: number): PlatformError => {
  const { message, page, ...report } = readError(text);
  const said = `${name} answered ${status} ${page === undefined ? (report.code ?? '') : `with an HTML page: ${page}`}`.trimEnd();
  return new PlatformError('http', message ? `${message.replace(/[.!?]$/, '')}. (${said})` : said, {
    ...report,
    status,
    outcome: status >= 500 && status !== 501 ? 'unknown' : 'rejected',
    retryAfterSeconds: retryAfterOf(headers, now),
  });
};

/** Parses JSON; a text that is none stays one. */
export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};
