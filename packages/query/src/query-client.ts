export type Key = readonly unknown[];

/** Selects queries of a client. */
export interface QueryFilters {
  readonly predicate: (query: { readonly queryKey: Key }) => boolean;
}

/** The part of a `QueryClient` that is used. Those of every version and adapter have it, whatever else their classes hold. */
export interface QueryClientLike {
  getQueryData(queryKey: Key): unknown;
  setQueryData(queryKey: Key, data: object): unknown;
  fetchQuery(options: object): Promise<unknown>;
  fetchInfiniteQuery(options: object): Promise<unknown>;
  invalidateQueries(filters: QueryFilters): Promise<void>;
  removeQueries(filters: QueryFilters): void;
}

/** The part of a query function's argument that is used. */
export interface QueryContext {
  readonly client: QueryClientLike;
  readonly queryKey: Key;
  readonly signal: AbortSignal;
  /** The input of the page. Default: absent; only infinite queries have one. */
  readonly pageParam?: unknown;
}
