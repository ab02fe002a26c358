import { createPlatform } from '@platform-sdk/core';
import { isOutdated, outdatedPaths } from '@platform-sdk/core/internal';
import { infiniteQuery, mutation, query } from '@platform-sdk/query';
import { QueryClient } from '@tanstack/query-core';
import { expect, it } from 'vitest';
import { sampleOf } from '../helpers/sample-values.ts';
import { anywhere, createClients, methodIn, type ServiceMethod } from '../helpers/service-methods.ts';
import { readMethods } from './stale-responses/reads.ts';
import { writeMethods } from './stale-responses/writes.ts';

const platform = createPlatform({ baseUrls: anywhere });
const clients = createClients(platform);

/** Returns two inputs with different ids. The ids of the second input contain characters that a path escapes. */
const inputsOf = ({ operation }: ServiceMethod) => {
  const input = sampleOf(operation.input) as Record<string, unknown>;
  const other = Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, typeof value === 'string' ? `${value}/%2F ü` : value]),
  );
  return [input, other];
};

const pathOf = ({ operation }: ServiceMethod, input: Readonly<Record<string, unknown>>): string =>
  operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));

/** Returns the query key of a read. */
const keyOf = (read: ServiceMethod, input: object): readonly unknown[] => {
  const method = methodIn(clients, read) as never;
  return 'paging' in read.operation ? infiniteQuery(method, input as never).queryKey : query(method, input as never).queryKey;
};

it('a mutation invalidates exactly the queries whose responses the client removes from its cache', async () => {
  await platform.session.set({ id: 'user-1', accessToken: 'access', refreshToken: 'refresh' });
  const differences: string[] = [];
  let outdatedCount = 0;
  for (const write of writeMethods) {
    for (const input of inputsOf(write)) {
      const queryClient = new QueryClient();
      const paths = outdatedPaths(write.operation, input);
      const reads = readMethods.flatMap((method) => inputsOf(method).map((each) => ({ method, each, path: pathOf(method, each) })));
      for (const { method, each } of reads) {
        queryClient.setQueryData<unknown>(keyOf(method, each), {});
      }
      await mutation(methodIn(clients, write) as never).onSuccess(undefined as never, input as never, undefined, { client: queryClient });
      for (const { method, each, path } of reads) {
        const isInvalidated = queryClient.getQueryState(keyOf(method, each))?.isInvalidated;
        const isRemoved = paths.some((outdated) => isOutdated(path, outdated));
        if (isRemoved) outdatedCount++;
        if (isInvalidated !== isRemoved) differences.push(`${write.name} and ${method.name} ${path}`);
      }
      queryClient.clear();
    }
  }
  expect(differences).toEqual([]);
  expect(outdatedCount).toBeGreaterThan(500);
});
