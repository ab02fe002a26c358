import type { Key } from './query-key.ts';

/** The part of a `QueryClient` that is used. Those of every version and adapter have it, whatever else their classes hold. */
export interface QueryClientLike {
  getQueryData(queryKey: Key): unknown;
  setQueryData(queryKey: Key, data: object): unknown;
  fetchQuery(options: object): Promise<unknown>;
  fetchInfiniteQuery(options: object): Promise<unknown>;
  invalidateQueries(filters: { readonly predicate: (query: { readonly queryKey: Key }) => boolean }): Promise<void>;
  removeQueries(filters: { readonly predicate: (query: { readonly queryKey: Key }) => boolean }): void;
}

/** The part of a query function's argument that is used. */
export interface QueryContext {
  readonly client: QueryClientLike;
  readonly queryKey: Key;
  readonly signal: AbortSignal;
  /** The input of the page. Default: absent; only infinite queries have one. */
  readonly pageParam?: unknown;
}
