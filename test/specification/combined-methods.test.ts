import { createPlatform, operationOf, operationsOf } from '@platform-sdk/core';
import { mutation } from '@platform-sdk/query';
import { expect, it } from 'vitest';
import { allCredentials, anywhere, clientMethods } from '../helpers/service-methods.ts';

const methods = clientMethods(createPlatform({ ...allCredentials, baseUrls: anywhere }));

/** Methods that return a loop or a store instead of a result. */
const OTHERS = ['agent-passes.activity.watchMetrics', 'memory.conversation'];

it('methods that combine operations list the operations that they call', () => {
  const unnamed = methods.filter(([, method]) => !operationsOf(method)).map(([name]) => name);
  expect(unnamed).toEqual(OTHERS);
  const combined = methods.filter(([, method]) => !operationOf(method) && operationsOf(method));
  expect(
    Object.fromEntries(
      combined.map(([, method]) => [operationsOf(method)?.name, operationsOf(method)?.operations.map(({ path }) => path)]),
    ),
  ).toMatchInlineSnapshot(`
      {
        "converter.batchTo": [
          "/api/batch",
        ],
        "converter.crawlTo": [
          "/api/crawl",
          "/api/download/{site}",
        ],
        "organizations.invite": [
          "/organizations/{organizationId}/invitations",
          "/organizations/{organizationId}/add_user",
        ],
        "projects.addUser": [
          "/organizations/{organizationId}/projects/{projectId}/add_user",
        ],
        "projects.keyPair": [
          "/organizations/{organizationId}/projects/{projectId}",
        ],
        "wallets.findByReference": [
          "/wallets/{addressHash}/transactions",
        ],
        "wallets.payOnce": [
          "/wallets/{addressHash}/transactions",
          "/wallets/transact",
        ],
      }
    `);
});

it('the mutation key of every method contains the name of the method', () => {
  const callable = methods.filter(([name]) => !OTHERS.includes(name));
  expect(callable.map(([, method]) => mutation(method as never).mutationKey)).toEqual(
    callable.map(([, method]) => [operationsOf(method)?.name]),
  );
});
