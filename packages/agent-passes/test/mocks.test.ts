import { createAgentPassesClient, type AgentPass } from '@platform-sdk/agent-passes';
import * as contract from '@platform-sdk/agent-passes/contract';
import { createPlatform } from '@platform-sdk/core';
import { mock } from '@platform-sdk/core/testing';
import { mockServer } from '@platform-sdk/test-helpers/mock-server';
import { expect, it } from 'vitest';
import { authUrl, inProject, one, organizationsUrl } from './bench.ts';

const server = mockServer();

const platform = createPlatform({
  apiKey: 'app-1',
  accessToken: 'access-1',
  baseUrls: { auth: authUrl, organizations: organizationsUrl },
  validation: 'throw',
});
const agentPasses = createAgentPassesClient(platform);

it('a mocked service creates a pass, and rotates its key', async () => {
  server.use(
    mock(contract.create, organizationsUrl, ({ title, entityId = '' }) => ({
      id: 'pass-1',
      title,
      entityId,
      meta: { secretKey: 'key-1' },
    })),
    mock(contract.rotateKey, organizationsUrl, ({ passId }) => ({ id: passId, title: 'Deploys', meta: { secretKey: 'key-2' } })),
  );
  await expect(agentPasses.create({ ...inProject, title: 'Deploys' })).resolves.toEqual({
    id: 'pass-1',
    type: 'agentPass',
    title: 'Deploys',
    entityId: '7',
    meta: { secretKey: 'key-1' },
  });
  await expect(agentPasses.rotateKey(one)).resolves.toMatchObject({ id: 'pass-1', meta: { secretKey: 'key-2' } });
});

it('a mocked service lists, gets, updates, revokes, activates and removes passes', async () => {
  const stored: AgentPass = { id: 'pass-1', title: 'Deploys', active: true, tags: ['ci'] };
  server.use(
    mock(contract.list, organizationsUrl, ({ tags = [] }) => (tags.every((tag) => stored.tags?.includes(tag)) ? [stored] : [])),
    mock(contract.get, organizationsUrl, () => stored),
    mock(contract.update, organizationsUrl, ({ title = '' }) => Object.assign(stored, { title })),
    mock(contract.revoke, organizationsUrl, () => Object.assign(stored, { active: false })),
    mock(contract.activate, organizationsUrl, () => Object.assign(stored, { active: true })),
    mock(contract.remove, organizationsUrl, () => undefined),
  );
  await expect(agentPasses.list({ ...inProject, tags: ['ci'] })).resolves.toMatchObject([{ title: 'Deploys' }]);
  await expect(agentPasses.update({ ...one, title: 'Releases' })).resolves.toMatchObject({ title: 'Releases' });
  await expect(agentPasses.revoke(one)).resolves.toMatchObject({ active: false });
  await expect(agentPasses.activate(one)).resolves.toMatchObject({ active: true });
  await expect(agentPasses.get(one)).resolves.toMatchObject({ title: 'Releases', active: true });
  await expect(agentPasses.remove(one)).resolves.toBeUndefined();
});

it('a mocked service responds to calls of the activity log', async () => {
  const usage = { total_requests: 1, success_count: 1, error_count: 0, avg_latency_ms: 2, p95_latency_ms: 2, unique_endpoints: 1 };
  server.use(
    mock(contract.activity.list, authUrl, ({ page = 1 }) => ({ data: [], meta: { page, total_count: 0 } })),
    mock(contract.activity.export, authUrl, ({ format }) => new Response(format === 'jsonl' ? '{}\n' : '[]')),
    mock(contract.activity.metrics, authUrl, () => usage),
  );
  const query = { agent_user_id: 'agent-1' };
  await expect(agentPasses.activity.list(query).toArray({ limit: 1 })).resolves.toEqual([]);
  await expect((await agentPasses.activity.export({ ...query, format: 'jsonl' })).blob().then((blob) => blob.text())).resolves.toBe('{}\n');
  await expect(agentPasses.activity.metrics(query)).resolves.toEqual(usage);
});

it('a call rejects if the resolver of a mock returns a failed Response', async () => {
  server.use(mock(contract.rotateKey, organizationsUrl, () => Response.json({ error: 'Revoked' }, { status: 422 })));
  await expect(agentPasses.rotateKey(one)).rejects.toMatchObject({ status: 422 });
});

it('wireNames renames undocumented fields of passes and of the activity log', async () => {
  const other = createAgentPassesClient(
    createPlatform({
      apiKey: 'app-1',
      accessToken: 'access-1',
      baseUrls: { auth: authUrl, organizations: organizationsUrl },
      fetch: async (input, init) => {
        const request = new Request(input, init);
        if (request.method === 'GET') return Response.json({ records: [], paging: { count: 0 } });
        expect(await request.json()).toEqual({
          agent_pass: { name: 'Deploys', entityType: 'project', entityId: '7', credentialType: 'api_key' },
        });
        return Response.json({ data: { id: 'pass-1', attributes: { name: 'Deploys' } }, meta: { key: 'key-1' } });
      },
      wireNames: {
        'agentPasses.create': {
          agentPass: 'agent_pass',
          'agentPass.title': 'name',
          'data.attributes.title': 'name',
          'meta.secretKey': 'key',
        },
        'agentPasses.activity.list': { data: 'records', meta: 'paging', 'meta.total_count': 'count' },
      },
    }),
  );
  await expect(other.create({ ...inProject, title: 'Deploys' })).resolves.toEqual({
    id: 'pass-1',
    title: 'Deploys',
    meta: { secretKey: 'key-1' },
  });
  for await (const page of other.activity.list({ agent_user_id: 'agent-1' }).pages())
    expect(page).toEqual({ data: [], meta: { total_count: 0 } });
});
