import { createAgentPassesClient } from '@platform-sdk/agent-passes';
import { createPlatform } from '@platform-sdk/core';
import { createProjectsClient } from '@platform-sdk/projects';
import { createWalletsClient } from '@platform-sdk/wallets';
import { expect, it } from 'vitest';
import { platformAtNewYear, send, signInReady } from './raw-request.ts';

/** Creates the clients of one user. They share a cache that keeps responses for five minutes. */
const clients = async () => {
  const local = platformAtNewYear();
  const accessToken = await signInReady(local);
  const platform = createPlatform({ apiKey: local.apiKey, baseUrls: local.baseUrls(), fetch: local.fetch, accessToken });
  const { body } = await send(local, 'GET /control/v1/organizations', { token: accessToken });
  const organizationId = (body as { data: { id: string }[] }).data[0]!.id;
  const projects = createProjectsClient(platform);
  return {
    wallets: createWalletsClient(platform),
    agentPasses: createAgentPassesClient(platform),
    inProject: { orgId: organizationId, projectId: '1' },
    count: async (filter: { has_wallet?: boolean; has_tools?: boolean }) => (await projects.list({ organizationId, ...filter })).length,
  };
};

it('creating a wallet invalidates the cached list of projects', async () => {
  const { wallets, count } = await clients();
  await expect(count({ has_wallet: true })).resolves.toBe(0);
  await wallets.create({ entity_type: 'project', entity_id: '1', purpose: 'project_funds' });
  await expect(count({ has_wallet: true })).resolves.toBe(1);
});

it('creating or deleting an agent pass invalidates the cached list of projects', async () => {
  const { agentPasses, inProject, count } = await clients();
  await expect(count({ has_tools: true })).resolves.toBe(0);
  const { id: passId } = await agentPasses.create({ ...inProject, title: 'Deploys' });
  await expect(count({ has_tools: true })).resolves.toBe(1);
  await agentPasses.remove({ ...inProject, passId });
  await expect(count({ has_tools: true })).resolves.toBe(0);
});
