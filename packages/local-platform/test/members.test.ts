import { expect, it } from 'vitest';
import { createCrew, type Crew } from './organization-roles.ts';
import { refused, rolesOf } from './projects-scene.ts';
import { send, type RawAnswer } from './raw-request.ts';

type Name = keyof Crew['tokens'];

const add = ({ platform, organizationId, tokens }: Crew, by: Name, email: string, role: string): Promise<RawAnswer> =>
  send(platform, `POST /control/v1/organizations/${organizationId}/add_user`, {
    token: tokens[by],
    body: { data: { type: 'users', attributes: { email, role } } },
  });

const changeRole = ({ platform, organizationId, tokens, ids }: Crew, by: Name, of: Name, role: string): Promise<RawAnswer> =>
  send(platform, `PATCH /control/v1/organizations/${organizationId}/members/${ids[of]}/role`, {
    token: tokens[by],
    body: { data: { attributes: { role } } },
  });

const remove = ({ platform, organizationId, tokens, ids }: Crew, by: Name, whom: Name): Promise<RawAnswer> =>
  send(platform, `DELETE /control/v1/organizations/${organizationId}/remove_user/${ids[whom]}`, { token: tokens[by] });

const roles = async ({ platform, organizationId, tokens }: Crew, by: Name = 'olga'): Promise<Record<string, unknown>> =>
  rolesOf(await send(platform, `GET /control/v1/organizations/${organizationId}/users`, { token: tokens[by] }));

it('organizations.members.list returns every member with role and e-mail, also to viewers', async () => {
  const { platform, organizationId, tokens, ids } = await createCrew();
  const { body } = await send(platform, `GET /control/v1/organizations/${organizationId}/users`, { token: tokens.vic });

  expect((body as { data: unknown[] }).data).toHaveLength(4);
  expect((body as { data: unknown[] }).data[1]).toEqual({
    id: ids.adam,
    type: 'users',
    attributes: { email: 'adam@example.com', firstName: 'adam', lastName: '', role: 'ADMIN', createdAt: '2026-01-01T00:00:00.000Z' },
  });
});

it('organizations.members.add adds a user with an account', async () => {
  const crew = await createCrew();

  await expect(add(crew, 'adam', 'Zoe@example.com', 'MEMBER')).resolves.toMatchObject({
    status: 200,
    body: { data: { id: crew.ids.zoe, type: 'users', attributes: { email: 'zoe@example.com', role: 'MEMBER' } } },
  });
  await expect(roles(crew, 'zoe')).resolves.toMatchObject({ zoe: 'MEMBER' });
});

it('organizations.members.add sends an invitation to an unknown user', async () => {
  const crew = await createCrew();

  await expect(add(crew, 'adam', 'new@example.com', 'VIEWER')).resolves.toMatchObject({
    status: 200,
    body: { data: { type: 'membershipInvitation', attributes: { email: 'new@example.com', orgRole: 'viewer' } } },
  });
  expect(crew.platform.inbox.latest('new@example.com')).toMatchObject({
    channel: 'email',
    kind: 'invitation',
    text: 'You are invited to Crew as viewer.',
  });
});

it('organizations.members.add removes a pending invitation of the user', async () => {
  const crew = await createCrew();
  await add(crew, 'olga', 'new@example.com', 'VIEWER');
  await send(crew.platform, 'POST /auth/v1/users', { body: { username: 'new@example.com', password: 'p' } });
  await add(crew, 'olga', 'new@example.com', 'ADMIN');

  await expect(
    send(crew.platform, `GET /control/v1/organizations/${crew.organizationId}/invitations`, { token: crew.tokens.olga }),
  ).resolves.toMatchObject({
    body: { data: [] },
  });
});

it('organizations.members.add rejects existing members, and callers without permission', async () => {
  const crew = await createCrew();

  await expect(add(crew, 'olga', 'mia@example.com', 'VIEWER')).resolves.toMatchObject(refused(422, 'ALREADY_MEMBER'));
  await expect(add(crew, 'mia', 'zoe@example.com', 'VIEWER')).resolves.toMatchObject(refused(403, 'INSUFFICIENT_PERMISSIONS'));
  await expect(add(crew, 'adam', 'zoe@example.com', 'OWNER')).resolves.toMatchObject(refused(403, 'INSUFFICIENT_PERMISSIONS'));
  await expect(add(crew, 'zoe', 'zoe@example.com', 'VIEWER')).resolves.toMatchObject(refused(404, 'NOT_FOUND'));
});

it('organizations.members.add rejects a lower-case role', async () => {
  await expect(add(await createCrew(), 'olga', 'zoe@example.com', 'member')).resolves.toMatchObject({
    status: 422,
    body: { errors: [{ code: 'INVALID_INPUT', source: { pointer: '/data/attributes/role' } }] },
  });
});

it.each([
  ['olga', 'mia', 'OWNER'],
  ['olga', 'adam', 'VIEWER'],
  ['adam', 'vic', 'ADMIN'],
] as const)('%s can change the role of %s in an organization to %s', async (by, of, role) => {
  const crew = await createCrew();

  await expect(changeRole(crew, by, of, role)).resolves.toMatchObject({
    status: 200,
    body: { data: { id: crew.ids[of], type: 'users', attributes: { role } } },
  });
  await expect(roles(crew)).resolves.toMatchObject({ [of]: role });
});

it.each([
  ['olga', 'olga', 'ADMIN', 422, 'CANNOT_CHANGE_OWN_ROLE'],
  ['vic', 'vic', 'OWNER', 422, 'CANNOT_CHANGE_OWN_ROLE'],
  ['adam', 'mia', 'OWNER', 403, 'INSUFFICIENT_PERMISSIONS'],
  ['mia', 'vic', 'MEMBER', 403, 'INSUFFICIENT_PERMISSIONS'],
  ['adam', 'olga', 'MEMBER', 422, 'INVALID_ROLE_TRANSITION'],
  ['zoe', 'mia', 'VIEWER', 404, 'NOT_FOUND'],
  ['olga', 'zoe', 'VIEWER', 404, 'NOT_FOUND'],
] as const)('%s cannot change the role of %s in an organization to %s: %i %s', async (by, of, role, status, code) => {
  const crew = await createCrew();
  const before = await roles(crew);

  await expect(changeRole(crew, by, of, role)).resolves.toMatchObject(refused(status, code));
  await expect(roles(crew)).resolves.toEqual(before);
});

it('a new owner can demote the old owner, which transfers the ownership', async () => {
  const crew = await createCrew();
  await changeRole(crew, 'olga', 'adam', 'OWNER');

  await expect(changeRole(crew, 'adam', 'olga', 'MEMBER')).resolves.toMatchObject({ status: 200 });
  await expect(roles(crew)).resolves.toMatchObject({ olga: 'MEMBER', adam: 'OWNER' });
});

it('organizations.members.updateRole rejects an admin who demotes one of two owners', async () => {
  const crew = await createCrew();
  await changeRole(crew, 'olga', 'mia', 'OWNER');

  await expect(changeRole(crew, 'adam', 'mia', 'VIEWER')).resolves.toMatchObject(refused(403, 'INSUFFICIENT_PERMISSIONS'));
});

it.each([
  ['adam', 'mia'],
  ['vic', 'vic'],
] as const)('%s can remove %s from an organization', async (by, whom) => {
  const crew = await createCrew();

  await expect(remove(crew, by, whom)).resolves.toMatchObject({ status: 200 });
  await expect(roles(crew)).resolves.not.toHaveProperty(whom);
  await expect(remove(crew, 'olga', whom)).resolves.toMatchObject(refused(404, 'NOT_FOUND'));
});

it.each([
  ['adam', 'olga', 403, 'INSUFFICIENT_PERMISSIONS'],
  ['mia', 'vic', 403, 'INSUFFICIENT_PERMISSIONS'],
  ['olga', 'olga', 422, 'INVALID_ROLE_TRANSITION'],
  ['zoe', 'mia', 404, 'NOT_FOUND'],
] as const)('%s cannot remove %s from an organization: %i %s', async (by, whom, status, code) => {
  const crew = await createCrew();

  await expect(remove(crew, by, whom)).resolves.toMatchObject(refused(status, code));
  await expect(roles(crew)).resolves.toHaveProperty(whom);
});
