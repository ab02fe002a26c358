import { expect, it } from 'vitest';
import { at, bodyHeaders, empty, json, place, userHeaders, wire } from './wire.ts';

const member = { id: 'u-1', type: 'users', attributes: { email: 'mia@example.com', firstName: 'Mia', lastName: '', role: 'MEMBER' } };
const ofMia = { ...place, userId: 'u-1' };

it('projects.members.list requests and returns the users', async () => {
  const { projects, sent } = wire([json({ data: [member] })]);

  await expect(projects.members.list(place)).resolves.toEqual([
    { id: 'u-1', type: 'users', email: 'mia@example.com', firstName: 'Mia', lastName: '', role: 'MEMBER' },
  ]);
  expect(sent).toEqual([{ line: `GET ${at}/users`, headers: userHeaders, body: '' }]);
});

it('projects.members.list accepts unknown roles', async () => {
  const { projects } = wire([json({ data: [{ ...member, attributes: { role: 'GUEST' } }] })]);
  await expect(projects.members.list(place)).resolves.toMatchObject([{ role: 'GUEST' }]);
});

it('projects.members.add sends both roles and project_only', async () => {
  const { projects, sent } = wire([json({ data: member })]);
  const added = await projects.members.add({ ...place, email: 'mia@example.com', role: 'MEMBER', orgRole: 'ADMIN', project_only: false });

  expect(sent).toEqual([
    {
      line: `POST ${at}/add_user`,
      headers: bodyHeaders,
      body: '{"data":{"type":"users","attributes":{"email":"mia@example.com","role":"MEMBER","orgRole":"ADMIN","project_only":false}}}',
    },
  ]);
  expect(added).toMatchObject({ id: 'u-1', type: 'users', role: 'MEMBER' });
});

it('projects.members.updateRole sends the new role', async () => {
  const { projects, sent } = wire([json({ data: member })]);

  await expect(projects.members.updateRole({ ...ofMia, role: 'MEMBER' })).resolves.toMatchObject({ id: 'u-1', role: 'MEMBER' });
  expect(sent).toEqual([{ line: `PATCH ${at}/members/u-1/role`, headers: bodyHeaders, body: '{"data":{"attributes":{"role":"MEMBER"}}}' }]);
});

it('projects.members.updateRole rejects a lower-case role', async () => {
  const role = 'admin' as unknown as 'ADMIN';
  await expect(wire([]).projects.members.updateRole({ ...ofMia, role })).rejects.toMatchObject({ kind: 'invalid-input', field: 'role' });
});

it('projects.members.remove sends a request without a body', async () => {
  const { projects, sent } = wire([empty()]);

  await expect(projects.members.remove(ofMia)).resolves.toBeUndefined();
  expect(sent).toEqual([{ line: `DELETE ${at}/remove_user/u-1`, headers: userHeaders, body: '' }]);
});

it('projects.access.deny sends a request without a body', async () => {
  const { projects, sent } = wire([empty()]);

  await expect(projects.access.deny(ofMia)).resolves.toBeUndefined();
  expect(sent).toEqual([{ line: `POST ${at}/deny_access/u-1`, headers: userHeaders, body: '' }]);
});

it('projects.access.restore sends a role', async () => {
  const { projects, sent } = wire([empty()]);

  await expect(projects.access.restore({ ...ofMia, role: 'VIEWER' })).resolves.toBeUndefined();
  expect(sent).toEqual([
    { line: `POST ${at}/restore_access/u-1`, headers: bodyHeaders, body: '{"data":{"attributes":{"role":"VIEWER"}}}' },
  ]);
});

it('projects.access.restore sends no role by default, so that the service restores the previous role', async () => {
  const { projects, sent } = wire([empty()]);
  await projects.access.restore(ofMia);
  expect(sent[0]?.body).toBe('{"data":{"attributes":{}}}');
});

it('projects.access.restore rejects an unknown role', async () => {
  const role = 'GUEST' as unknown as 'VIEWER';
  await expect(wire([]).projects.access.restore({ ...ofMia, role })).rejects.toMatchObject({ kind: 'invalid-input', field: 'role' });
});
