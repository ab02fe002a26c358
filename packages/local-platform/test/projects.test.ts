import { expect, it } from 'vitest';
import { attributes, createScene, listed, namesOf, refused } from './projects-scene.ts';
import { idIn, send } from './raw-request.ts';

it('projects.list returns the projects to every member of the organization, and 404 to strangers', async () => {
  const { send: ask, projects } = await createScene();
  const { status, body } = await ask('vic', `GET ${projects}`);

  expect(status).toBe(200);
  expect(body).toEqual({
    data: [
      { id: '2', type: 'project', attributes: { name: 'First', is_default: true } },
      { id: '3', type: 'project', attributes: { name: 'Second', is_default: false } },
    ],
  });
  await expect(ask('zoe', `GET ${projects}`)).resolves.toMatchObject(refused(404, 'NOT_FOUND'));
});

it('projects.create makes the creator the owner of the project', async () => {
  const scene = await createScene();
  const answer = await scene.send('mia', `POST ${scene.projects}`, attributes({ name: 'Third' }));

  expect(answer).toMatchObject({
    status: 200,
    body: { data: { id: '4', type: 'project', attributes: { name: 'Third', is_default: false } } },
  });
  const users = listed(await scene.send('mia', `GET ${scene.projects}/4/users`));
  expect(users.find(({ id }) => id === scene.ids.mia)?.attributes['role']).toBe('OWNER');
});

it('projects.create makes the first project of an organization its default', async () => {
  const { platform, tokens, send: ask } = await createScene();
  const { organizations } = platform.seed({ organizations: [{ name: 'Empty', owner: 'zoe@example.com' }] });
  await expect(
    ask('zoe', `POST /control/v1/organizations/${organizations[0]!.id}/projects`, attributes({ name: 'A' })),
  ).resolves.toMatchObject({
    body: { data: { attributes: { is_default: true } } },
  });
  expect(tokens.zoe).toBeTruthy();
});

it('projects.create rejects viewers, strangers and an empty name', async () => {
  const { send: ask, projects } = await createScene();
  await expect(ask('vic', `POST ${projects}`, attributes({ name: 'X' }))).resolves.toMatchObject(refused(403, 'INSUFFICIENT_PERMISSIONS'));
  await expect(ask('zoe', `POST ${projects}`, attributes({ name: 'X' }))).resolves.toMatchObject(refused(404, 'NOT_FOUND'));
  await expect(ask('adam', `POST ${projects}`, attributes({ name: '' }))).resolves.toMatchObject(refused(422, 'INVALID_INPUT'));
});

it('projects.get returns no `included` resources by default', async () => {
  const { send: ask, first } = await createScene();
  await expect(ask('vic', `GET ${first}`)).resolves.toMatchObject({
    status: 200,
    body: { data: { id: '2', type: 'project', attributes: { name: 'First', is_default: true } } },
  });
  expect((await ask('vic', `GET ${first}`)).body).not.toHaveProperty('included');
  expect((await ask('vic', `GET ${first}`)).body).not.toHaveProperty('meta');
});

it('projects.get returns the same key pair to members every time, and no key pair to viewers', async () => {
  const { send: ask, first } = await createScene();
  const { body } = await ask('mia', `GET ${first}?secret=true`);
  const { secrets } = (body as { meta: { secrets: { publicKey: string; secretKey: string } } }).meta;

  expect(secrets).toEqual({ publicKey: expect.stringMatching(/^pk-/) as string, secretKey: expect.stringMatching(/^sk-/) as string });
  await expect(ask('olga', `GET ${first}?secret=true`)).resolves.toMatchObject({ body: { meta: { secrets } } });
  await expect(ask('vic', `GET ${first}?secret=true`)).resolves.toMatchObject(refused(403, 'INSUFFICIENT_PERMISSIONS'));
});

it("projects.get returns a key pair for the project's analytics", async () => {
  const { platform, send: ask, first } = await createScene();
  const { body } = await ask('mia', `GET ${first}?secret=true`);
  const { publicKey, secretKey } = (body as { meta: { secrets: { publicKey: string; secretKey: string } } }).meta.secrets;
  const read = (secret: string) =>
    platform.fetch('https://platform.test/analytics/api/public/traces', {
      headers: { Authorization: `Basic ${btoa(`${publicKey}:${secret}`)}` },
    });

  await expect(read(secretKey)).resolves.toMatchObject({ status: 200 });
  await expect(read(`${secretKey}0`)).resolves.toMatchObject({ status: 401 });
});

it('projects.get includes users, keys and passes by type', async () => {
  const scene = await createScene();
  const { first } = scene;
  await scene.send('mia', `POST ${first}/api_keys`, attributes({ note: 'CI' }));
  await scene.send(
    'mia',
    `POST ${first}/llm_api_keys`,
    attributes({ provider: 'openai', secretKey: 'sk-openai-0815' }, { type: 'llm_api_keys' }),
  );
  await scene.send('mia', `POST ${first}/agent_passes`, {
    agentPass: { title: 'Robot', entityType: 'project', entityId: '2', credentialType: 'api_key' },
  });
  const { body } = await scene.send('vic', `GET ${first}?include=users,apiKeys,llmApiKeys,agentPasses`);
  const { included } = body as { included: { type: string; attributes: { role?: string } }[] };

  expect(included.filter(({ type }) => type === 'users').map((user) => user.attributes.role)).toEqual([
    'OWNER',
    'ADMIN',
    'MEMBER',
    'VIEWER',
  ]);
  expect(new Set(included.map(({ type }) => type))).toEqual(new Set(['users', 'apiKey', 'llm_api_keys', 'agentPass']));
  expect(JSON.stringify(body)).not.toContain('sk-');
});

it('projects.get returns 404 for another organization', async () => {
  const { platform, organizationId, tokens } = await createScene();
  await expect(send(platform, `GET /control/v1/organizations/${organizationId}/projects/1`, { token: tokens.olga })).resolves.toMatchObject(
    refused(404, 'NOT_FOUND'),
  );
});

it('projects.update renames the project', async () => {
  const { send: ask, first, projects } = await createScene();
  const answer = await ask('adam', `PATCH ${first}`, { data: { id: '2', type: 'project', attributes: { name: 'Premier' } } });

  expect(answer).toMatchObject({ status: 200, body: { data: { id: '2', attributes: { name: 'Premier' } } } });
  expect(namesOf(await ask('vic', `GET ${projects}`))).toEqual(['Premier', 'Second']);
});

it('projects.update rejects callers below admin', async () => {
  const { send: ask, first } = await createScene();
  await expect(ask('mia', `PATCH ${first}`, { data: { id: '2', type: 'project', attributes: { name: 'X' } } })).resolves.toMatchObject(
    refused(403, 'INSUFFICIENT_PERMISSIONS'),
  );
});

it.each([
  ['id', { id: '3', type: 'project' }],
  ['id', { type: 'project' }],
  ['type', { id: '2', type: 'organization' }],
])('projects.update rejects a body whose %s differs from the path: %j', async (_, rest) => {
  const { send: ask, first } = await createScene();
  await expect(ask('adam', `PATCH ${first}`, attributes({ name: 'X' }, rest))).resolves.toMatchObject(refused(422, 'INVALID_INPUT'));
  await expect(ask('adam', `GET ${first}`)).resolves.toMatchObject({ body: { data: { attributes: { name: 'First' } } } });
});

it('projects.remove deletes the project permanently and chooses another default', async () => {
  const { send: ask, first, projects } = await createScene();

  await expect(ask('mia', `DELETE ${first}`)).resolves.toMatchObject(refused(403, 'INSUFFICIENT_PERMISSIONS'));
  await expect(ask('adam', `DELETE ${first}`)).resolves.toMatchObject({ status: 200 });
  await expect(ask('adam', `DELETE ${first}`)).resolves.toMatchObject(refused(404, 'NOT_FOUND'));
  expect((await ask('vic', `GET ${projects}`)).body).toEqual({
    data: [{ id: '3', type: 'project', attributes: { name: 'Second', is_default: true } }],
  });
});

it('projects.create never reuses the id of a deleted project', async () => {
  const { send: ask, second, projects } = await createScene();
  await ask('olga', `DELETE ${second}`);
  expect(idIn(await ask('olga', `POST ${projects}`, attributes({ name: 'Third' })))).toBe('4');
});

it("projects.remove deletes the project's keys and invitations", async () => {
  const { platform, organizationId, send: ask, first } = await createScene();
  await ask('mia', `POST ${first}/api_keys`, attributes({ note: 'CI' }));
  await ask('adam', `POST ${first}/invitations`, attributes({ email: 'new@example.com' }, { type: 'membershipInvitation' }));
  const { body } = await ask('mia', `GET ${first}?secret=true`);
  const { publicKey, secretKey } = (body as { meta: { secrets: { publicKey: string; secretKey: string } } }).meta.secrets;
  await ask('adam', `DELETE ${first}`);

  for (const listing of ['api_keys', 'llm_api_keys', 'agent_passes', 'invitations']) {
    await expect(ask('olga', `GET /control/v1/organizations/${organizationId}/${listing}`)).resolves.toMatchObject({
      body: { data: [] },
    });
  }
  const headers = { Authorization: `Basic ${btoa(`${publicKey}:${secretKey}`)}` };
  await expect(platform.fetch('https://platform.test/analytics/api/public/traces', { headers })).resolves.toMatchObject({ status: 401 });
});
