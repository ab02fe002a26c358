import type { MethodOperation } from '@platform-sdk/core';
import { isOutdated, outdatedPaths } from '@platform-sdk/core/contract';
import type { QueryClientLike } from './query-client.ts';
import { addressesOf } from './query-key.ts';

/** Outdates the queries of everything that a call may have changed. Resolves when those that are shown have been read again. */
export const outdate = (client: QueryClientLike, { operation, platform }: MethodOperation, input: unknown): Promise<void> => {
  const paths = outdatedPaths(operation, Object(input) as Record<string, unknown>);
  return client.invalidateQueries({
    predicate: ({ queryKey: [address, ...rest] }) => {
      if (!addressesOf(platform).includes(address)) return false;
      // Before the segments is the user; behind them are the other input and the credentials.
      const path = rest.slice(1, -2).map((segment) => `/${encodeURIComponent(segment as string)}`);
      return paths.some((outdated) => isOutdated(path.join(''), outdated));
    },
  });
};
