import { isPlatformError } from '../diagnostics/errors.ts';
import type { WireResponse } from '../http/wire.ts';
import type { AnyOperation } from '../operation/operation.ts';
import type { CallOptions } from '../operation/options.ts';
import type { PlatformOptions } from '../operation/platform-options.ts';
import { DEFAULT_CALL_MS, bounded, createDeadline } from '../time/limits.ts';
import { valueOf } from './credentials.ts';
import type { Call } from './records.ts';
import { toParts } from './request.ts';
import { send } from './send.ts';

/** Returns true if responses of an operation are cached. If an operation declares `authenticate`, each call may be for another user, so nothing is cached. */
export const isCached = ({ cacheSeconds, authenticate }: AnyOperation): boolean => cacheSeconds !== undefined && !authenticate;

/** Returns a cached response, or sends the request. Calls for the same response share one request, but each call has its own timeout and signal. */
export const cachedRead = async (call: Call): Promise<WireResponse> => {
  const { name, operation, input, options, parts, deadline } = call;
  const { cacheBypassField = '', cacheSeconds = 0 } = operation;
  const { signal } = options;
  const { context, key } = isPersonal(call)
    ? await bounded(identify(call), deadline.remainingMs(), signal)
    : { context: call.context, key: '' };
  const own = { ...call, context };
  if (key === undefined) return send(own);
  // The field that bypasses the cache does not change the response, so the cache key leaves it out.
  const isBypassed = cacheBypassField in input;
  const { query } = isBypassed ? toParts(operation, { ...input, [cacheBypassField]: undefined }, context.naming?.(name)) : parts;
  const { timeoutMs = DEFAULT_CALL_MS } = context.options;
  try {
    return await context.cache.read({
      key: `${key} ${parts.path}${query}`,
      path: parts.path,
      freshMs: cacheSeconds * 1000,
      force: options.forceRefresh === true || (input[cacheBypassField] ?? false) !== false,
      signal,
      timeoutMs: deadline.remainingMs(),
      isPatient: !signal && options.timeoutMs === undefined,
      caller: call,
      // The request may outlive the caller that starts it.
      load: (cancellation) => send({ ...own, signal: cancellation, deadline: createDeadline(context.clock, timeoutMs) }),
    });
  } catch (error) {
    // If a retry times out, throws the failure that led to the retry, because this failure explains more.
    const retried = call.attempts.findLast(({ failure }) => failure)?.failure;
    throw isPlatformError(error) && error.kind === 'timeout' ? (retried ?? error) : error;
  }
};

/** Returns true if functions or headers may identify a different user in each call. Otherwise, the session identifies the user. */
const isPersonal = ({ context, options: { headers } }: Call): boolean => {
  const { apiKey, accessToken } = context.options;
  return typeof apiKey === 'function' || typeof accessToken === 'function' || Boolean(headers);
};

interface Identity {
  /** The context with the values that functions returned, so that the key and the request belong to the same user. */
  readonly context: Call['context'];
  /** Identifies the user without containing a secret. Undefined if the page cannot compute a digest. In this case, the cache is not used. */
  readonly key: string | undefined;
}

/** Identifies the user by credentials from functions, and by headers of the call. */
const identify = async ({ context, name, operation: { credentials }, options }: Call): Promise<Identity> => {
  const isUser = credentials === 'user' || credentials === 'admin';
  const sources = isUser ? (['apiKey', 'accessToken'] as const) : credentials === 'application' ? (['apiKey'] as const) : [];
  // All functions are called at the same time: a moment later, they may return the token of another user.
  const found = await Promise.all(
    sources.map(async (field): Promise<PlatformOptions> => {
      const source = context.options[field];
      return typeof source === 'function' ? { [field]: await valueOf(source, field, name) } : {};
    }),
  );
  const values = Object.assign({}, context.options, ...found) as PlatformOptions;
  return { context: { ...context, options: values }, key: await identityKey(found, options.headers) };
};

/** Headers that do not affect the response. */
const HARMLESS = /^(?:x-(?:trace|request|correlation)-id|traceparent|tracestate|user-agent)$/;

/**
 * Returns a digest of credentials and headers. The digest is empty if there are neither credentials nor headers, and undefined if the
 * page cannot compute digests.
 */
const identityKey = async (credentials: readonly PlatformOptions[], headers: CallOptions['headers']): Promise<string | undefined> => {
  const found = credentials.filter((values) => Object.keys(values).length > 0);
  const named = Object.entries(headers ?? {})
    .map(([header, value]) => [header.toLowerCase(), value])
    .filter(([header = '']) => !HARMLESS.test(header))
    .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1));
  return found.length + named.length === 0 ? '' : digest(JSON.stringify([found, named]));
};

const digest = async (text: string): Promise<string | undefined> => {
  // Pages with an insecure origin lack `crypto.subtle`.
  if (!('subtle' in crypto)) return undefined;
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
};
