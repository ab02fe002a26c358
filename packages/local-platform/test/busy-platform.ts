import { createAgentPassesClient } from '@platform-sdk/agent-passes';
import { createAuthClient } from '@platform-sdk/auth';
import { createConverterClient } from '@platform-sdk/converter';
import { createPlatform } from '@platform-sdk/core';
import { createGatewayClient } from '@platform-sdk/gateway';
import type { LocalPlatform } from '@platform-sdk/local-platform';
import { createMemoryClient } from '@platform-sdk/memory';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { createProjectsClient } from '@platform-sdk/projects';
import { createSettingsClient } from '@platform-sdk/settings';
import { createWalletsClient } from '@platform-sdk/wallets';

const MEMORY_USER = '0ada0000-0000-4000-8000-000000000001';

export interface BusyPlatform {
  readonly token: string;
  readonly refreshToken: string;
  readonly memoryToken: string;
  readonly agentKey: string;
  readonly organizationId: string;
}

/** Calls the services so that every store of the platform contains records. */
export const makeBusy = async (local: LocalPlatform): Promise<BusyPlatform> => {
  const options = { apiKey: local.apiKey, fetch: local.fetch, baseUrls: local.baseUrls() };
  const memoryToken = 'mem_busy-token';
  local.seed({
    accounts: [{ email: 'grace@example.com', password: 'compiler' }],
    subscriptions: [{ of: 'Analytical Engines', tier: 'pro' }],
    memoryUsers: [{ id: MEMORY_USER, email: 'ada@example.com', token: memoryToken, memories: ['I love blue.'] }],
  });
  const platform = createPlatform(options);
  const auth = createAuthClient(platform);
  const session = await auth.login({ username: local.account.email, password: local.account.password });
  await auth.requestPasswordReset({ email: 'grace@example.com' });
  const registration = await auth.register({ username: 'harriet@example.com', password: 'bridges' });
  if (registration.status === 'activation-required') {
    await auth.activateByEmail({ userId: registration.userId!, code: '000000' }).catch(() => undefined);
  }
  const organizations = createOrganizationsClient(platform);
  const [organization] = await organizations.list();
  const organizationId = organization?.id ?? '';
  await organizations.invitations.create({ organizationId, email: 'alan@example.com', orgRole: 'viewer' });
  const agentKey = await useProject(platform, organizationId);
  await sendTransfer(platform, local);
  await chat(options, local, memoryToken);
  await createConverterClient(createPlatform(options)).crawl({ url: local.sampleSite, depth: 2, maxPages: 9 }).result();
  local.clock.advance(60_000);
  return { token: session.accessToken, refreshToken: session.refreshToken, memoryToken, agentKey, organizationId };
};

type Platform = ReturnType<typeof createPlatform>;

const useProject = async (platform: Platform, organizationId: string): Promise<string> => {
  const projects = createProjectsClient(platform);
  const place = { organizationId, projectId: '1' };
  await projects.apiKeys.create({ ...place, note: 'CI' });
  await projects.llmApiKeys.create({ ...place, provider: 'openai', secretKey: 'sk-not-a-real-key-1234' });
  await projects.addUser({ ...place, email: 'grace@example.com', role: 'VIEWER', orgRole: 'MEMBER' });
  const { id: projectId } = await projects.create({ organizationId, name: 'Short-lived' });
  await projects.remove({ organizationId, projectId });
  const settings = createSettingsClient(platform);
  await settings.update({ theme: 'dark' });
  const pass = await createAgentPassesClient(platform).create({ orgId: organizationId, projectId: '1', title: 'Deploys' });
  const secretKey = pass.meta!.secretKey!;
  await createOrganizationsClient(platform).list(
    {},
    { forceRefresh: true, headers: { 'X-Agent-Secret-Token': secretKey, 'X-Agent-User-Id': 'agent' } },
  );
  return secretKey;
};

const sendTransfer = async (platform: Platform, local: LocalPlatform): Promise<void> => {
  const wallets = createWalletsClient(platform);
  const own = (await wallets.list({ entity_type: 'user' })).find(({ entityType }) => entityType === 'user');
  const grace = createPlatform({ apiKey: local.apiKey, fetch: local.fetch, baseUrls: local.baseUrls() });
  await createAuthClient(grace).login({ username: 'grace@example.com', password: 'compiler' });
  const [to] = await createWalletsClient(grace).list({ entity_type: 'user' });
  await wallets.transfers.create({ from_wallet: own?.addressHash ?? '', to_wallet: to?.addressHash ?? '', amount: 12.3 });
};

const chat = async (options: Parameters<typeof createPlatform>[0], local: LocalPlatform, memoryToken: string): Promise<void> => {
  const memory = createMemoryClient(createPlatform({ ...options, tokens: { memory: memoryToken } }));
  const { session_id } = await memory.sessions.create();
  await memory.chat({ session_id, message: 'My name is Ada. My favourite colour is blue.' });
  await memory.profile.extract({ text: 'My name is Ada Lovelace. I live in London.' });
  const gateway = createGatewayClient(createPlatform({ ...options, tokens: { gateway: local.gatewayKey } }));
  await gateway.chat({ model: 'acme/sage', messages: [{ role: 'user', content: 'Hello' }] });
};
