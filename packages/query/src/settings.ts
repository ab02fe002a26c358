import { PlatformError } from '@platform-sdk/core';
import type { DataTag } from '@tanstack/query-core';
import type { Method } from './methods.ts';
import type { Key, QueryClientLike, QueryContext } from './query-client.ts';
import { callKeyOf, findRead, ownerOf, readSession, UNKNOWN, type KeyOptions, type Reader } from './query-key.ts';

/** Options that all kinds of query have. `Skipped` is the token's type where the query may be skipped. */
export interface CommonSettings<Data, Skipped = never, Cached = Data, Context = QueryContext> {
  readonly queryKey: DataTag<Key, Cached, PlatformError>;
  readonly queryFn: ((context: Context) => Promise<Data>) | Skipped;
  /** The client has retried already. */
  readonly retry: false | ((failureCount: number, error: PlatformError) => boolean);
  /**
   * How long the API specification lets a cache keep a response, in milliseconds; `static` for what is sent once. Default: that of the query
   * client.
   */
  readonly staleTime?: number | 'static';
  readonly structuralSharing: false | ((before: unknown, after: unknown) => unknown);
}

/** The options of a query's call. */
interface CallSettings {
  readonly signal: AbortSignal;
  readonly forceRefresh: boolean;
}

type Load = (options: CallSettings, context: QueryContext) => PromiseLike<unknown>;

/**
 * Makes the options that all kinds of query have, for a method that `reader` can read. The function `loadAgain` loads the same under the
 * key of the user who is known by then.
 */
export const commonSettings = <Data>(
  method: Method,
  reader: Reader,
  input: unknown,
  options: KeyOptions | undefined,
  load: Load,
  loadAgain = (client: QueryClientLike): Promise<unknown> => client.fetchQuery(commonSettings(method, reader, input, undefined, load)),
): CommonSettings<Data, never, never> => {
  const found = findRead(method, reader);
  const { operation, platform } = found;
  const run = async (context: QueryContext): Promise<Data> => {
    const { client, queryKey, signal } = context;
    const [, owner] = queryKey;
    if (owner) await readSession(platform);
    if (owner === UNKNOWN) return (await loadAgain(client)) as Data;
    // A query may have waited for a connection, and a key of the page may name another user. The user may also change during the call.
    const isOwn = (): boolean => owner === ownerOf(found, options);
    // A refetch sends a request, even if the client has a cached response.
    const data = isOwn() && (await load({ signal, forceRefresh: client.getQueryData(queryKey) !== undefined }, context));
    if (!isOwn()) throw new PlatformError('session', 'The user changed', { operation: found.name });
    return data as Data;
  };
  return {
    queryKey: callKeyOf(found, input, options) as never,
    queryFn: typeof input === 'symbol' ? (input as never) : run,
    retry: false,
    // Equal data stays the same object, links included, so that nothing renders anew without a change. A stream's data always grows.
    structuralSharing: !('stream' in operation) && ((before, after) => (JSON.stringify(before) === JSON.stringify(after) ? before : after)),
    ...(operation.cacheSeconds && { staleTime: operation.cacheSeconds * 1000 }),
    // It may be billed, or change something: no focus of a window, no remount and no other write repeats it.
    ...(operation.retry !== 'safe' && { staleTime: 'static', retryOnMount: false }),
  };
};
