import { isPlatformError } from '../diagnostics/errors.ts';
import type { WireResponse } from '../http/wire.ts';
import type { AnyOperation } from '../operation/operation.ts';
import type { CallOptions, PlatformOptions } from '../operation/options.ts';
import { bounded } from '../time/bounded.ts';
import type { Call } from './attempt.ts';
import type { Context } from './context.ts';
import { valueOf } from './credentials.ts';
import { withHeaders } from './platform-defaults.ts';
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
  const { signal, timeoutMs = platform.options.timeoutMs ?? TOTAL_MS, ...others } = options;
  const started = platform.clock.monotonic();
  const identifying = identify(platform, name, operation, options);
  const { context, key } = identifying ? await bounded(identifying, timeoutMs, signal) : { context: platform, key: '' };
  if (key === undefined) return send(context, request, withHeaders(context, options), trail);
  const own: Trail = { ...trail };
  let followed = own;
  try {
    return await context.cache.read({
      key: key + parts.path + JSON.stringify({ ...input, [cacheBypassField]: 0 }),
      path: parts.path,
      freshMs: cacheSeconds * 1000,
      force: options.forceRefresh === true || (input[cacheBypassField] ?? false) !== false,
      signal,
      timeoutMs: Math.max(0, timeoutMs - (platform.clock.monotonic() - started)),
      trail: own,
      load: (end) => send(context, request, withHeaders(context, { ...others, signal: end }), own),
      follow: (found) => (followed = found),
    });
  } catch (error) {
    // The failure that caused the retry explains more than the timeout behind it.
    throw isPlatformError(error) && error.kind === 'timeout' ? (followed.last ?? error) : error;
  } finally {
    Object.assign(trail, followed);
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
