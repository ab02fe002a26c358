import { expect, it } from 'vitest';
import { baseUrl, benchOf, calls, json } from './fixtures.ts';
import type { Sent } from '@platform-sdk/test-helpers';

const detail = (id: unknown = 'org-1') => ({
  data: {
    id,
    type: 'organization',
    attributes: { name: 'Analytical Engines' },
    relationships: {
      users: { data: [{ type: 'users', id: 'user-1' }] },
      projects: { data: [{ type: 'project', id: 7 }] },
      organization_memberships: { data: [{ type: 'organization_memberships', id: 'm-1' }] },
    },
  },
  meta: { can: { 'organization.manageSettings': true } },
  included: [
    { id: 'user-1', type: 'users', attributes: { email: 'ada@example.com', firstName: 'Ada' } },
    { id: 7, type: 'project', attributes: { name: 'Mill', is_default: true } },
    {
      id: 'm-1',
      type: 'organization_memberships',
      attributes: { role: 'OWNER' },
      relationships: { user: { data: { type: 'users', id: 'user-1' } } },
    },
  ],
});

/** Creates a server that names the organization `read 1`, `read 2` and so on at each read. A write returns a valid organization. */
const counting = () => {
  let reads = 0;
  return ({ method }: Sent): Response =>
    json({
      data: { id: 'org-1', type: 'organization', attributes: { name: method === 'GET' ? `read ${++reads}` : 'written' } },
      meta: { can: {} },
    });
};

it('organizations.get returns the organization with its permissions', async () => {
  const { organizations } = await benchOf(json(detail()));
  await expect(organizations.get({ organizationId: 'org-1' })).resolves.toEqual({
    id: 'org-1',
    type: 'organization',
    name: 'Analytical Engines',
    meta: { can: { 'organization.manageSettings': true } },
  });
});

it('organizations.get reports a missing name and missing permissions, and returns the organization', async () => {
  const { organizations, events } = await benchOf(json({ data: { id: 'org-1', type: 'organisation' } }), { validation: 'report' });
  await expect(organizations.get({ organizationId: 'org-1' })).resolves.toEqual({ id: 'org-1', type: 'organisation' });
  expect(events.flatMap((event) => (event.type === 'invalid-response' ? [`${event.field} ${event.message}`] : []))).toEqual([
    'type must be one of organization',
    'meta is required',
    'name is required',
  ]);
});

it('organizations.get requests the resources in include', async () => {
  const { organizations, wire } = await benchOf(json(detail()));
  await organizations.get({ organizationId: 'org-1', include: ['users', 'projects', 'organization_memberships'] });
  expect(wire.only().url).toBe(`${baseUrl}/organizations/org-1?include=users%2Cprojects%2Corganization_memberships`);
});

it('organizations.get links included resources to the organization and each other', async () => {
  const { organizations } = await benchOf(json(detail()));
  const organization = await organizations.get({ organizationId: 'org-1', include: ['users', 'projects'] });
  expect(organization.users).toEqual([{ id: 'user-1', type: 'users', email: 'ada@example.com', firstName: 'Ada' }]);
  expect(organization.projects).toEqual([{ id: '7', type: 'project', name: 'Mill', is_default: true }]);
  const [membership] = organization.organization_memberships ?? [];
  expect((membership as unknown as { user: unknown }).user).toBe(organization.users[0]);
});

it('organizations.get groups included resources by type', async () => {
  const { organizations } = await benchOf(json(detail()));
  const { included } = await organizations.get({ organizationId: 'org-1' });
  expect(Object.keys(included ?? {})).toEqual(['users', 'project', 'organization_memberships']);
  expect(included?.['project']).toMatchObject([{ id: '7', name: 'Mill' }]);
});

it('organizations.get converts a numeric id to a string', async () => {
  const { organizations } = await benchOf(json(detail(42)));
  await expect(organizations.get({ organizationId: '42' })).resolves.toMatchObject({ id: '42' });
});

it('organizations.get accepts the requested UUID in capital letters', async () => {
  const id = '3f0c1d52-8a47-4c8e-9f25-1b6d7e0a9c34';
  const { organizations } = await benchOf(json(detail(id.toUpperCase())));
  await expect(organizations.get({ organizationId: id })).resolves.toMatchObject({ name: 'Analytical Engines' });
});

it.each(['report', 'throw', 'off'] as const)(
  'organizations.get rejects a response with another organization, with validation %s',
  async (validation) => {
    const { organizations } = await benchOf(json(detail('org-9')), { validation });
    const failure = organizations.get({ organizationId: 'org-1' });
    await expect(failure).rejects.toMatchObject({ kind: 'invalid-response', operation: 'organizations.get', status: 200 });
    await expect(failure).rejects.toThrow(/org-9.*org-1/);
  },
);

it('a response with another organization is not cached', async () => {
  const { organizations } = await benchOf([json(detail('org-9')), json(detail())]);
  await expect(organizations.get({ organizationId: 'org-1' })).rejects.toMatchObject({ kind: 'invalid-response' });
  await expect(organizations.get({ organizationId: 'org-1' })).resolves.toMatchObject({ id: 'org-1' });
});

it('the cached organization is used for five minutes', async () => {
  const { organizations, clock, wire } = await benchOf(counting());
  await organizations.get({ organizationId: 'org-1' });
  clock.advance(5 * 60_000 - 1);
  await expect(organizations.get({ organizationId: 'org-1' })).resolves.toMatchObject({ name: 'read 1' });
  clock.advance(1);
  await expect(organizations.get({ organizationId: 'org-1' })).resolves.toMatchObject({ name: 'read 2' });
  expect(wire.sent).toHaveLength(2);
});

it('the cached organization is replaced by a request with forceRefresh', async () => {
  const { organizations, wire } = await benchOf(counting());
  await organizations.get({ organizationId: 'org-1' });
  await expect(organizations.get({ organizationId: 'org-1', forceRefresh: true })).resolves.toMatchObject({ name: 'read 2' });
  await expect(organizations.get({ organizationId: 'org-1' })).resolves.toMatchObject({ name: 'read 2' });
  expect(wire.sent.map(({ url }) => url)).toEqual([`${baseUrl}/organizations/org-1`, `${baseUrl}/organizations/org-1?forceRefresh=true`]);
});

it('the cached organization is separate for each set of included resources', async () => {
  const { organizations, wire } = await benchOf(counting());
  await organizations.get({ organizationId: 'org-1' });
  await organizations.get({ organizationId: 'org-1', include: ['users'] });
  await organizations.get({ organizationId: 'org-1', include: ['users'] });
  expect(wire.sent).toHaveLength(2);
});

it.each(['update', 'members.add', 'members.updateRole', 'members.remove', 'me.acceptInvitation'])(
  'the cached organization is invalidated by %s',
  async (write) => {
    const { organizations } = await benchOf(counting());
    await organizations.get({ organizationId: 'org-1', include: ['users'] });
    await calls[write]!(organizations);
    await expect(organizations.get({ organizationId: 'org-1', include: ['users'] })).resolves.toMatchObject({ name: 'read 2' });
  },
);

it('the organization stays cached after a write to another organization', async () => {
  const { organizations } = await benchOf(counting());
  await organizations.get({ organizationId: 'org-1' });
  await organizations.update({ organizationId: 'org-10', name: 'B' });
  await expect(organizations.get({ organizationId: 'org-1' })).resolves.toMatchObject({ name: 'read 1' });
});

it('the cached organization is removed at a sign-out', async () => {
  const { organizations, platform } = await benchOf(counting());
  await organizations.get({ organizationId: 'org-1' });
  const tokens = await platform.session.get();
  await platform.session.clear();
  await platform.session.set(tokens!);
  await expect(organizations.get({ organizationId: 'org-1' })).resolves.toMatchObject({ name: 'read 2' });
});
