import type { MethodOperation } from '@platform-sdk/core';
import { isOutdated, outdatedPaths } from '@platform-sdk/core/contract';
import type { QueryClientLike } from './query-client.ts';
import { belongsTo, type Key } from './query-key.ts';

/** The path of a key. Behind the segments are the other input and the credentials. */
const pathOf = (key: Key): string =>
  key
    .slice(2, -2)
    .map((segment) => `/${encodeURIComponent(segment as string)}`)
    .join('');

/** Outdates the queries of everything that a call may have changed. Resolves when those that are shown have been read again. */
export const outdate = (client: QueryClientLike, { operation, platform }: MethodOperation, input: unknown): Promise<void> => {
  const paths = outdatedPaths(operation, Object(input) as Record<string, unknown>);
  return client.invalidateQueries({
    // The page has queries of its own, whose keys can contain anything.
    predicate: ({ queryKey }) => belongsTo(platform, queryKey) && paths.some((outdated) => isOutdated(pathOf(queryKey), outdated)),
  });
};
