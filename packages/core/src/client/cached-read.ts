import { isPlatformError } from '../diagnostics/errors.ts';
import type { WireResponse } from '../http/wire.ts';
import type { AnyOperation } from '../operation/operation.ts';
import type { CallOptions, PlatformOptions } from '../operation/options.ts';
import { bounded } from '../time/bounded.ts';
import { createDeadline } from '../time/deadline.ts';
import type { Call } from './attempt.ts';
import type { Context } from './context.ts';
import { valueOf } from './credentials.ts';
import { identityKey } from './identity-key.ts';
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
  const { context, key } = isPersonal(platform, options)
    ? await bounded(identify(platform, name, operation, options), deadline.remainingMs(), signal)
    : { context: platform, key: '' };
  const sent = withHeaders(context, options);
  if (key === undefined) return send(context, request, sent, trail, { timeoutMs: deadline.remainingMs() });
  // The same response arrives with the field and without it.
  const isBypassed = cacheBypassField in input;
  const { query } = isBypassed ? toParts(operation, { ...input, [cacheBypassField]: undefined }, context.naming.of?.(name)) : parts;
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

/** Returns true if functions or headers of the call may name another user each time. Otherwise, the session identifies the user. */
const isPersonal = ({ options: { apiKey, accessToken } }: Context, { headers }: CallOptions): boolean =>
  typeof apiKey === 'function' || typeof accessToken === 'function' || Boolean(headers);

interface Identity {
  /** The context with values in place of functions, so that the key and the request belong to the same user. */
  readonly context: Context;
  /** Identifies the user without containing a secret; undefined if the page cannot compute it: the call reads past the cache. */
  readonly key: string | undefined;
}

/** Identifies the user by credentials from functions, and by headers of the call. */
const identify = async (context: Context, name: string, { credentials }: AnyOperation, options: CallOptions): Promise<Identity> => {
  const isUser = credentials === 'user' || credentials === 'admin';
  const sources = isUser ? (['apiKey', 'accessToken'] as const) : credentials === 'application' ? (['apiKey'] as const) : [];
  // Each function is called at once: a moment later, it may return the token of another user.
  const found = await Promise.all(
    sources.map(async (field): Promise<PlatformOptions> => {
      const source = context.options[field];
      return typeof source === 'function' ? { [field]: await valueOf(source, field, name) } : {};
    }),
  );
  const values = Object.assign({}, context.options, ...found) as PlatformOptions;
  return { context: { ...context, options: values }, key: await identityKey(found, options.headers) };
};
