export type { QueryClientLike, QueryContext } from './query-client.ts';
export { infiniteQuery, type InfiniteQuerySettings } from './infinite-query.ts';
export { mutation, type MutationSettings } from './mutation.ts';
export { query, type QuerySettings } from './query.ts';
export { pathKey, type KeyOptions } from './query-key.ts';
export { removeOnSignOut } from './remove-on-sign-out.ts';
export { rowsOf, type Listed, type RowOf } from './rows-of.ts';
export { streamedQuery, type StreamedData, type StreamedQuerySettings } from './streamed-query.ts';
