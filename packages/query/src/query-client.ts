export type Key = readonly unknown[];

/** A filter that selects queries of a query client. */
export interface QueryFilters {
  readonly predicate: (query: { readonly queryKey: Key }) => boolean;
}

/** The part of a `QueryClient` that this package uses. This part is the same in every version and adapter. */
export interface QueryClientLike {
  getQueryData(queryKey: Key): unknown;
  setQueryData(queryKey: Key, data: object): unknown;
  fetchQuery(options: object): Promise<unknown>;
  fetchInfiniteQuery(options: object): Promise<unknown>;
  invalidateQueries(filters: QueryFilters): Promise<void>;
  removeQueries(filters: QueryFilters): void;
}

/** The part of a query function's argument that this package uses. */
export interface QueryContext {
  readonly client: QueryClientLike;
  readonly queryKey: Key;
  readonly signal: AbortSignal;
  /** The input of the page. Only infinite queries set it. */
  readonly pageParam?: unknown;
}
