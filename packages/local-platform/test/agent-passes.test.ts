import * as contract from '@platform-sdk/organizations/contract';
import { expect, it } from 'vitest';
import { passScene, keyIn } from './agent-passes-scene.ts';
import { refused } from './projects-scene.ts';
import { send } from './raw-request.ts';

it('agentPasses.create returns the pass as an asset, with its key', async () => {
  const { call, projectId } = await passScene();
  const agentPass = { title: 'Deploys', entityType: 'project', entityId: projectId, permissions: ['deploy'], tags: ['ci'] };
  const { status, body } = await call('mia', 'POST ', { agentPass });
  expect(status).toBe(200);
  expect(body).toEqual({
    data: {
      id: expect.any(String) as string,
      type: 'agentPass',
      attributes: {
        title: 'Deploys',
        description: null,
        assetType: 'studio_tool',
        category: 'security',
        entityType: 'project',
        entityId: projectId,
        active: true,
        credentialType: 'api_key',
        permissions: ['deploy'],
        scopes: [],
        allowedReferers: [],
        tags: ['ci'],
        expiresAt: null,
        metadata: {},
      },
    },
    meta: { secretKey: expect.stringMatching(/^agent-pass-/) as string },
  });
});

it('agentPasses.create returns a unique key, and returns it only once', async () => {
  const { create, call } = await passScene();
  const one = await create();
  const other = await create();
  expect(one.key).not.toBe(other.key);
  const { body } = await call('mia', `GET /${one.id}`);
  expect(JSON.stringify(body)).not.toContain(one.key);
});

it('agentPasses.create rejects viewers, strangers, another project and a missing title', async () => {
  const { call, otherProjectId } = await passScene();
  const agentPass = { title: 'Deploys' };
  await expect(call('vic', 'POST ', { agentPass })).resolves.toMatchObject(refused(403, 'INSUFFICIENT_PERMISSIONS'));
  await expect(call('zoe', 'POST ', { agentPass })).resolves.toMatchObject(refused(404, 'NOT_FOUND'));
  await expect(call('mia', 'POST ', { agentPass: { ...agentPass, entityId: otherProjectId } })).resolves.toMatchObject(
    refused(422, 'WRONG_PROJECT'),
  );
  await expect(call('mia', 'POST ', { agentPass: {} })).resolves.toMatchObject({
    status: 422,
    body: { errors: [{ code: 'INVALID_INPUT', detail: 'title is required', source: { pointer: '/agentPass' } }] },
  });
});

const titles = ({ body }: { body: unknown }): string[] =>
  (body as { data: { attributes: { title: string } }[] }).data.map(({ attributes }) => attributes.title);

it('agentPasses.list returns the passes of the project, also to viewers', async () => {
  const { call, create, platform, organizationId, otherProjectId, tokens } = await passScene();
  await create({ title: 'Deploys' });
  const elsewhere = `/control/v1/organizations/${organizationId}/projects/${otherProjectId}/agent_passes`;
  await send(platform, `POST ${elsewhere}`, { token: tokens.olga, body: { agentPass: { title: 'Elsewhere' } } });
  expect(titles(await call('vic', 'GET '))).toEqual(['Deploys']);
});

it.each([
  ['?search=DEP', ['Deploys']],
  ['?search=', ['Deploys', 'Reports']],
  ['?tags=ci', ['Deploys', 'Reports']],
  ['?tags=ci,eu', ['Deploys']],
  ['?active=false', ['Reports']],
  ['?active=true', ['Deploys']],
  ['?credential_type=api_key', ['Deploys', 'Reports']],
  ['?credential_type=password', []],
])('agentPasses.list filters by %s', async (query, expected) => {
  const { call, create } = await passScene();
  await create({ title: 'Deploys', tags: ['ci', 'eu'] });
  const { id } = await create({ title: 'Reports', tags: ['ci'] });
  await call('mia', `POST /${id}/revoke`);
  expect(titles(await call('vic', `GET ${query}`))).toEqual(expected);
});

it('agentPasses.get rejects a pass of another project', async () => {
  const { create, platform, organizationId, otherProjectId, tokens } = await passScene();
  const { id } = await create();
  const elsewhere = `/control/v1/organizations/${organizationId}/projects/${otherProjectId}/agent_passes/${id}`;
  await expect(send(platform, `GET ${elsewhere}`, { token: tokens.olga })).resolves.toMatchObject(refused(404, 'NOT_FOUND'));
});

it('agentPasses.update changes only the given fields', async () => {
  const { create, call } = await passScene();
  const { id } = await create({ title: 'Deploys', description: 'For the pipeline', tags: ['ci'] });
  await call('mia', `PUT /${id}`, { agentPass: { title: 'Releases', description: null, active: false, id: 'other' } });
  await expect(call('mia', `GET /${id}`)).resolves.toMatchObject({
    body: { data: { id, attributes: { title: 'Releases', description: null, tags: ['ci'], active: true } } },
  });
});

it.each(['2026-13-45', '2026-02-30'])('agentPasses.create and agentPasses.update reject the expiration %s', async (expiresAt) => {
  const { create, call } = await passScene();
  const { id } = await create();
  const expected = { status: 422, body: { errors: [{ code: 'INVALID_INPUT', source: { pointer: '/agentPass/expiresAt' } }] } };
  await expect(call('mia', `PUT /${id}`, { agentPass: { expiresAt } })).resolves.toMatchObject(expected);
  await expect(call('mia', 'POST ', { agentPass: { title: 'Deploys', expiresAt } })).resolves.toMatchObject(expected);
  await expect(call('mia', `GET /${id}`)).resolves.toMatchObject({ body: { data: { attributes: { expiresAt: null } } } });
});

it('an update of an agent pass requires the wrapper object, which may be empty', async () => {
  const { create, call } = await passScene();
  const { id } = await create();
  await expect(call('mia', `PUT /${id}`, { title: 'Releases' })).resolves.toMatchObject({
    status: 422,
    body: { errors: [{ code: 'INVALID_INPUT', detail: 'agentPass is required', source: { pointer: '' } }] },
  });
  await expect(call('mia', `PUT /${id}`, { agentPass: {} })).resolves.toMatchObject({ status: 200 });
});

it.each([
  ['update', 'PUT', '', { agentPass: { title: 'Mine' } }],
  ['remove', 'DELETE', '', undefined],
  ['rotateKey', 'POST', '/rotate_key', undefined],
  ['revoke', 'POST', '/revoke', undefined],
  ['activate', 'POST', '/activate', undefined],
])('agentPasses.%s rejects viewers', async (_, method, rest, body) => {
  const { create, call, act } = await passScene();
  const { id, key } = await create();
  await expect(call('vic', `${method} /${id}${rest}`, body)).resolves.toMatchObject(refused(403, 'INSUFFICIENT_PERMISSIONS'));
  await expect(act(key)).resolves.toMatchObject({ status: 200 });
});

it('agentPasses.remove removes the pass and its key permanently', async () => {
  const { create, call, act } = await passScene();
  const { id, key } = await create();
  await expect(call('mia', `DELETE /${id}`)).resolves.toMatchObject({ status: 200 });
  await expect(call('mia', `GET /${id}`)).resolves.toMatchObject(refused(404, 'NOT_FOUND'));
  await expect(act(key)).resolves.toMatchObject(refused(403, 'INVALID_AGENT_KEY'));
});

it('rotateKey invalidates the old key, issues a new key and leaves the pass active', async () => {
  const { create, call, act } = await passScene();
  const { id, key } = await create();
  await expect(act(key)).resolves.toMatchObject({ status: 200 });
  const rotated = await call('mia', `POST /${id}/rotate_key`);
  expect(rotated).toMatchObject({ status: 200, body: { data: { id, attributes: { active: true } } } });
  await expect(act(key)).resolves.toMatchObject(refused(403, 'INVALID_AGENT_KEY'));
  await expect(act(keyIn(rotated))).resolves.toMatchObject({ status: 200 });
});

it('agentPasses.rotateKey rejects a revoked pass, and keeps its key', async () => {
  const { create, call, act } = await passScene();
  const { id, key } = await create();
  await call('mia', `POST /${id}/revoke`);
  await expect(call('mia', `POST /${id}/rotate_key`)).resolves.toMatchObject(refused(422, 'AGENT_PASS_REVOKED'));
  await call('mia', `POST /${id}/activate`);
  await expect(act(key)).resolves.toMatchObject({ status: 200 });
});

it('revoke and activate disable and enable a pass repeatedly', async () => {
  const { create, call, act } = await passScene();
  const { id, key } = await create();
  for (let times = 0; times < 2; times++) {
    await expect(call('mia', `POST /${id}/revoke`)).resolves.toMatchObject({
      status: 200,
      body: { data: { attributes: { active: false } } },
    });
  }
  await expect(act(key)).resolves.toMatchObject(refused(403, 'AGENT_PASS_REVOKED'));
  for (let times = 0; times < 2; times++) {
    await expect(call('mia', `POST /${id}/activate`)).resolves.toMatchObject({
      status: 200,
      body: { data: { attributes: { active: true } } },
    });
  }
  await expect(act(key)).resolves.toMatchObject({ status: 200 });
});

it('an agent gets 403 after the pass has expired', async () => {
  const { create, act, platform } = await passScene();
  const { key } = await create({ title: 'Deploys', expiresAt: '2026-01-01T00:05:00Z' });
  await expect(act(key)).resolves.toMatchObject({ status: 200 });
  platform.clock.advance(300_000);
  await expect(act(key)).resolves.toMatchObject(refused(403, 'AGENT_PASS_EXPIRED'));
});

it('an agent gets 403 with only one of its two headers', async () => {
  const { create, platform, tokens } = await passScene();
  const { key } = await create();
  const half = (headers: Record<string, string>) => send(platform, 'GET /control/v1/organizations', { token: tokens.mia, headers });
  await expect(half({ 'X-Agent-Secret-Token': key })).resolves.toMatchObject(refused(403, 'INVALID_AGENT_KEY'));
  await expect(half({ 'X-Agent-User-Id': 'agent-1' })).resolves.toMatchObject(refused(403, 'INVALID_AGENT_KEY'));
});

it("an agent's credentials alone return 401 if the operation requires a session", async () => {
  const { create, platform } = await passScene();
  const { key } = await create();
  const headers = { 'X-Agent-Secret-Token': key, 'X-Agent-User-Id': 'agent-1' };
  await expect(send(platform, 'GET /control/v1/organizations', { headers })).resolves.toMatchObject(refused(401, 'INVALID_TOKEN'));
});

it('organizations.agentPasses.list returns the passes of all projects without their keys', async () => {
  const { create, platform, organizationId, otherProjectId, tokens } = await passScene();
  const { id, key } = await create();
  const elsewhere = `/control/v1/organizations/${organizationId}/projects/${otherProjectId}/agent_passes`;
  await send(platform, `POST ${elsewhere}`, { token: tokens.olga, body: { agentPass: { title: 'Elsewhere' } } });
  const { body } = await send(platform, `GET /control/v1/organizations/${organizationId}/agent_passes`, { token: tokens.vic });
  expect(body).toMatchObject({
    data: [
      { id, type: 'agentPass', attributes: { title: 'Deploys' } },
      { type: 'agentPass', attributes: { title: 'Elsewhere', entityId: otherProjectId } },
    ],
  });
  expect(JSON.stringify(body)).not.toContain(key);
});

it('organizations.agentPasses.list returns the same fields as the list of a project', async () => {
  const { create, platform, organizationId, projectId, tokens } = await passScene();
  await create({
    title: 'CI',
    description: 'For CI',
    scopes: ['deploy'],
    permissions: ['read'],
    tags: ['ci'],
    allowedReferers: ['https://ci.example'],
  });
  const organization = `/control/v1/organizations/${organizationId}`;
  const list = async (path: string) => (await send(platform, `GET ${organization}${path}`, { token: tokens.vic })).body;
  const body = (await list('/agent_passes')) as { data: [{ attributes: object }] };
  expect(body).toEqual(await list(`/projects/${projectId}/agent_passes`));
  const known = Object.keys(contract.agentPasses.list.undocumented ?? {}).map((name) => name.replace('data.attributes.', ''));
  expect(Object.keys(body.data[0].attributes).filter((name) => !known.includes(name))).toEqual([]);
});
