import { expect, it } from 'vitest';
import { benchOf, json, text } from './fixtures.ts';

const engines = {
  id: 'org-1',
  type: 'organization',
  attributes: { name: 'Analytical Engines', currentUserRole: 'OWNER' },
  meta: { can: { organization: { manageSettings: true }, project: { create: true } } },
};
const looms = {
  id: 'org-2',
  type: 'organization',
  attributes: { name: 'Jacquard Looms', currentUserRole: 'VIEWER' },
  meta: { can: { 'project.create': false } },
};

it('organizations.list returns the organizations with their permissions', async () => {
  const { organizations } = await benchOf(json({ data: [engines, looms] }));
  await expect(organizations.list()).resolves.toEqual([
    {
      id: 'org-1',
      type: 'organization',
      name: 'Analytical Engines',
      currentUserRole: 'OWNER',
      meta: { can: { organization: { manageSettings: true }, project: { create: true } } },
    },
    { id: 'org-2', type: 'organization', name: 'Jacquard Looms', currentUserRole: 'VIEWER', meta: { can: { 'project.create': false } } },
  ]);
});

it('organizations.list links users and projects to their organizations', async () => {
  const relationships = { projects: { data: [{ type: 'project', id: 'p-1' }] }, users: { data: [{ type: 'users', id: 'user-1' }] } };
  const included = [
    { id: 'p-1', type: 'project', attributes: { name: 'Mill', is_default: true } },
    { id: 'user-1', type: 'users', attributes: { email: 'ada@example.com', role: 'OWNER' } },
  ];
  const { organizations } = await benchOf(json({ data: [{ ...engines, relationships }, looms], included }));
  const [first, second] = await organizations.list();
  expect(first?.projects).toEqual([{ id: 'p-1', type: 'project', name: 'Mill', is_default: true }]);
  expect(first?.users).toEqual([{ id: 'user-1', type: 'users', email: 'ada@example.com', role: 'OWNER' }]);
  expect(second?.projects).toBeUndefined();
});

it('organizations.list converts numeric ids to strings', async () => {
  const { organizations } = await benchOf(json({ data: [{ ...engines, id: 42 }] }));
  await expect(organizations.list()).resolves.toMatchObject([{ id: '42' }]);
});

it('organizations.list accepts unknown roles', async () => {
  const { organizations } = await benchOf(json({ data: [{ ...engines, attributes: { name: 'A', currentUserRole: 'AUDITOR' } }] }));
  await expect(organizations.list()).resolves.toMatchObject([{ currentUserRole: 'AUDITOR' }]);
});

it('organizations.list reports missing documented fields, and returns the organization', async () => {
  const { organizations, events } = await benchOf(json({ data: [{ id: 'org-1', type: 'organization', attributes: {}, meta: {} }] }), {
    validation: 'report',
  });
  await expect(organizations.list()).resolves.toEqual([{ id: 'org-1', type: 'organization', meta: {} }]);
  expect(events.flatMap((event) => (event.type === 'invalid-response' ? [`${event.field} ${event.message}`] : [])).toSorted()).toEqual([
    '*.meta.can is required',
    '*.name is required',
  ]);
});

it('organizations.list returns an empty list for a user without organizations', async () => {
  const { organizations } = await benchOf(json({ data: [] }));
  await expect(organizations.list()).resolves.toEqual([]);
});

it('organizations.list rejects an HTML page instead of returning an empty list', async () => {
  const { organizations } = await benchOf(text('<html><title>Maintenance</title></html>', 200, 'text/html'));
  await expect(organizations.list()).rejects.toMatchObject({ kind: 'invalid-response', operation: 'organizations.list' });
});

it('organizations.create returns the new organization', async () => {
  const { organizations } = await benchOf(json({ data: engines }));
  await expect(organizations.create({ name: 'Analytical Engines' })).resolves.toMatchObject({
    id: 'org-1',
    name: 'Analytical Engines',
    currentUserRole: 'OWNER',
  });
});

it('organizations.update returns the renamed organization', async () => {
  const { organizations } = await benchOf(json({ data: { ...engines, attributes: { name: 'Difference Engines' } } }));
  await expect(organizations.update({ organizationId: 'org-1', name: 'Difference Engines' })).resolves.toMatchObject({
    id: 'org-1',
    name: 'Difference Engines',
  });
});
