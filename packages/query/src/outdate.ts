import type { MethodOperation } from '@platform-sdk/core';
import { isOutdated, outdatedPaths } from '@platform-sdk/core/contract';
import type { QueryClientLike } from './query-client.ts';
import { addressesOf } from './query-key.ts';

/** Outdates the queries of everything that a call may have changed. Resolves when those that are shown have been read again. */
export const outdate = (client: QueryClientLike, { operation, platform }: MethodOperation, input: unknown): Promise<void> => {
  const paths = outdatedPaths(operation, Object(input) as Record<string, unknown>);
  return client.invalidateQueries({
    predicate: ({ queryKey }) => {
      // Behind the segments are the other input and the credentials.
      const path = queryKey.slice(2, -2).map((segment) => `/${encodeURIComponent(segment as string)}`);
      return addressesOf(platform).includes(queryKey[0]) && paths.some((outdated) => isOutdated(path.join(''), outdated));
    },
  });
};
