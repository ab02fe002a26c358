import { expect, it } from 'vitest';
import { attributes, createScene, join, listed, refused, rolesOf, type Scene } from './projects-scene.ts';
import { idIn, send, type RawAnswer } from './raw-request.ts';

const email = 'new@example.com';

const organizationOf = ({ organizationId }: Scene): string => `/control/v1/organizations/${organizationId}`;

const inviteToOrganization = async (scene: Scene, orgRole: string): Promise<string> =>
  idIn(
    await scene.send('olga', `POST ${organizationOf(scene)}/invitations`, attributes({ email, orgRole }, { type: 'membershipInvitation' })),
  );

const inviteToProject = async (scene: Scene, project: string, fields: object): Promise<string> =>
  idIn(await scene.send('olga', `POST ${project}/invitations`, attributes({ email, ...fields }, { type: 'membershipInvitation' })));

const addToProject = (scene: Scene, fields: object): Promise<RawAnswer> =>
  scene.send('olga', `POST ${scene.first}/add_user`, attributes({ email, ...fields }, { type: 'users' }));

const accept = ({ platform }: Scene, token: string, id: string): Promise<RawAnswer> =>
  send(platform, `POST /control/v1/me/accept_invitation/${id}`, { token });

const pendingIds = async (scene: Scene): Promise<string[]> =>
  listed(await scene.send('olga', `GET ${organizationOf(scene)}/invitations`)).map(({ id }) => id);

const organizationRoles = async (scene: Scene, token: string): Promise<Record<string, unknown>> =>
  rolesOf(await send(scene.platform, `GET ${organizationOf(scene)}/users`, { token }));

const projectRoles = async ({ platform, first }: Scene, token: string): Promise<Record<string, unknown>> =>
  rolesOf(await send(platform, `GET ${first}/users`, { token }));

it('an invitation that would demote the last owner of the organization cannot be accepted', async () => {
  const scene = await createScene();
  const old = await inviteToOrganization(scene, 'viewer');
  const invitation = await inviteToProject(scene, scene.second, { projectRole: 'owner', orgRole: 'owner' });
  const token = await join(scene, email);
  await accept(scene, token, invitation);
  const demotion = await send(scene.platform, `PATCH ${organizationOf(scene)}/members/${scene.ids.olga}/role`, {
    token,
    body: attributes({ role: 'MEMBER' }),
  });

  expect(demotion.status).toBe(200);
  await expect(accept(scene, token, old)).resolves.toMatchObject(refused(422, 'INVALID_ROLE_TRANSITION'));
  await expect(organizationRoles(scene, token)).resolves.toMatchObject({ [email]: 'OWNER', olga: 'MEMBER' });
});

it('an accepted invitation changes the role of a member, and adds no second membership', async () => {
  const scene = await createScene();
  const old = await inviteToOrganization(scene, 'admin');
  const invitation = await inviteToProject(scene, scene.first, { projectRole: 'viewer', orgRole: 'viewer' });
  const token = await join(scene, email);
  await accept(scene, token, invitation);
  scene.platform.clock.advance(1000);

  await expect(accept(scene, token, old)).resolves.toMatchObject({ status: 200 });
  const members = await send(scene.platform, `GET ${organizationOf(scene)}/users`, { token });
  expect(listed(members).find(({ attributes: member }) => member['email'] === email)?.attributes).toMatchObject({
    role: 'ADMIN',
    createdAt: '2026-01-01T00:00:00.000Z',
  });
});

it('an invitation to a project keeps the organization role, and does not demote the last owner of the project', async () => {
  const scene = await createScene();
  const toOrganization = await inviteToOrganization(scene, 'owner');
  const toProject = await inviteToProject(scene, scene.first, { projectRole: 'viewer', orgRole: 'viewer' });
  const token = await join(scene, email);
  await accept(scene, token, toOrganization);
  await send(scene.platform, `PATCH ${scene.first}/members/${scene.ids.olga}/role`, { token, body: attributes({ role: 'VIEWER' }) });

  await expect(accept(scene, token, toProject)).resolves.toMatchObject(refused(422, 'INVALID_ROLE_TRANSITION'));
  await send(scene.platform, `PATCH ${scene.first}/members/${scene.ids.adam}/role`, { token, body: attributes({ role: 'OWNER' }) });
  await expect(accept(scene, token, toProject)).resolves.toMatchObject({ status: 200 });
  await expect(projectRoles(scene, token)).resolves.toMatchObject({ [email]: 'VIEWER' });
  await expect(organizationRoles(scene, token)).resolves.toMatchObject({ [email]: 'OWNER' });
});

it("projects.members.add removes the user's pending invitations to the project and the organization", async () => {
  const scene = await createScene();
  await inviteToOrganization(scene, 'viewer');
  await inviteToProject(scene, scene.first, {});
  const elsewhere = await inviteToProject(scene, scene.second, {});
  await join(scene, email);

  await expect(addToProject(scene, { role: 'MEMBER', orgRole: 'ADMIN' })).resolves.toMatchObject({ status: 200 });
  await expect(pendingIds(scene)).resolves.toEqual([elsewhere]);
});

it('adding a user with project_only removes only the invitation to the project', async () => {
  const scene = await createScene();
  const toOrganization = await inviteToOrganization(scene, 'viewer');
  await inviteToProject(scene, scene.first, {});
  await join(scene, email);

  await expect(addToProject(scene, { role: 'MEMBER', project_only: true })).resolves.toMatchObject({ status: 200 });
  await expect(pendingIds(scene)).resolves.toEqual([toOrganization]);
});
