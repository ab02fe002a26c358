import { createPlatform, type Platform } from '@platform-sdk/core';
import { createAgentPassesClient } from '@platform-sdk/agent-passes';
import { createAuthClient } from '@platform-sdk/auth';
import { createLocalPlatform, localAdminAccess, type LocalPlatform, type SeedAccount } from '@platform-sdk/local-platform';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { createProjectsClient } from '@platform-sdk/projects';
import { createWalletsClient } from '@platform-sdk/wallets';
import { createClients } from '../../helpers/service-methods.ts';
import type { Random } from './random.ts';

/** A signed-in user with their own clients. */
export interface Actor {
  readonly id: string;
  readonly email: string;
  password: string;
  readonly platform: Platform;
  readonly clients: Readonly<Record<string, object>>;
}

/** A local platform and its users. */
export interface Scene {
  readonly local: LocalPlatform;
  readonly actors: readonly Actor[];
  /** The id of the pass with which the agent searches and uploads. */
  readonly agentPassId: string;
  /** The ids of accounts that wait for their activation, by e-mail address or phone number. No read returns these ids. */
  readonly pending: Map<string, string>;
  /** Moves the clock forward by a second. The clock does not move between calls, so that no response changes by itself. */
  readonly tick: () => void;
}

/** The ids of the users in the memory service. */
export const memoryIds = ['ada00000-0000-4000-8000-000000000001', '97ace000-0000-4000-8000-000000000002'] as const;
export const agentUserId = 'agent-1';

const MANY = { limit: 1e9, windowSeconds: 1 };

/** Limits and lifetimes that no walk reaches. */
const endless = {
  rateLimits: { login: MANY, registration: MANY, validation: MANY, passwordReset: MANY },
  gateway: { models: [{ id: 'acme/sage', capability: 1, creditsPerMillionTokens: 15_000, latencyMs: 0 }] },
  converter: { rateLimit: MANY },
  accessTokenSeconds: 1e8,
  refreshTokenSeconds: 1e9,
};

const accountOf = (name: string): SeedAccount => ({ email: `${name}@example.com`, password: 'first', firstName: name });
const grace = accountOf('grace');
const zoe = accountOf('zoe');

const seeded = {
  accounts: [grace],
  organizations: [
    {
      name: 'Compilers',
      owner: 'grace@example.com',
      members: [{ email: 'ada@example.com', role: 'ADMIN' as const }],
      projects: ['First', 'Second'],
    },
  ],
  wallets: [
    { of: 'grace@example.com', credits: 100 },
    { of: 'Compilers', credits: 1000 },
  ],
  memoryUsers: memoryIds.map((id, index) => ({
    id,
    email: `memory-${index}@example.com`,
    token: `memory-token-${index}`,
    memories: ['Ada likes tea.', 'Ada likes tea very much.', { content: 'Ada works on the engine.', app_id: 'other' }],
  })),
};

const ownWallet = async (platform: Platform): Promise<string> => {
  const [wallet] = await createWalletsClient(platform).list({ entity_type: 'user' });
  return wallet!.addressHash;
};

/** Creates two records of each kind, so that one remains if a write removes the other. */
const prepare = async (platform: Platform, inProject: { readonly organizationId: string; readonly projectId: string }): Promise<void> => {
  const projects = createProjectsClient(platform);
  const passes = createAgentPassesClient(platform);
  for (const name of ['one', 'two']) {
    await passes.create({ orgId: inProject.organizationId, projectId: inProject.projectId, title: name });
    await projects.apiKeys.create({ ...inProject, note: name });
    await projects.llmApiKeys.create({ ...inProject, provider: 'other', secretKey: 'sk-provider-secret' });
    await projects.invitations.create({ ...inProject, email: `${name}@example.com` });
  }
};

/** Creates a platform with Ada, who owns an organization, Grace, who owns another organization, and Zoe, who is only invited. */
export const createScene = async (random: Random): Promise<Scene> => {
  let at = Date.UTC(2026, 0, 1);
  const local = createLocalPlatform({
    ...endless,
    clock: { now: () => at },
    random: (bytes) => bytes.set(bytes.map(() => random.below(256))),
  });
  local.seed(seeded);
  let agentKey = '';
  const signIn = async ({ email, password }: SeedAccount, index: number): Promise<Actor> => {
    const platform = createPlatform({
      apiKey: local.apiKey,
      baseUrls: local.baseUrls(),
      fetch: local.fetch,
      tokens: { memory: `memory-token-${Math.min(index, 1)}`, gateway: local.gatewayKey, converter: 'any' },
      projectKeys: local.projectKeys,
      adminAccess: localAdminAccess,
      // The agent belongs to the first user.
      ...(index === 0 && { agent: () => ({ secretToken: agentKey, userId: agentUserId }) }),
      retry: { limit: 0 },
    });
    const { id } = await createAuthClient(platform).login({ username: email, password });
    return { id, email, password, platform, clients: createClients(platform) };
  };
  const ada = await signIn(local.account, 0);
  const organizations = createOrganizationsClient(ada.platform);
  const [own, other] = await organizations.list();
  const inProject = { organizationId: own!.id, projectId: '1' };
  const pass = await createAgentPassesClient(ada.platform).create({ orgId: own!.id, projectId: '1', title: 'Searches' });
  agentKey = pass.meta!.secretKey!;
  await prepare(ada.platform, inProject);
  const pending = new Map<string, string>();
  for (const [username, method] of [
    ['user-8@example.com', 'email'],
    ['+49 301234568', 'phone'],
  ] as const) {
    const result = await createAuthClient(ada.platform).register({ username, password: 'p', method });
    if (result.status === 'activation-required') pending.set(username, result.userId!);
  }
  // An invitation needs an address without an account.
  const { email } = zoe;
  for (const { id: organizationId } of [own!, other!]) await organizations.invitations.create({ organizationId, email, orgRole: 'admin' });
  await createProjectsClient(ada.platform).invitations.create({ ...inProject, email, projectOnly: true });
  local.seed({ accounts: [zoe], wallets: [{ of: email, credits: 100 }] });
  const actors = [ada, await signIn(grace, 1), await signIn(zoe, 2)];
  const [from, to] = await Promise.all(actors.map(async ({ platform }) => ownWallet(platform)));
  const { transfers } = createWalletsClient(ada.platform);
  for (let count = 0; count < 2; count++) {
    const { id: transferId } = (await transfers.create({ from_wallet: from!, to_wallet: to!, amount: 1 }))!;
    const { code = '' } = local.inbox.all.findLast((message) => message.transferId === transferId)!;
    await transfers.verifySender({ transferId, verification_code: code });
  }
  return { local, actors, agentPassId: pass.id, pending, tick: () => void (at += 1000) };
};
