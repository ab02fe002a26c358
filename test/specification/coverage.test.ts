import { createLocalPlatform } from '@platform-sdk/local-platform';
import { describe, expect, it } from 'vitest';
import { openApi } from '@platform-sdk/reference/openapi';
import { serviceReferences } from '@platform-sdk/reference/service-reference';
import documented from './documented-operations.json' with { type: 'json' };
import { wireNamesOf } from './wire-names-of.ts';

const documentedServices = [...new Set(documented.map(({ service }) => service))].toSorted();

const services = await serviceReferences();

it('every documented service has a contract', () => {
  expect(services.map(({ service }) => service).toSorted()).toEqual(documentedServices);
});

describe.each(services)('the contract of $service', (service) => {
  // A documented operation that can also stream is two operations of the contract. The streaming operation is omitted here.
  const operations = service.operations.filter(
    ({ operation, name }) =>
      !(
        'stream' in operation &&
        service.operations.some(
          (each) => each.name !== name && each.operation.path === operation.path && each.operation.method === operation.method,
        )
      ),
  );

  it('the contract contains exactly the documented operations', () => {
    const wanted = documented.filter((row) => row.service === service.service).map(({ method, path }) => `${method} ${path}`);
    const found = operations
      .filter(({ operation }) => !operation.beyondSpecification)
      .map(({ operation }) => `${operation.method} ${operation.path}`);
    expect(
      found.toSorted(),
      'an operation beyond the API specification has `beyondSpecification: true`, any other a row in test/specification/documented-operations.json',
    ).toEqual(wanted.toSorted());
  });

  it('every operation of the contract has a unique name', () => {
    expect(new Set(operations.map(({ name }) => name)).size).toBe(operations.length);
  });

  it.each(operations)('the comment of $name consists of sentences', ({ comment }) => {
    expect(comment).toMatch(/^[A-Z].+\.$/);
  });

  it.each(operations.filter(({ operation }) => operation.undocumented))(
    'the OpenAPI document of $name contains every undocumented name of its contract',
    async ({ name, operation }) => {
      const places = wireNamesOf(await openApi(service), name);
      expect(Object.keys(operation.undocumented!).filter((undocumented) => !places.has(undocumented))).toEqual([]);
    },
  );

  it.each(operations)('the local platform has a rule for $name', async ({ base, operation: { method, path } }) => {
    const platform = createLocalPlatform();
    await platform.fetch(platform.baseUrls()[base] + path.replaceAll(/[{}]/g, ''), { method });
    const shared = operations.filter(({ operation }) => operation.method === method && operation.path === path);
    expect(shared.map((each) => each.name)).toContain(platform.requestLog.at(-1)?.operation);
  });
});
