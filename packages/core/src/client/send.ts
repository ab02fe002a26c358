import { readError } from '../diagnostics/error-body.ts';
import { amend, inputError, isPlatformError, PlatformError, type Outcome } from '../diagnostics/errors.ts';
import { redact, scrub, secretsOf } from '../diagnostics/redact.ts';
import { exchange, outcomeOf, type Open, type WireResponse } from '../http/exchange.ts';
import type { Attached } from '../operation/credentials.ts';
import type { BaseName } from '../operation/names.ts';
import type { AnyOperation } from '../operation/operation.ts';
import type { CallOptions } from '../operation/options.ts';
import { UUID } from '../schema/uuid.ts';
import { bounded, pause } from '../time/bounded.ts';
import { baseUrlOf } from './base-url.ts';
import type { Context } from './context.ts';
import { attach } from './credentials.ts';
import type { Parts } from './request.ts';
import { retryAfterOf, retryDelay } from './retry.ts';
import type { Trail } from './trail.ts';

/** A call on its way. */
export interface Call {
  /** Such as `organizations.members.list`. */
  readonly name: string;
  readonly service: string;
  readonly base: BaseName;
  readonly operation: AnyOperation;
  readonly parts: Parts;
}

/** A whole call, unless the platform or the caller says otherwise. */
export const TOTAL_MS = 120_000;
const MAX_BYTES = 32 * 1024 * 1024;

/** Sends a call until it is answered for good: credentials, clocks, refresh and retries. */
export const send = async (context: Context, request: Call, options: CallOptions, trail: Trail, open?: Open): Promise<WireResponse> => {
  const { name, service, base, operation, parts } = request;
  const { clock, session, budget, log, options: platform } = context;
  // Who makes an answer first sends nothing until it is made.
  const isMade = operation.retry === 'never' && /^(?:token|agent)/.test(operation.credentials);
  const { headersMs = isMade ? Infinity : 30_000, bodyMs = 30_000, totalMs = TOTAL_MS } = platform.timeouts ?? {};
  const { signal, traceId, keepalive, timeoutMs = operation.encode ? Infinity : totalMs, retry } = options;
  const { method } = operation;
  const encode = operation.encode?.((parts.body ?? {}) as Record<string, unknown>, options);
  const started = clock.monotonic();
  const elapsed = (): number => clock.monotonic() - started;
  const within = (ms = timeoutMs): number => Math.max(0, Math.min(ms, timeoutMs - elapsed()));

  const url = baseUrlOf(operation.base ?? base, name, context) + parts.path;
  if (traceId !== undefined && !UUID.test(traceId)) throw inputError('traceId must be a UUID', 'traceId');
  if (Number.isNaN(timeoutMs)) throw inputError('timeoutMs must be a number', 'timeoutMs');
  trail.traceId = traceId;

  let attached: Attached | undefined;
  let began: Attached['tokens'];
  let answer: WireResponse | undefined;
  let mayBeDone = false;

  const once = async (): Promise<WireResponse> => {
    answer = undefined;
    attached = await bounded(attach(operation, service, name, context), within(), signal).catch(because('not-sent'));
    const { headers: credentials, tokens, secrets: more = [] } = attached;
    // What one user began is done in nobody else's name.
    if (tokens && tokens !== (began ??= tokens) && !session.owns(began))
      throw new PlatformError('session', 'The session has ended', { outcome: mayBeDone ? 'unknown' : 'rejected' });
    // An answer can name the token of an earlier attempt.
    const { secrets } = trail;
    trail.secrets = () => secretsOf(credentials, [...secrets(), ...more]);
    const { body } = parts;
    const own = {
      Accept: operation.accept ?? 'application/json',
      ...(body !== undefined && !encode && { 'Content-Type': 'application/json' }),
      ...(traceId && { 'X-Trace-ID': traceId }),
    };
    const headers = headersOf(own, options.headers, credentials);
    const { fetch, maxResponseBytes: maxBytes = MAX_BYTES } = platform;
    const limits = { signal, fetch, maxBytes, open, headersMs: within(headersMs), bodyMs: () => within(bodyMs), leftMs: () => within() };
    const wire = {
      method,
      url: url + parts.query,
      headers,
      body: encode ?? written(body),
      keepalive,
      toStorage: operation.redirects !== undefined,
    };
    trail.attempts++;
    return (answer = await exchange(wire, limits));
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

  try {
    for (let attempt = 1; ; attempt++) {
      const tell = (result: number | string, retryInMs?: number): void =>
        log?.({
          type: 'attempt',
          operation: name,
          method,
          url: scrub(url, trail.secrets()),
          attempt,
          result,
          milliseconds: elapsed(),
          retryInMs,
        });
      try {
        const final = await renewed();
        // An earlier attempt may have deleted it.
        const gone = final.status === 404 && method === 'DELETE' && mayBeDone;
        if (final.status >= 300 && !gone) throw httpError(name, final, clock.now(), (text) => scrub(text, trail.secrets()));
        tell(final.status);
        budget.earn();
        return gone ? { ...final, text: '' } : final;
      } catch (error) {
        if (!isPlatformError(error)) throw error;
        const wasDone = mayBeDone && operation.retry !== 'safe';
        mayBeDone ||= error.outcome !== 'rejected' && error.outcome !== 'not-sent';
        const delayMs = retryDelay(
          error,
          attempt,
          operation.retry,
          retry === false ? { limit: 0 } : { ...platform.retry, ...retry },
          budget,
        );
        const again = delayMs !== undefined && delayMs < within();
        tell(error.status ?? error.kind, again ? delayMs : undefined);
        // Not the last attempt alone counts.
        if (!again) throw wasDone ? amend(error, { outcome: 'unknown' }) : error;
        trail.last = error;
        await pause(delayMs, signal);
      }
    }
  } finally {
    if (answer) {
      const { status, headers, text, opened } = answer;
      try {
        options.onResponse?.({ status, headers, document: opened ? undefined : parsed(text) });
      } catch {
        log?.({ type: 'warning', message: `The onResponse of ${name} failed.` });
      }
    }
  }
};

/** The error as the caller gets it: named, counted and free of secrets. */
export const told = (error: unknown, operation: string, { attempts, secrets, traceId }: Trail): unknown => {
  if (!isPlatformError(error)) return error;
  const { message, received, body, code, outcome = attempts > 0 ? 'unknown' : 'not-sent' } = error;
  const hidden = secrets();
  const clean = {
    operation: error.operation ?? operation,
    attempts: error.attempts ?? attempts,
    outcome,
    traceId: redact(error.traceId ?? traceId, hidden) as string,
    body: redact(body, hidden),
    code: redact(code, hidden) as string,
    // What the caller was given already: only what is known to be secret is taken out.
    received: redact(received, hidden, false),
  };
  return amend(error, clean, scrub(message, hidden));
};

/** What a failure beside the request means for the request; a refresh keeps its own name and status. */
const because =
  (outcome: Outcome) =>
  (error: unknown): never => {
    if (!isPlatformError(error)) throw error;
    const prefix = error.operation === 'auth.refresh' ? 'The session could not be refreshed: ' : '';
    throw amend(error, { outcome, attempts: undefined }, prefix + error.message);
  };

const written = (body: unknown): string | undefined => {
  try {
    return JSON.stringify(body);
  } catch {
    throw inputError('The input cannot be written as JSON');
  }
};

/** Headers whose later values replace the earlier, whatever the case of their names. */
const headersOf = (...groups: readonly (Readonly<Record<string, string>> | undefined)[]): Record<string, string> => {
  const headers: Record<string, string> = {};
  for (const group of groups) {
    for (const [name, value] of Object.entries(group ?? {})) {
      // Stricter than `Headers`, which lets control characters pass and trims line ends.
      if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || /[^\t -~\u0080-\u00ff]/.test(value)) {
        throw inputError(`The header ${JSON.stringify(name)} cannot be sent`, name);
      }
      headers[name.toLowerCase()] = value;
    }
  }
  return headers;
};

const httpError = (name: string, { status, headers, text }: WireResponse, now: number, clean: (text: string) => string): PlatformError => {
  const { message, page, ...report } = readError(text, clean);
  const said = `${name} answered ${status} ${page === undefined ? (report.code ?? '') : `with an HTML page: ${page}`}`.trimEnd();
  return new PlatformError('http', message ? `${message.replace(/[.!?]$/, '')}. (${said})` : said, {
    ...report,
    status,
    outcome: outcomeOf(status),
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
