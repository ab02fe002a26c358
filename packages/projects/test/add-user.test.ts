import { expect, it } from 'vitest';
import type { ProjectMemberAddInput, ProjectRole } from '@platform-sdk/projects';
import { at, empty, failureOf, json, place, refusal, wire } from './wire.ts';

const grace = { ...place, email: 'grace@example.com' };
const memberData = { id: 'u-2', type: 'users', attributes: { email: 'grace@example.com', role: 'MEMBER' } };
const invitationData = { id: 'i-1', type: 'membershipInvitation', attributes: { email: 'grace@example.com', projectRole: 'member' } };

const add = (answers: readonly Response[], more: Partial<ProjectMemberAddInput> = {}) => {
  const { projects, sent } = wire(answers, { validation: 'report' });
  return { sent, result: projects.addUser({ ...grace, role: 'MEMBER', orgRole: 'MEMBER', ...more }) };
};

it('projects.addUser sends one request with both roles', async () => {
  const { sent, result } = add([json({ data: memberData })]);
  await result;

  expect(sent.map(({ line, body }) => `${line} ${body}`)).toEqual([
    `POST ${at}/add_user {"data":{"type":"users","attributes":{"email":"grace@example.com","role":"MEMBER","orgRole":"MEMBER"}}}`,
  ]);
});

it('projects.addUser sends the project role as the organization role if project_only is false', async () => {
  const { projects, sent } = wire([json({ data: memberData })]);
  await projects.addUser({ ...grace, role: 'ADMIN', project_only: false });
  expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({
    data: { attributes: { role: 'ADMIN', orgRole: 'ADMIN', project_only: false } },
  });
});

it('projects.addUser returns the outcome `added` if the response is a member', async () => {
  await expect(add([json({ data: memberData })]).result).resolves.toMatchObject({
    outcome: 'added',
    member: { id: 'u-2', role: 'MEMBER' },
  });
});

it.each([
  ['an invitation', { data: invitationData }],
  ['an invitation whose type is spelled differently', { data: { ...invitationData, type: 'membership_invitation' } }],
  ['a message', { message: 'Invitation sent to grace@example.com' }],
  ['a flag', { invited: true }],
])('projects.addUser returns the outcome `invited` if the response is %s', async (_, document) => {
  await expect(add([json(document)]).result).resolves.toMatchObject({ outcome: 'invited' });
});

it.each([
  ['whose address contains "invitation"', { email: 'invitations@example.com', role: 'MEMBER' }],
  ['whom another user invited earlier', { email: 'grace@example.com', invitedByUserId: 'u-1' }],
])('projects.addUser returns the outcome `added` for a member %s', async (_, attributes) => {
  await expect(add([json({ data: { id: 'u-2', type: 'users', attributes } })]).result).resolves.toMatchObject({ outcome: 'added' });
});

it.each<readonly [string, object]>([
  ['false', { email: 'grace@example.com', role: 'MEMBER', invited: false }],
  ['null', { email: 'grace@example.com', role: 'MEMBER', invitation: null }],
  ['0', { email: 'grace@example.com', role: 'MEMBER', invitations_sent: 0 }],
  ['the string "false"', { email: 'grace@example.com', role: 'MEMBER', invited: 'false' }],
  ['false in meta', { email: 'grace@example.com', role: 'MEMBER', meta: { invited: false } }],
])('projects.addUser returns the outcome `added` if the flag of an invitation is %s', async (_, document) => {
  await expect(add([json(document)]).result).resolves.toMatchObject({ outcome: 'added' });
});

it.each([
  ['name', { email: 'grace@example.com', firstName: 'Invitra', role: 'MEMBER' }],
  ['address', { email: 'invitations@example.com', role: 'MEMBER' }],
])('projects.addUser returns the outcome `added` for a member whose %s resembles an invitation', async (_, document) => {
  await expect(add([json(document)]).result).resolves.toMatchObject({ outcome: 'added' });
});

it.each([
  ['empty', () => empty()],
  ['a 204', () => new Response(null, { status: 204 })],
  ['{}', () => json({})],
  ['{"data": null}', () => json({ data: null })],
])('projects.addUser returns the outcome `added-or-invited` if the response is %s', async (_, response) => {
  await expect(add([response()]).result).resolves.toEqual({ outcome: 'added-or-invited' });
});

it.each([
  ['the service rejects the user', refusal(404, 'USER_NOT_FOUND', 'No.')],
  ['the project is unknown', refusal(404, 'NOT_FOUND', 'There is no such project.')],
  ['the role is too low', refusal(403, 'INSUFFICIENT_PERMISSIONS', 'No.')],
  ['the user is a member already', refusal(422, 'ALREADY_MEMBER', 'This user is a member already.')],
  ['the service is down', json({ error: 'Down.' }, 503)],
])('projects.addUser sends no invitation if %s', async (_, answer) => {
  const { sent, result } = add([answer]);

  await expect(result).rejects.toMatchObject({ kind: 'http', operation: 'projects.members.add' });
  expect(sent).toHaveLength(1);
});

const ranks = ['VIEWER', 'MEMBER', 'ADMIN', 'OWNER'] as const;
const pairs = ranks.flatMap((role) => ranks.map((orgRole) => [role, orgRole] as const));

it.each(pairs.filter(([role, orgRole]) => ranks.indexOf(orgRole) >= ranks.indexOf(role)))(
  'with the project role %s, projects.addUser accepts the organization role %s',
  async (role, orgRole) => {
    const { sent, result } = add([json({ data: memberData })], { role, orgRole });
    await expect(result).resolves.toMatchObject({ outcome: 'added' });
    expect(sent).toHaveLength(1);
  },
);

it.each(pairs.filter(([role, orgRole]) => ranks.indexOf(orgRole) < ranks.indexOf(role)))(
  'with the project role %s, projects.addUser rejects the organization role %s',
  async (role, orgRole) => {
    const { sent, result } = add([json({ data: memberData })], { role, orgRole });

    await expect(result).rejects.toMatchObject({
      kind: 'invalid-input',
      field: 'orgRole',
      operation: 'projects.members.add',
      outcome: 'not-sent',
      message: `projects.members.add: orgRole must be ${role} or higher`,
    });
    expect(sent).toEqual([]);
  },
);

it('projects.members.add requires the organization role if project_only is false', async () => {
  const { projects, sent } = wire([json({ data: memberData })]);
  const input = { ...grace, role: 'VIEWER' as const, project_only: false };

  await expect(projects.members.add(input)).rejects.toMatchObject({ kind: 'invalid-input', field: 'orgRole' });
  expect(sent).toEqual([]);
});

it('projects.addUser sends no organization role by default', async () => {
  const { projects, sent } = wire([json({ data: memberData })]);
  await projects.addUser({ ...grace, role: 'VIEWER' });
  expect(sent[0]?.body).toBe('{"data":{"type":"users","attributes":{"email":"grace@example.com","role":"VIEWER"}}}');
});

it('projects.addUser sends no organization role by default with `project_only: true`', async () => {
  const { projects, sent } = wire([json({ data: memberData })]);
  await projects.addUser({ ...grace, role: 'OWNER', project_only: true });
  expect(sent[0]?.body).toBe('{"data":{"type":"users","attributes":{"email":"grace@example.com","role":"OWNER","project_only":true}}}');
});

it.each(['owner', 'GUEST'])('projects.addUser rejects the unknown organization role %s', async (orgRole) => {
  const { result } = add([], { orgRole: orgRole as ProjectRole });
  await expect(failureOf(result)).resolves.toMatchObject({ kind: 'invalid-input', field: 'orgRole' });
});

it('projects.addUser names the field `role` in the error for an unknown project role', async () => {
  const { result } = add([], { role: 'GUEST' as ProjectRole });
  await expect(result).rejects.toMatchObject({ kind: 'invalid-input', field: 'role' });
});
