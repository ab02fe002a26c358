import { isPlatformError } from '../diagnostics/errors.ts';
import type { WireResponse } from '../http/wire.ts';
import type { AnyOperation } from '../operation/operation.ts';
import type { CallOptions, PlatformOptions } from '../operation/options.ts';
import { bounded } from '../time/bounded.ts';
import { createDeadline } from '../time/deadline.ts';
import type { Call } from './attempt.ts';
import type { Context } from './context.ts';
import { valueOf } from './credentials.ts';
import { withHeaders } from './platform-defaults.ts';
import { toParts } from './request.ts';
import { send, TOTAL_MS } from './send.ts';
import type { Trail } from './trail.ts';

type Members = Record<string, unknown>;

/** Returns true if responses of an operation are cached. Its own `authenticate` may name another user each time, so those are not. */
export const isCached = ({ cacheSeconds, authenticate }: AnyOperation): boolean => cacheSeconds !== undefined && !authenticate;

/** Reads through the cache: calls for the same response share it, and have clocks and signals of their own. */
export const cachedRead = async (
  platform: Context,
  request: Call,
  input: Members,
  options: CallOptions,
  trail: Trail,
): Promise<WireResponse> => {
  const { name, operation, parts } = request;
  const { cacheBypassField = '', cacheSeconds = 0 } = operation;
  const { signal } = options;
  const defaultMs = platform.options.timeoutMs ?? TOTAL_MS;
  const deadline = createDeadline(platform.clock, options.timeoutMs ?? defaultMs);
  const identifying = identify(platform, name, operation, options);
  const { context, key } = identifying ? await bounded(identifying, deadline.remainingMs(), signal) : { context: platform, key: '' };
  const sent = withHeaders(context, options);
  if (key === undefined) return send(context, request, sent, trail, { timeoutMs: deadline.remainingMs() });
  // The same response arrives with the field and without it.
  const isBypassed = cacheBypassField in input;
  const { query } = isBypassed ? toParts(operation, { ...input, [cacheBypassField]: undefined }, context.options.wireNames?.[name]) : parts;
  let followed = trail;
  try {
    return await context.cache.read({
      key: `${key} ${parts.path}${query}`,
      path: parts.path,
      freshMs: cacheSeconds * 1000,
      force: options.forceRefresh === true || (input[cacheBypassField] ?? false) !== false,
      signal,
      timeoutMs: deadline.remainingMs(),
      isPatient: !signal && options.timeoutMs === undefined,
      trail,
      load: (cancellation) => send(context, request, sent, trail, { signal: cancellation, timeoutMs: defaultMs }),
      follow: (found) => (followed = found),
    });
  } catch (error) {
    // The failure that caused the retry explains more than the timeout behind it.
    throw isPlatformError(error) && error.kind === 'timeout' ? (followed.last ?? error) : error;
  } finally {
    if (followed !== trail) Object.assign(trail, followed);
  }
};

/** Headers that change no response. */
const HARMLESS = /^(?:x-(?:trace|request|correlation)-id|traceparent|tracestate|user-agent)$/;

interface Identity {
  /** The context with values in place of functions, so that the key and the request belong to the same user. */
  readonly context: Context;
  /** Identifies the user without containing a secret; undefined if the page cannot compute a digest. */
  readonly key: string | undefined;
}

/** Identifies the user by credentials from functions, and by headers of the call. Undefined without these, as the session identifies the user. */
const identify = (context: Context, name: string, { credentials }: AnyOperation, options: CallOptions): Promise<Identity> | undefined => {
  const { apiKey, accessToken } = context.options;
  if (typeof apiKey !== 'function' && typeof accessToken !== 'function' && !options.headers) return undefined;
  const isUser = credentials === 'user' || credentials === 'admin';
  const sources = isUser ? (['apiKey', 'accessToken'] as const) : credentials === 'application' ? (['apiKey'] as const) : [];
  const functions = sources.filter((field) => typeof context.options[field] === 'function');
  if (functions.length === 0 && !options.headers) return undefined;
  const headers = Object.entries(options.headers ?? {})
    .map(([header, value]) => [header.toLowerCase(), value])
    .filter(([header = '']) => !HARMLESS.test(header))
    .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1));
  if (functions.length + headers.length === 0) return undefined;
  return (async () => {
    const found: PlatformOptions[] = [];
    for (const field of functions) found.push({ [field]: await valueOf(context.options[field], field, name) });
    const key = await digest(JSON.stringify([found, headers]));
    return { context: { ...context, options: Object.assign({}, context.options, ...found) as PlatformOptions }, key };
  })();
};

const digest = async (text: string): Promise<string | undefined> => {
  // Pages of unsafe origins lack it.
  if (!('subtle' in crypto)) return undefined;
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
};
