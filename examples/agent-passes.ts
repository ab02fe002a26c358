import { createAgentPassesClient } from '@platform-sdk/agent-passes';
import { isPlatformError } from '@platform-sdk/core';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { createProjectsClient } from '@platform-sdk/projects';
import { ownOrganization, signIn, unlessGone } from './accounts.ts';
import type { Environment } from './environment.ts';
import { say } from './printing.ts';

export const title = "An agent pass's life, with its metrics watched";

/** Creates a project for the example. The project is removed with all its contents after the example. */
const newProject = async (environment: Environment) => {
  const ada = await signIn(environment);
  const projects = createProjectsClient(ada.platform);
  const { id: orgId } = await ownOrganization(ada);
  const { id: projectId } = await projects.create({ organizationId: orgId, name: 'Bernoulli numbers, an example' });
  environment.cleanUp('the project', () => unlessGone(projects.remove({ organizationId: orgId, projectId })));
  return { platform: ada.platform, organizations: createOrganizationsClient(ada.platform), orgId, projectId };
};

/** Lists the passes of the organization. */
export const read = async (environment: Environment): Promise<void> => {
  const ada = await signIn(environment);
  const { id: organizationId, name } = await ownOrganization(ada);
  const passes = await createOrganizationsClient(ada.platform).agentPasses.list({ organizationId });
  say(`${name}: ${passes.length} agent passes`);
};

export const run = async (environment: Environment): Promise<void> => {
  const { platform, organizations, orgId, projectId } = await newProject(environment);
  const agentPasses = createAgentPassesClient(platform);

  const created = await agentPasses.create({ orgId, projectId, title: 'Deploys', tags: ['ci'] });
  const one = { orgId, projectId, passId: created.id };
  environment.cleanUp('the agent pass', () => unlessGone(agentPasses.remove(one)));
  const agent = { agent_user_id: `agent-of-${created.id}` };
  const key = created.meta?.secretKey;
  if (!key) return say(`${created.title} created, but the response has no key`);
  say(`${created.title} created; its key, ${key.length} characters, comes only now`);

  /** Does the work of an agent with its key. Returns true if the platform accepts the key. */
  const work = async (secretToken: string): Promise<boolean> => {
    const headers = { 'X-Agent-Secret-Token': secretToken, 'X-Agent-User-Id': agent.agent_user_id };
    try {
      await organizations.list({}, { headers });
      return true;
    } catch (error) {
      if (isPlatformError(error) && error.status === 403) return false;
      throw error;
    }
  };

  await work(key);
  let readings = 0;
  // The default interval is 30 seconds. A second is enough for an example.
  for await (const { total_requests, error_count, p95_latency_ms } of agentPasses.activity.watchMetrics(agent, { intervalMs: 1000 })) {
    say(`${total_requests} requests, ${error_count} failed, 95 of 100 within ${p95_latency_ms} ms`);
    if (++readings === 2) break;
    await work(key);
  }

  const newKey = (await agentPasses.rotateKey(one)).meta?.secretKey ?? '';
  say(`key rotated: the old one works: ${await work(key)}, the new one: ${await work(newKey)}`);
  await agentPasses.revoke(one);
  say(`revoked: it works: ${await work(newKey)}`);
  await agentPasses.activate(one);
  say(`activated: it works: ${await work(newKey)}`);

  for await (const { http_method, endpoint, status_code } of agentPasses.activity.list({ ...agent, per_page: 2, success: false })) {
    say(`failed: ${http_method} ${endpoint} ${status_code}`);
  }
  const file = await agentPasses.activity.export({ ...agent, format: 'csv' });
  const blob = await file.blob();
  say(`${file.name}: ${blob.type}, ${(await blob.text()).trim().split('\r\n').length - 1} rows`);

  await agentPasses.remove(one);
  say(`removed; passes left: ${(await agentPasses.list({ orgId, projectId })).length}`);
};
