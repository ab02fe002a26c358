import { expect, it } from 'vitest';
import {
  attributes,
  changeRole,
  createScene,
  deny,
  join,
  listed,
  refused,
  restore,
  rolesOf,
  type Name,
  type Scene,
} from './projects-scene.ts';
import { idIn, send, type RawAnswer } from './raw-request.ts';

const organizationOf = ({ organizationId }: Scene): string => `/control/v1/organizations/${organizationId}`;

const changeOrganizationRole = (scene: Scene, of: Name, role: string): Promise<RawAnswer> =>
  scene.send('olga', `PATCH ${organizationOf(scene)}/members/${scene.ids[of]}/role`, attributes({ role }));

const addToOrganization = (scene: Scene, name: Name, role: string): Promise<RawAnswer> =>
  scene.send('olga', `POST ${organizationOf(scene)}/add_user`, attributes({ email: `${name}@example.com`, role }, { type: 'users' }));

const removeFromOrganization = (scene: Scene, name: Name): Promise<RawAnswer> =>
  scene.send('olga', `DELETE ${organizationOf(scene)}/remove_user/${scene.ids[name]}`);

const roles = async ({ send: ask, first }: Scene): Promise<Record<string, unknown>> => rolesOf(await ask('olga', `GET ${first}/users`));

it('users cannot deny access to a higher role, even if the project has further owners', async () => {
  const scene = await createScene();
  await changeRole(scene, 'olga', 'mia', 'OWNER');

  await expect(deny(scene, 'adam', 'olga')).resolves.toMatchObject(refused(403, 'INSUFFICIENT_PERMISSIONS'));
  await expect(deny(scene, 'mia', 'olga')).resolves.toMatchObject({ status: 200 });
});

it.each(['api_keys', 'llm_api_keys', 'agent_passes'])("a denial hides the project's %s in the organization's lists", async (listing) => {
  const scene = await createScene();
  const bodies: Record<string, object> = {
    api_keys: attributes({ note: 'CI' }),
    llm_api_keys: attributes({ provider: 'openai', secretKey: 'sk-1' }, { type: 'llm_api_keys' }),
    agent_passes: { agentPass: { title: 'Deploys' } },
  };
  for (const project of [scene.first, scene.second]) await scene.send('olga', `POST ${project}/${listing}`, bodies[listing]);
  const count = async (by: Name) => listed(await scene.send(by, `GET ${organizationOf(scene)}/${listing}`)).length;

  await expect(count('mia')).resolves.toBe(2);
  await deny(scene, 'adam', 'mia');
  await expect(count('mia')).resolves.toBe(1);
  await expect(count('vic')).resolves.toBe(2);
  await restore(scene, 'adam', 'mia');
  await expect(count('mia')).resolves.toBe(2);
});

it("a denial hides the project's wallet, from which even an admin cannot spend", async () => {
  const scene = await createScene();
  const created = await scene.send('olga', 'POST /control/v1/wallets/create_entity_wallet', {
    entity_wallet: { entity_type: 'project', entity_id: '2', purpose: 'project_funds' },
  });
  const { addressHash } = (created.body as { data: { attributes: { addressHash: string } } }).data.attributes;
  const wallet = `/control/v1/wallets/${addressHash}`;
  const count = async () => listed(await scene.send('adam', 'GET /control/v1/wallets?entity_type=project')).length;

  await expect(count()).resolves.toBe(1);
  await deny(scene, 'olga', 'adam');
  await expect(count()).resolves.toBe(0);
  await expect(scene.send('adam', `GET ${wallet}`)).resolves.toMatchObject(refused(404, 'NOT_FOUND'));
  await expect(scene.send('adam', `POST ${wallet}/debits`, { debit: { amount: 1 } })).resolves.toMatchObject(refused(404, 'NOT_FOUND'));
  await expect(scene.send('vic', `GET ${wallet}`)).resolves.toMatchObject({ status: 200 });
});

it('a denial removes pending invitations to the project, which could restore access', async () => {
  const scene = await createScene();
  const email = 'new@example.com';
  const invite = async (project: string) =>
    idIn(await scene.send('olga', `POST ${project}/invitations`, attributes({ email }, { type: 'membershipInvitation' })));
  const toFirst = await invite(scene.first);
  const toSecond = await invite(scene.second);
  const token = await join(scene, email);
  const accept = (id: string) => send(scene.platform, `POST /control/v1/me/accept_invitation/${id}`, { token });
  await accept(toSecond);
  const members = listed(await scene.send('olga', `GET ${organizationOf(scene)}/users`));
  const { id = '' } = members.find((member) => member.attributes['email'] === email) ?? {};
  await scene.send('olga', `POST ${scene.first}/deny_access/${id}`);

  await expect(accept(toFirst)).resolves.toMatchObject(refused(404, 'NOT_FOUND'));
  await expect(send(scene.platform, `GET ${scene.first}`, { token })).resolves.toMatchObject(refused(403, 'ACCESS_DENIED'));
});

it('projects.access.restore restores the role before the denial, even if the organization role has changed', async () => {
  const scene = await createScene();
  await deny(scene, 'adam', 'mia');
  await changeOrganizationRole(scene, 'mia', 'ADMIN');
  await restore(scene, 'adam', 'mia');

  await expect(roles(scene)).resolves.toMatchObject({ mia: 'MEMBER' });
});

it('projects.access.restore requires an owner to restore an owner', async () => {
  const scene = await createScene();
  await changeRole(scene, 'olga', 'mia', 'OWNER');
  await deny(scene, 'olga', 'mia');

  await expect(restore(scene, 'adam', 'mia')).resolves.toMatchObject(refused(403, 'INSUFFICIENT_PERMISSIONS'));
  await expect(restore(scene, 'olga', 'mia')).resolves.toMatchObject({ status: 200 });
  await expect(roles(scene)).resolves.toMatchObject({ mia: 'OWNER' });
});

it("the end of a membership removes the user's roles in projects", async () => {
  const scene = await createScene();
  await changeRole(scene, 'olga', 'mia', 'OWNER');
  await removeFromOrganization(scene, 'mia');
  await addToOrganization(scene, 'mia', 'VIEWER');

  await expect(roles(scene)).resolves.toMatchObject({ mia: 'VIEWER' });
});

it('the end of a membership keeps a project-only role', async () => {
  const scene = await createScene();
  const zoe = { email: 'zoe@example.com', role: 'MEMBER', project_only: true };
  await scene.send('olga', `POST ${scene.first}/add_user`, attributes(zoe, { type: 'users' }));
  await addToOrganization(scene, 'zoe', 'VIEWER');
  await removeFromOrganization(scene, 'zoe');

  await expect(roles(scene)).resolves.toMatchObject({ zoe: 'MEMBER' });
});
