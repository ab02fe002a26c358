import { expect, it } from 'vitest';
import type { ProjectListInput } from '@platform-sdk/projects';
import { at, bodyHeaders, empty, json, place, projectData, someProject, userHeaders, wire } from './wire.ts';

const organizationId = 'o-1';
const projectsAt = 'https://api.test/v1/organizations/o-1/projects';

it("projects.list sends the user's credentials, and returns the projects", async () => {
  const { projects, sent } = wire([
    json({ data: [projectData, { id: 8, type: 'project', attributes: { name: 'Looms' }, is_default: false }] }),
  ]);

  await expect(projects.list({ organizationId })).resolves.toEqual([
    someProject,
    { id: '8', type: 'project', name: 'Looms', is_default: false },
  ]);
  expect(sent).toEqual([{ line: `GET ${projectsAt}`, headers: userHeaders, body: '' }]);
});

it('projects.list reports missing documented fields, and returns the project', async () => {
  const { projects, log } = wire([json({ data: [{ id: '7', type: 'book', attributes: {} }] })], { validation: 'report' });
  await expect(projects.list({ organizationId })).resolves.toEqual([{ id: '7', type: 'book' }]);
  expect(log.flatMap((event) => (event.type === 'invalid-response' ? [`${event.field} ${event.message}`] : []))).toEqual([
    '*.type must be one of project',
    '*.name is required',
    '*.is_default is required',
  ]);
});

it('projects.list sends every filter under its documented name, with commas between roles', async () => {
  const { projects, sent } = wire([json({ data: [] })]);
  await projects.list({
    organizationId,
    user_role: ['OWNER', 'ADMIN'],
    sort: 'recent_activity',
    has_wallet: true,
    has_tools: false,
    has_notebooks: true,
    min_members: 0,
    max_members: 12,
    search: 'über & co',
    created_after: '2026-01-01',
    created_before: '2026-02-01T10:00:00.5+01:00',
    forceRefresh: true,
  });

  expect(sent.map(({ line }) => line)).toEqual([
    `GET ${projectsAt}?user_role=OWNER%2CADMIN&sort=recent_activity&has_wallet=true&has_tools=false&has_notebooks=true&min_members=0&max_members=12&search=%C3%BCber+%26+co&created_after=2026-01-01&created_before=2026-02-01T10%3A00%3A00.5%2B01%3A00&forceRefresh=true`,
  ]);
});

it.each([
  'name',
  'created_at',
  'updated_at',
  'alphabetical',
  'members_count',
  'tools_count',
  'notebooks_count',
  'recent_activity',
] as const)('projects.list sorts by %s', async (sort) => {
  const { projects, sent } = wire([json({ data: [] })]);
  await projects.list({ organizationId, sort });
  expect(sent[0]?.line).toBe(`GET ${projectsAt}?sort=${sort}`);
});

it.each([
  ['user_role.1', { user_role: ['OWNER', 'owner'] }],
  ['sort', { sort: 'size' }],
  ['min_members', { min_members: -1 }],
  ['max_members', { max_members: 1.5 }],
  ['created_after', { created_after: 'yesterday' }],
  ['created_before', { created_before: '01.02.2026' }],
  ['has_wallet', { has_wallet: 'true' }],
  ['organizationId', { organizationId: '..' }],
])('projects.list rejects an invalid %s before anything is sent', async (field, wrong) => {
  const { projects, sent } = wire([json({ data: [] })]);

  await expect(projects.list({ organizationId, ...wrong } as ProjectListInput)).rejects.toMatchObject({
    kind: 'invalid-input',
    outcome: 'not-sent',
    field,
  });
  expect(sent).toEqual([]);
});

it('projects.list names the missing field in the error for an invalid response', async () => {
  const { projects } = wire([json({ data: [{ id: '7', type: 'project', attributes: {} }] })]);
  await expect(projects.list({ organizationId })).rejects.toMatchObject({
    kind: 'invalid-response',
    field: '0.name',
    operation: 'projects.list',
  });
});

it('projects.create wraps the name in the request body', async () => {
  const { projects, sent } = wire([json({ data: projectData })]);

  await expect(projects.create({ organizationId, name: 'Engines' })).resolves.toEqual(someProject);
  expect(sent).toEqual([{ line: `POST ${projectsAt}`, headers: bodyHeaders, body: '{"data":{"attributes":{"name":"Engines"}}}' }]);
});

it('projects.create is not retried if the outcome of a failure is unknown', async () => {
  const { projects, sent } = wire([json({}, 500)], { retry: {} });

  await expect(projects.create({ organizationId, name: 'Engines' })).rejects.toMatchObject({
    status: 500,
    outcome: 'unknown',
    attempts: 1,
  });
  expect(sent).toHaveLength(1);
});

it('projects.create rejects an empty name', async () => {
  await expect(wire([]).projects.create({ organizationId, name: '' })).rejects.toMatchObject({ kind: 'invalid-input', field: 'name' });
});

it('projects.get requests included resources and secrets', async () => {
  const secrets = { publicKey: 'pk-1', secretKey: 'sk-1' };
  const { projects, sent } = wire([json({ data: projectData, meta: { secrets } })]);
  const project = await projects.get({ ...place, include: ['users', 'apiKeys', 'llmApiKeys', 'agentPasses'], secret: true });

  expect(sent).toEqual([
    { line: `GET ${at}?include=users%2CapiKeys%2CllmApiKeys%2CagentPasses&secret=true`, headers: userHeaders, body: '' },
  ]);
  expect(project).toEqual({ ...someProject, meta: { secrets } });
  expect(project.meta?.secrets?.secretKey).toBe('sk-1');
});

it('projects.get percent-encodes ids', async () => {
  const { projects, sent } = wire([json({ data: projectData })]);
  await projects.get({ organizationId: 'a/b', projectId: '?c' });
  expect(sent[0]?.line).toBe('GET https://api.test/v1/organizations/a%2Fb/projects/%3Fc');
});

it('projects.get sends a second request for an equal call', async () => {
  const { projects, sent } = wire([json({ data: projectData })]);
  await projects.get(place);
  await projects.get(place);
  expect(sent).toHaveLength(2);
});

it('projects.get rejects an unknown resource in include', async () => {
  const include = ['wallets'] as unknown as ['users'];
  await expect(wire([]).projects.get({ ...place, include })).rejects.toMatchObject({ kind: 'invalid-input', field: 'include.0' });
});

it('projects.update sends the project id in the path and in the body', async () => {
  const { projects, sent } = wire([json({ data: projectData })]);

  await expect(projects.update({ ...place, name: 'Engines' })).resolves.toEqual(someProject);
  expect(sent).toEqual([
    { line: `PATCH ${at}`, headers: bodyHeaders, body: '{"data":{"id":"7","type":"project","attributes":{"name":"Engines"}}}' },
  ]);
});

it('projects.remove sends a request without a body, and accepts an empty response', async () => {
  const { projects, sent } = wire([empty()]);

  await expect(projects.remove(place)).resolves.toBeUndefined();
  expect(sent).toEqual([{ line: `DELETE ${at}`, headers: userHeaders, body: '' }]);
});
