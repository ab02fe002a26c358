import { createPlatform, type WithIncluded } from '@platform-sdk/core';
import { query } from '@platform-sdk/query';
import type { Organization, OrganizationInclude, OrganizationsClient } from '@platform-sdk/organizations';
import type { Project, ProjectsClient } from '@platform-sdk/projects';
import { json } from '@platform-sdk/test-helpers';
import { expect, expectTypeOf, it } from 'vitest';
import { allCredentials, anywhere, createClients, methodIn, sampleInputOf, serviceMethods } from '../helpers/service-methods.ts';

declare const organizations: OrganizationsClient;
declare const projects: ProjectsClient;

/** Returns the allowed values of a method's `include`. Returns an empty array for methods without `include`. */
const includesOf = ({ operation }: (typeof serviceMethods)[number]): readonly string[] => {
  const { properties = {} } = operation.input as unknown as {
    readonly properties?: Readonly<Record<string, { readonly items?: { readonly enum?: string[] } }>>;
  };
  return properties['include']?.items?.enum ?? [];
};

const including = serviceMethods.filter((method) => includesOf(method).length > 0);

/** Responses that lack the included resources in different ways. */
const resource = { id: 'id-1', type: 'organization', attributes: { name: 'Mill', is_default: false } };
const empty = {
  'no included member': { data: resource, meta: { can: {} } },
  'an empty included list': { data: resource, meta: { can: {} }, included: [] },
  'relationships that are null': (name: string) => ({
    data: { ...resource, relationships: { [name]: { data: null } } },
    meta: { can: {} },
    included: [],
  }),
  'relationships that are empty': (name: string) => ({
    data: { ...resource, relationships: { [name]: { data: [] } } },
    meta: { can: {} },
  }),
} as const;

it('`include` exists for organizations.get and projects.get only', () => {
  expect(including.map(({ name }) => name)).toEqual(['organizations.get', 'projects.get']);
});

it.each(Object.entries(empty))('an input with include returns an empty array if the response has %s', async (_, body) => {
  for (const method of including) {
    for (const name of includesOf(method)) {
      const document = typeof body === 'function' ? body(name) : body;
      const platform = createPlatform({
        ...allCredentials,
        accessToken: 'user-1',
        baseUrls: anywhere,
        fetch: async () => json(document),
        logger: false,
      });
      const input = sampleInputOf(method, { organizationId: 'id-1', include: [name] });
      const result = (await methodIn(createClients(platform), method)(input)) as Readonly<Record<string, unknown>>;
      expect(result[name], `${method.name} with ${name}`).toEqual([]);
    }
  }
});

it('`include` makes the named resources required in the result, and no others', () => {
  const read = () => organizations.get({ organizationId: 'o', include: ['users'] });
  expectTypeOf(read).returns.resolves.toEqualTypeOf<WithIncluded<Organization, readonly ['users']>>();
  expectTypeOf<Awaited<ReturnType<typeof read>>['users'][number]['email']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Awaited<ReturnType<typeof read>>['projects']>().toEqualTypeOf<Organization['projects']>();
  const project = () => projects.get({ organizationId: 'o', projectId: 'p', include: ['apiKeys', 'users'] });
  expectTypeOf<Awaited<ReturnType<typeof project>>['apiKeys']>().toEqualTypeOf<NonNullable<Project['apiKeys']>>();
});

it('included resources stay optional if the list is unknown at compile time or `include` is missing', () => {
  const unknown = (include: OrganizationInclude[]) => organizations.get({ organizationId: 'o', include });
  expectTypeOf(unknown).returns.resolves.toEqualTypeOf<Organization>();
  const plain = () => organizations.get({ organizationId: 'o' });
  expectTypeOf(plain).returns.resolves.toEqualTypeOf<Organization>();
});

it('`include` makes the named resources required in the data of a query', () => {
  const options = () => query(organizations.get, { organizationId: 'o', include: ['users'] });
  type Data = Awaited<ReturnType<Extract<ReturnType<typeof options>['queryFn'], (...of: never[]) => unknown>>>;
  expectTypeOf<Data['users']>().toEqualTypeOf<NonNullable<Organization['users']>>();
  expectTypeOf<Data['projects']>().toEqualTypeOf<Organization['projects']>();
  // @ts-expect-error `include` rejects an unknown name
  expectTypeOf(() => query(organizations.get, { organizationId: 'o', include: ['members'] })).toBeFunction();
});
