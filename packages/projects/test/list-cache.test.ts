import { expect, it } from 'vitest';
import type { ProjectsClient } from '@platform-sdk/projects';
import { json, place, projectData, wire, type Wire } from './wire.ts';

const list = { organizationId: 'o-1' };

const bench = (...answers: readonly Response[]): Wire & { advance: (ms: number) => void } => {
  let passed = 0;
  const clock = { now: () => 1_767_225_600_000 + passed, monotonic: () => passed };
  return { ...wire(answers.length > 0 ? answers : [json({ data: [projectData] })], { clock }), advance: (ms) => void (passed += ms) };
};

it('the cached list of projects is used for five minutes', async () => {
  const { projects, sent, advance } = bench();
  await projects.list(list);
  advance(299_999);
  await expect(projects.list(list)).resolves.toMatchObject([{ id: '7' }]);
  expect(sent).toHaveLength(1);
  advance(1);
  await projects.list(list);
  expect(sent).toHaveLength(2);
});

it('projects.list sends one request for simultaneous calls', async () => {
  const { projects, sent } = bench();
  await Promise.all([projects.list(list), projects.list(list), projects.list(list)]);
  expect(sent).toHaveLength(1);
});

it('the cached list of projects is replaced by a request with forceRefresh', async () => {
  const { projects, sent } = bench(json({ data: [] }), json({ data: [projectData] }));
  await projects.list(list);
  await projects.list({ ...list, forceRefresh: true });
  await expect(projects.list(list)).resolves.toMatchObject([{ id: '7' }]);
  expect(sent.map(({ line }) => line)).toEqual([
    'GET https://api.test/v1/organizations/o-1/projects',
    'GET https://api.test/v1/organizations/o-1/projects?forceRefresh=true',
  ]);
});

it('the cached list of projects is separate for each set of filters', async () => {
  const { projects, sent } = bench();
  await projects.list(list);
  await projects.list({ ...list, search: 'engine' });
  expect(sent).toHaveLength(2);
});

const user = { ...place, userId: 'u-1' };
const writes: readonly (readonly [string, (projects: ProjectsClient) => Promise<unknown>])[] = [
  ['create', (projects) => projects.create({ ...list, name: 'New' })],
  ['update', (projects) => projects.update({ ...place, name: 'New' })],
  ['remove', (projects) => projects.remove(place)],
  ['members.add', (projects) => projects.members.add({ ...place, email: 'a@b.c', role: 'VIEWER', project_only: true })],
  ['members.updateRole', (projects) => projects.members.updateRole({ ...user, role: 'ADMIN' })],
  ['members.remove', (projects) => projects.members.remove(user)],
  ['access.deny', (projects) => projects.access.deny(user)],
  ['access.restore', (projects) => projects.access.restore(user)],
];
it.each(writes)('the cached list of projects is invalidated by %s', async (_, write) => {
  const { projects, sent } = bench(json({ data: [projectData] }), json({ data: projectData }), json({ data: [] }));
  await projects.list(list);
  await write(projects);
  await expect(projects.list(list)).resolves.toEqual([]);
  expect(sent).toHaveLength(3);
});
