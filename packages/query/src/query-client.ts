export type Key = readonly unknown[];

/** Selects queries of a client. */
export interface QueryFilters {
  readonly predicate: (query: { readonly queryKey: Key }) => boolean;
}

/** The used part of a `QueryClient`. It is the same in every version and adapter. */
export interface QueryClientLike {
  getQueryData(queryKey: Key): unknown;
  setQueryData(queryKey: Key, data: object): unknown;
  fetchQuery(options: object): Promise<unknown>;
  fetchInfiniteQuery(options: object): Promise<unknown>;
  invalidateQueries(filters: QueryFilters): Promise<void>;
  removeQueries(filters: QueryFilters): void;
}

/** The used part of a query function's argument. */
export interface QueryContext {
  readonly client: QueryClientLike;
  readonly queryKey: Key;
  readonly signal: AbortSignal;
  /** The input of the page. Only infinite queries set it. */
  readonly pageParam?: unknown;
}
