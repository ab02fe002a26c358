import type { MethodOperation } from '@platform-sdk/core';
import { outdatedPaths } from '@platform-sdk/core/contract';
import type { QueryClientLike } from './query-client.ts';
import { addressesOf } from './query-key.ts';

/** Outdates the queries of everything that a call may have changed. Resolves when those that are shown have been read again. */
export const outdate = (client: QueryClientLike, { operation, platform }: MethodOperation, input: unknown): Promise<void> => {
  const paths = outdatedPaths(operation, Object(input) as Record<string, unknown>).map((path) =>
    path.split('/').slice(1).map(decodeURIComponent),
  );
  return client.invalidateQueries({
    predicate: ({ queryKey: [address, _, ...segments] }) =>
      addressesOf(platform).includes(address) && paths.some((path) => path.every((segment, index) => segment === segments[index])),
  });
};
