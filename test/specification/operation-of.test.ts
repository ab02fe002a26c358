import { createPlatform, operationOf } from '@platform-sdk/core';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { createProjectsClient } from '@platform-sdk/projects';
import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { createClients, methodIn, serviceMethods } from '../helpers/service-methods.ts';

const platform = createPlatform({ baseUrls: { organizations: 'https://api.test/v1' }, tokens: { gateway: 'gateway-secret' } });

it('operationOf returns the operation of every method of every client', () => {
  const clients = createClients(platform);
  const found = serviceMethods.map((each) => {
    const { operation, name } = operationOf(methodIn(clients, each)) ?? {};
    return [each.name.replace('agent-passes', 'agentPasses'), name, operation?.method, operation?.path];
  });
  expect(found).toEqual(
    serviceMethods.map(({ name, operation }) => {
      const method = name.replace('agent-passes', 'agentPasses');
      return [method, method, operation.method, operation.path];
    }),
  );
});

it('operationOf returns the name, the base and the platform of an operation', () => {
  const found = operationOf(createOrganizationsClient(platform).get);
  expect(found).toMatchObject({ name: 'organizations.get', base: 'organizations' });
  expect(found?.platform).toBe(platform);
});

it('operationOf returns undefined for a method that combines operations, and for other values', () => {
  expect(operationOf(createOrganizationsClient(platform).invite)).toBeUndefined();
  expect(operationOf(createProjectsClient(platform).addUser)).toBeUndefined();
  for (const other of [() => undefined, {}, 'text', null, undefined]) expect(operationOf(other)).toBeUndefined();
});

it('a printed client does not show secrets of its platform', () => {
  expect(inspect(createOrganizationsClient(platform), { depth: 9 })).not.toContain('gateway-secret');
});
