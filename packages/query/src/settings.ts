import { PlatformError, type MethodOperation } from '@platform-sdk/core';
import type { DataTag } from '@tanstack/query-core';
import type { QueryClientLike, QueryContext } from './query-client.ts';
import { callKeyOf, ownerOf, readSession, UNKNOWN, type Key, type KeyOptions } from './query-key.ts';

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

/** The parts in which kinds of query differ. */
interface Parts {
  readonly load: (options: CallSettings, context: QueryContext) => PromiseLike<unknown>;
  /** Loads the same under the key of the user who is known by then. */
  readonly loadAgain: (client: QueryClientLike) => Promise<unknown>;
}

/** Makes the options that all kinds of query have. */
export const commonSettings = <Data>(
  found: MethodOperation,
  input: unknown,
  options: KeyOptions | undefined,
  { load, loadAgain }: Parts,
): CommonSettings<Data, never, never> => {
  const { name, operation, platform } = found;
  const checkOwner = (owner: unknown): void => {
    if (owner !== ownerOf(found, options)) throw new PlatformError('session', `${name}: the user changed`, { operation: name });
  };
  const run = async (context: QueryContext): Promise<Data> => {
    const { client, queryKey, signal } = context;
    const owner = queryKey[1];
    if (owner === UNKNOWN) {
      await readSession(platform);
      return (await loadAgain(client)) as Data;
    }
    // Between the options and this call a query may have waited for a connection, and a key of the page may name another user.
    if (owner !== null) await readSession(platform);
    checkOwner(owner);
    // A refetch sends a request, even if the client has a cached response.
    const data = await load({ signal, forceRefresh: client.getQueryData(queryKey) !== undefined }, context);
    checkOwner(owner);
    return data as Data;
  };
  return {
    queryKey: callKeyOf(found, input, options) as never,
    queryFn: typeof input === 'symbol' ? (input as never) : run,
    retry: false,
    // Equal data stays the same object, links included, so that nothing renders anew without a change.
    structuralSharing: (before: unknown, after: unknown): unknown => (JSON.stringify(before) === JSON.stringify(after) ? before : after),
    ...(operation.cacheSeconds && { staleTime: operation.cacheSeconds * 1000 }),
    // It may be billed, or change something: no focus of a window, no remount and no other write repeats it.
    ...(operation.retry !== 'safe' && { staleTime: 'static', retryOnMount: false }),
  };
};
