import { expect, it } from 'vitest';
import {
  attributes,
  changeRole,
  createScene,
  deny,
  join,
  namesOf,
  refused,
  restore,
  rolesOf,
  type Name,
  type Scene,
} from './projects-scene.ts';
import { idIn, send, type RawAnswer } from './raw-request.ts';

const add = ({ send: ask, first }: Scene, by: Name, fields: object): Promise<RawAnswer> =>
  ask(by, `POST ${first}/add_user`, attributes(fields, { type: 'users' }));

const roles = async ({ send: ask, first }: Scene, by: Name = 'olga'): Promise<Record<string, unknown>> =>
  rolesOf(await ask(by, `GET ${first}/users`));

const organizationRoles = async ({ send: ask, organizationId }: Scene): Promise<Record<string, unknown>> =>
  rolesOf(await ask('olga', `GET /control/v1/organizations/${organizationId}/users`));

it("projects.members.list returns the organization's members with their project roles", async () => {
  const scene = await createScene();
  await expect(roles(scene, 'vic')).resolves.toEqual({ olga: 'OWNER', adam: 'ADMIN', mia: 'MEMBER', vic: 'VIEWER' });
  await expect(scene.send('zoe', `GET ${scene.first}/users`)).resolves.toMatchObject(refused(404, 'NOT_FOUND'));
});

it('projects.members.add adds a user to the project and its organization', async () => {
  const scene = await createScene();
  const answer = await add(scene, 'adam', { email: 'zoe@example.com', role: 'VIEWER', orgRole: 'MEMBER' });

  expect(answer).toMatchObject({ status: 200, body: { data: { id: scene.ids.zoe, type: 'users', attributes: { role: 'VIEWER' } } } });
  await expect(roles(scene)).resolves.toMatchObject({ zoe: 'VIEWER' });
  await expect(organizationRoles(scene)).resolves.toMatchObject({ zoe: 'MEMBER' });
});

it('adding a user with project_only keeps the organization unchanged', async () => {
  const scene = await createScene();
  await add(scene, 'adam', { email: 'zoe@example.com', role: 'MEMBER', project_only: true });

  await expect(roles(scene, 'zoe')).resolves.toMatchObject({ zoe: 'MEMBER' });
  await expect(organizationRoles(scene)).resolves.not.toHaveProperty('zoe');
  await expect(scene.send('zoe', `GET /control/v1/organizations/${scene.organizationId}`)).resolves.toMatchObject(
    refused(404, 'NOT_FOUND'),
  );
  expect(namesOf(await scene.send('zoe', `GET ${scene.projects}`))).toEqual(['First']);
  await expect(scene.send('zoe', `GET ${scene.second}`)).resolves.toMatchObject(refused(404, 'NOT_FOUND'));
});

it('a project-only member sees the organization until the access ends', async () => {
  const scene = await createScene();
  const listed = async () => {
    const { body } = await scene.send('zoe', 'GET /control/v1/organizations');
    const { included = [], data } = body as { data: { id: string; attributes: object }[]; included?: { type: string; id: string }[] };
    return { data: data.filter(({ id }) => id === scene.organizationId), included: included.filter(({ type }) => type === 'project') };
  };
  await add(scene, 'adam', { email: 'zoe@example.com', role: 'MEMBER', project_only: true });

  const can = { organization: { manageSettings: false }, project: { create: false } };
  expect(await listed()).toMatchObject({
    data: [{ id: scene.organizationId, attributes: { currentUserRole: 'VIEWER' }, meta: { can } }],
    included: [{ type: 'project', attributes: { name: 'First' } }],
  });
  const { body } = await scene.send('zoe', 'GET /control/v1/user_settings');
  const { organizations } = (body as { sidebar: { organizations: { id: string; projects: unknown }[] } }).sidebar;
  expect(organizations.find(({ id }) => id === scene.organizationId)?.projects).toMatchObject([{ name: 'First' }]);
  await scene.send('olga', `POST ${scene.first}/deny_access/${scene.ids.zoe}`);
  expect(await listed()).toEqual({ data: [], included: [] });
});

it('projects.members.add gives an organization member another role in this project only', async () => {
  const scene = await createScene();
  await add(scene, 'olga', { email: 'mia@example.com', role: 'ADMIN', orgRole: 'OWNER' });

  await expect(roles(scene)).resolves.toMatchObject({ mia: 'ADMIN' });
  await expect(organizationRoles(scene)).resolves.toMatchObject({ mia: 'MEMBER' });
});

it('projects.members.add sends an invitation if the user does not exist', async () => {
  const scene = await createScene();
  const answer = await add(scene, 'adam', { email: 'new@example.com', role: 'VIEWER', orgRole: 'MEMBER' });

  expect(answer).toMatchObject({
    status: 200,
    body: {
      data: {
        type: 'membershipInvitation',
        attributes: { email: 'new@example.com', projectRole: 'viewer', orgRole: 'member', projectId: '2' },
      },
    },
  });
  expect(scene.platform.inbox.latest('new@example.com')?.text).toBe('You are invited to the project First of Crew as viewer.');
});

it.each([
  ['no organization role with project_only false', { email: 'zoe@example.com', role: 'VIEWER', project_only: false }, '/data/attributes'],
  ['a lower organization role', { email: 'zoe@example.com', role: 'ADMIN', orgRole: 'MEMBER' }, '/data/attributes/orgRole'],
])('projects.members.add rejects %s and names the field', async (_, fields, pointer) => {
  await expect(add(await createScene(), 'olga', fields)).resolves.toMatchObject({
    status: 422,
    body: { errors: [{ code: 'INVALID_INPUT', source: { pointer } }] },
  });
});

it('projects.members.add rejects existing members, and callers without permission', async () => {
  const scene = await createScene();
  const viewer = { email: 'zoe@example.com', role: 'VIEWER', project_only: true };
  await expect(add(scene, 'mia', viewer)).resolves.toMatchObject(refused(403, 'INSUFFICIENT_PERMISSIONS'));
  await expect(add(scene, 'adam', { ...viewer, role: 'OWNER' })).resolves.toMatchObject(refused(403, 'INSUFFICIENT_PERMISSIONS'));
  await expect(add(scene, 'zoe', viewer)).resolves.toMatchObject(refused(404, 'NOT_FOUND'));
  await add(scene, 'adam', viewer);
  await expect(add(scene, 'adam', viewer)).resolves.toMatchObject(refused(422, 'ALREADY_MEMBER'));
});

it('projects.members.add rejects a project admin who adds a new user to the organization', async () => {
  const scene = await createScene();
  await add(scene, 'olga', { email: 'zoe@example.com', role: 'ADMIN', project_only: true });

  await expect(add(scene, 'zoe', { email: 'new@example.com', role: 'VIEWER', orgRole: 'VIEWER' })).resolves.toMatchObject(
    refused(404, 'NOT_FOUND'),
  );
  await expect(add(scene, 'zoe', { email: 'new@example.com', role: 'VIEWER', project_only: true })).resolves.toMatchObject({
    status: 200,
  });
});

it.each([
  ['olga', 'mia', 'OWNER'],
  ['adam', 'vic', 'ADMIN'],
  ['olga', 'adam', 'VIEWER'],
] as const)('%s can change the role of %s to %s in this project only', async (by, of, role) => {
  const scene = await createScene();
  const before = await organizationRoles(scene);

  await expect(changeRole(scene, by, of, role)).resolves.toMatchObject({ status: 200, body: { data: { attributes: { role } } } });
  await expect(roles(scene)).resolves.toMatchObject({ [of]: role });
  await expect(organizationRoles(scene)).resolves.toEqual(before);
});

it.each([
  ['olga', 'olga', 'ADMIN', 422, 'CANNOT_CHANGE_OWN_ROLE'],
  ['adam', 'mia', 'OWNER', 403, 'INSUFFICIENT_PERMISSIONS'],
  ['mia', 'vic', 'MEMBER', 403, 'INSUFFICIENT_PERMISSIONS'],
  ['adam', 'olga', 'MEMBER', 422, 'INVALID_ROLE_TRANSITION'],
  ['zoe', 'mia', 'VIEWER', 404, 'NOT_FOUND'],
  ['olga', 'zoe', 'VIEWER', 404, 'NOT_FOUND'],
] as const)('%s cannot change the role of %s in a project to %s: %i %s', async (by, of, role, status, code) => {
  const scene = await createScene();

  await expect(changeRole(scene, by, of, role)).resolves.toMatchObject(refused(status, code));
  await expect(roles(scene)).resolves.toEqual({ olga: 'OWNER', adam: 'ADMIN', mia: 'MEMBER', vic: 'VIEWER' });
});

it('projects.members.remove removes an organization member from the project, who can be added again', async () => {
  const scene = await createScene();
  await expect(scene.send('adam', `DELETE ${scene.first}/remove_user/${scene.ids.mia}`)).resolves.toMatchObject({ status: 200 });

  await expect(roles(scene)).resolves.not.toHaveProperty('mia');
  await expect(scene.send('mia', `GET ${scene.first}`)).resolves.toMatchObject(refused(404, 'NOT_FOUND'));
  await expect(organizationRoles(scene)).resolves.toMatchObject({ mia: 'MEMBER' });
  await add(scene, 'adam', { email: 'mia@example.com', role: 'VIEWER', orgRole: 'VIEWER' });
  await expect(roles(scene, 'mia')).resolves.toMatchObject({ mia: 'VIEWER' });
});

it('projects.members.remove allows all members except the last owner to leave', async () => {
  const scene = await createScene();
  await expect(scene.send('vic', `DELETE ${scene.first}/remove_user/${scene.ids.vic}`)).resolves.toMatchObject({ status: 200 });
  await expect(scene.send('olga', `DELETE ${scene.first}/remove_user/${scene.ids.olga}`)).resolves.toMatchObject(
    refused(422, 'INVALID_ROLE_TRANSITION'),
  );
  await expect(scene.send('mia', `DELETE ${scene.first}/remove_user/${scene.ids.adam}`)).resolves.toMatchObject(
    refused(403, 'INSUFFICIENT_PERMISSIONS'),
  );
});

it('a denial removes access to only this project', async () => {
  const scene = await createScene();
  await expect(deny(scene, 'adam', 'mia')).resolves.toMatchObject({ status: 200 });

  await expect(scene.send('mia', `GET ${scene.first}`)).resolves.toMatchObject(refused(403, 'ACCESS_DENIED'));
  await expect(scene.send('mia', `GET ${scene.first}/users`)).resolves.toMatchObject(refused(403, 'ACCESS_DENIED'));
  expect(namesOf(await scene.send('mia', `GET ${scene.projects}`))).toEqual(['Second']);
  await expect(roles(scene)).resolves.not.toHaveProperty('mia');
  await expect(organizationRoles(scene)).resolves.toMatchObject({ mia: 'MEMBER' });
});

it('the included projects of an organization omit a project for a user whose access is denied', async () => {
  const scene = await createScene();
  await deny(scene, 'adam', 'mia');
  const { body } = await scene.send('mia', `GET /control/v1/organizations/${scene.organizationId}?include=projects`);
  expect((body as { included: { attributes: { name: string } }[] }).included.map((project) => project.attributes.name)).toEqual(['Second']);
});

it.each([
  ['adam', 'olga', 422, 'INVALID_ROLE_TRANSITION'],
  ['adam', 'adam', 422, 'CANNOT_DENY_OWN_ACCESS'],
  ['mia', 'vic', 403, 'INSUFFICIENT_PERMISSIONS'],
  ['olga', 'zoe', 404, 'NOT_FOUND'],
  ['zoe', 'mia', 404, 'NOT_FOUND'],
] as const)('in a project, %s cannot deny access to %s: %i %s', async (by, whom, status, code) => {
  await expect(deny(await createScene(), by, whom)).resolves.toMatchObject(refused(status, code));
});

it.each([
  ['the organization role by default', {}, 'MEMBER'],
  ['another role', { role: 'VIEWER' }, 'VIEWER'],
])('projects.access.restore restores access with %s', async (_, fields, role) => {
  const scene = await createScene();
  await deny(scene, 'adam', 'mia');
  await expect(restore(scene, 'adam', 'mia', fields)).resolves.toMatchObject({ status: 200 });
  await expect(roles(scene, 'mia')).resolves.toMatchObject({ mia: role });
});

it('restored access has the previous project role', async () => {
  const scene = await createScene();
  await changeRole(scene, 'olga', 'mia', 'ADMIN');
  await deny(scene, 'olga', 'mia');
  await restore(scene, 'olga', 'mia');
  await expect(roles(scene)).resolves.toMatchObject({ mia: 'ADMIN' });
});

it('projects.access.restore rejects users who were not denied, and an admin who restores an owner', async () => {
  const scene = await createScene();
  await expect(restore(scene, 'adam', 'mia')).resolves.toMatchObject(refused(404, 'NOT_FOUND'));
  await deny(scene, 'adam', 'mia');
  await expect(restore(scene, 'adam', 'mia', { role: 'OWNER' })).resolves.toMatchObject(refused(403, 'INSUFFICIENT_PERMISSIONS'));
  await expect(restore(scene, 'mia', 'mia')).resolves.toMatchObject(refused(403, 'ACCESS_DENIED'));
});

const invite = ({ send: ask, first }: Scene, by: Name, fields: object): Promise<RawAnswer> =>
  ask(by, `POST ${first}/invitations`, attributes(fields, { type: 'membershipInvitation' }));

it('project invitations grant the role member by default, and are listed only for members', async () => {
  const scene = await createScene();
  const id = idIn(await invite(scene, 'adam', { email: 'new@example.com' }));
  const expected = {
    body: {
      data: [
        {
          id,
          type: 'membershipInvitation',
          attributes: { email: 'new@example.com', projectRole: 'member', orgRole: 'member', projectId: '2' },
        },
      ],
    },
  };

  await expect(scene.send('vic', `GET ${scene.first}/invitations`)).resolves.toMatchObject(expected);
  await expect(scene.send('vic', `GET /control/v1/organizations/${scene.organizationId}/invitations`)).resolves.toMatchObject(expected);
  await expect(scene.send('vic', `GET ${scene.second}/invitations`)).resolves.toMatchObject({ body: { data: [] } });
  await expect(scene.send('zoe', `GET ${scene.first}/invitations`)).resolves.toMatchObject(refused(404, 'NOT_FOUND'));
});

it('project invitations grant the project role and the organization role when accepted', async () => {
  const scene = await createScene();
  const id = idIn(await invite(scene, 'adam', { email: 'new@example.com', projectRole: 'admin', orgRole: 'admin' }));
  const token = await join(scene, 'new@example.com');

  await expect(send(scene.platform, `POST /control/v1/me/accept_invitation/${id}`, { token })).resolves.toMatchObject({ status: 200 });
  await expect(roles(scene)).resolves.toMatchObject({ 'new@example.com': 'ADMIN' });
  await expect(organizationRoles(scene)).resolves.toMatchObject({ 'new@example.com': 'ADMIN' });
  expect(namesOf(await send(scene.platform, `GET ${scene.projects}`, { token }))).toEqual(['First', 'Second']);
});

it('project invitations grant only the project role with projectOnly', async () => {
  const scene = await createScene();
  const id = idIn(await invite(scene, 'adam', { email: 'new@example.com', projectRole: 'viewer', projectOnly: true }));
  const token = await join(scene, 'new@example.com');
  await send(scene.platform, `POST /control/v1/me/accept_invitation/${id}`, { token });

  await expect(roles(scene)).resolves.toMatchObject({ 'new@example.com': 'VIEWER' });
  await expect(organizationRoles(scene)).resolves.not.toHaveProperty('new@example.com');
  expect(namesOf(await send(scene.platform, `GET ${scene.projects}`, { token }))).toEqual(['First']);
});

it('project invitations can be resent and cancelled by admins', async () => {
  const scene = await createScene();
  const id = idIn(await invite(scene, 'adam', { email: 'new@example.com' }));

  await expect(scene.send('mia', `POST ${scene.first}/invitations/${id}/resend`)).resolves.toMatchObject(
    refused(403, 'INSUFFICIENT_PERMISSIONS'),
  );
  await expect(scene.send('adam', `POST ${scene.second}/invitations/${id}/resend`)).resolves.toMatchObject(refused(404, 'NOT_FOUND'));
  await expect(scene.send('adam', `POST ${scene.first}/invitations/${id}/resend`)).resolves.toMatchObject({ status: 200 });
  expect(scene.platform.inbox.all.filter(({ to }) => to === 'new@example.com')).toHaveLength(2);
  await expect(scene.send('adam', `DELETE ${scene.first}/invitations/${id}`)).resolves.toMatchObject({ status: 200 });
  await expect(scene.send('adam', `DELETE ${scene.first}/invitations/${id}`)).resolves.toMatchObject(refused(404, 'NOT_FOUND'));
});

it('project invitations reject a user with an account, a second invitation, and callers without permission', async () => {
  const scene = await createScene();
  await expect(invite(scene, 'adam', { email: 'zoe@example.com' })).resolves.toMatchObject(refused(422, 'redirect_to_add_member'));
  await expect(invite(scene, 'mia', { email: 'new@example.com' })).resolves.toMatchObject(refused(403, 'INSUFFICIENT_PERMISSIONS'));
  await expect(invite(scene, 'adam', { email: 'new@example.com', projectRole: 'owner' })).resolves.toMatchObject(
    refused(403, 'INSUFFICIENT_PERMISSIONS'),
  );
  await expect(invite(scene, 'adam', { email: 'no address' })).resolves.toMatchObject(refused(422, 'INVALID_EMAIL'));
  await invite(scene, 'adam', { email: 'new@example.com' });
  await expect(invite(scene, 'adam', { email: 'NEW@example.com' })).resolves.toMatchObject(refused(422, 'ALREADY_INVITED'));
});

it('project invitations can exist for several projects', async () => {
  const scene = await createScene();
  await invite(scene, 'adam', { email: 'new@example.com' });
  const body = attributes({ email: 'new@example.com' }, { type: 'membershipInvitation' });
  await expect(scene.send('adam', `POST ${scene.second}/invitations`, body)).resolves.toMatchObject({ status: 200 });
});
