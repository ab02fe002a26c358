import { PlatformError } from '@platform-sdk/core';
import type { DataTag } from '@tanstack/query-core';
import type { Method } from './methods.ts';
import type { Key, QueryClientLike, QueryContext } from './query-client.ts';
import { callKeyOf, findRead, ownerOf, readSession, UNKNOWN, type KeyOptions, type Reader } from './query-key.ts';

/** The options that all kinds of queries share. `Skipped` is the type of the skip token, if the query can be skipped. */
export interface CommonSettings<Data, Skipped = never, Cached = Data, Context = QueryContext> {
  readonly queryKey: DataTag<Key, Cached, PlatformError>;
  readonly queryFn: ((context: Context) => Promise<Data>) | Skipped;
  /** `false`, because the client already retries. */
  readonly retry: false | ((failureCount: number, error: PlatformError) => boolean);
  /**
   * The time for which the API specification allows caching, in milliseconds. `static` for calls that are sent once. Default: the query
   * client's `staleTime`.
   */
  readonly staleTime?: number | 'static';
  readonly structuralSharing: false | ((before: unknown, after: unknown) => unknown);
}

interface CallSettings {
  readonly signal: AbortSignal;
  readonly forceRefresh: boolean;
}

type Load = (options: CallSettings, context: QueryContext) => PromiseLike<unknown>;

/**
 * Creates the options that all kinds of queries share, for a method that fits `reader`. The function `loadAgain` loads the same data under
 * the key of the user who is known at that time.
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
    // The user may have changed while the query waited for a connection, and may change during the call.
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
    // Equal data stays the same object, so that components render only after changes. A stream's data always changes, so it is not compared.
    structuralSharing: !('stream' in operation) && ((before, after) => (JSON.stringify(before) === JSON.stringify(after) ? before : after)),
    ...(operation.cacheSeconds && { staleTime: operation.cacheSeconds * 1000 }),
    // The call may be billed or change data, so a window focus, a remount or another write does not repeat it.
    ...(operation.retry !== 'safe' && { staleTime: 'static', retryOnMount: false }),
  };
};
