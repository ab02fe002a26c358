import { PlatformError, type MethodOperation } from '@platform-sdk/core';
import type { DataTag, QueryClient, QueryFunctionContext } from '@tanstack/query-core';
import { callKeyOf, ownerOf, readSession, UNKNOWN, type Key, type KeyOptions } from './query-key.ts';

/** Options that all kinds of query have. `Skipped` is the token's type where the query may be skipped. */
export interface CommonSettings<Data, Skipped = never, PageParam = never, Cached = Data> {
  readonly queryKey: DataTag<Key, Cached, PlatformError>;
  readonly queryFn: ((context: QueryFunctionContext<Key, PageParam>) => Promise<Data>) | Skipped;
  /** The client has retried already. */
  readonly retry: false | ((failureCount: number, error: PlatformError) => boolean);
  /** How long the API specification lets a cache keep a response. Default: that of the query client. */
  readonly staleTime?: number;
  readonly structuralSharing: false | ((before: unknown, after: unknown) => unknown);
}

/** What a query calls the service with. */
export interface CallSettings {
  readonly signal: AbortSignal;
  readonly forceRefresh: boolean;
}

/** The parts in which kinds of query differ. */
interface Parts<Data> {
  readonly load: (options: CallSettings, context: QueryFunctionContext) => PromiseLike<unknown>;
  /** Loads the same under the key of the user who is known by then. */
  readonly loadAgain: (client: QueryClient) => Promise<Data>;
}

/** Keeps what is equal, links included, so that nothing renders anew without a change. */
const keepEqual = (before: unknown, after: unknown): unknown => (JSON.stringify(before) === JSON.stringify(after) ? before : after);

/** Makes the options that all kinds of query have. */
export const commonSettings = <Data>(
  found: MethodOperation,
  input: unknown,
  options: KeyOptions | undefined,
  { load, loadAgain }: Parts<Data>,
): CommonSettings<Data, never, never, never> => {
  const { name, operation, platform } = found;
  const run = async (context: QueryFunctionContext): Promise<Data> => {
    const { client, queryKey, signal } = context;
    const owner = queryKey[1];
    if (owner === UNKNOWN) {
      await readSession(platform);
      return loadAgain(client);
    }
    // A refetch asks the service, whatever the client has cached.
    const data = await load({ signal, forceRefresh: client.getQueryData(queryKey) !== undefined }, context);
    if (owner !== ownerOf(found, options)) throw new PlatformError('session', `${name}: the user changed`, { operation: name });
    return data as Data;
  };
  return {
    queryKey: callKeyOf(found, input, options) as never,
    queryFn: typeof input === 'symbol' ? (input as never) : run,
    retry: false,
    structuralSharing: keepEqual,
    ...(operation.freshSeconds && { staleTime: operation.freshSeconds * 1000 }),
    // It may be billed, or change something: no focus of a window and no other write sends it again.
    ...(operation.retry !== 'safe' && {
      staleTime: Infinity,
      enabled: ({ state }: { readonly state: { readonly status: string } }) => state.status === 'pending',
    }),
  };
};
