/** A local platform with any number of records of every kind, all accessible to one user. */
import { createPlatform, type Platform } from '@platform-sdk/core';
import { createLocalPlatform, type LocalPlatform } from '@platform-sdk/local-platform';
import type * as AgentPassesRecords from '../../../packages/local-platform/src/services/agent-passes/records.ts';
import type * as AnalyticsRecords from '../../../packages/local-platform/src/services/analytics/records.ts';
import type * as AnalyticsSteps from '../../../packages/local-platform/src/services/analytics/steps.ts';
import type * as AuthResets from '../../../packages/local-platform/src/services/auth/resets.ts';
import type * as ConverterRecords from '../../../packages/local-platform/src/services/converter/records.ts';
import type * as MemoryLongTerm from '../../../packages/local-platform/src/services/memory/long-term.ts';
import type * as MemoryRecords from '../../../packages/local-platform/src/services/memory/records.ts';
import type * as MemoryTokens from '../../../packages/local-platform/src/services/memory/tokens.ts';
import type * as OrganizationsRecords from '../../../packages/local-platform/src/services/organizations/records.ts';
import type * as ProjectsRecords from '../../../packages/local-platform/src/services/projects/records.ts';
import type * as SettingsRecords from '../../../packages/local-platform/src/services/settings/records.ts';
import type * as WalletsLedger from '../../../packages/local-platform/src/services/wallets/ledger.ts';
import type * as WalletsRecords from '../../../packages/local-platform/src/services/wallets/records.ts';
import type * as WorldAccounts from '../../../packages/local-platform/src/world/accounts.ts';
import type * as WorldSessions from '../../../packages/local-platform/src/world/sessions.ts';
import type * as WorldState from '../../../packages/local-platform/src/world/state.ts';
import { createClients } from '../../../test/helpers/service-methods.ts';

/** Loads a module of the local platform at run time, because the local platform is a different TypeScript project. */
export const partOf = async <Part>(path: string): Promise<Part> =>
  (await import(new URL(`../../../packages/local-platform/src/${path}`, import.meta.url).href)) as Part;

const { addActivity, addPass, keyRecords } = await partOf<typeof AgentPassesRecords>('services/agent-passes/records.ts');
const { addTrace, admitKeyPair } = await partOf<typeof AnalyticsRecords>('services/analytics/records.ts');
const { observationOf } = await partOf<typeof AnalyticsSteps>('services/analytics/steps.ts');
const { resetRecords } = await partOf<typeof AuthResets>('services/auth/resets.ts');
const { siteRecords } = await partOf<typeof ConverterRecords>('services/converter/records.ts');
const { store: storeMemory } = await partOf<typeof MemoryLongTerm>('services/memory/long-term.ts');
const { memoryRecords } = await partOf<typeof MemoryRecords>('services/memory/records.ts');
const { issueToken } = await partOf<typeof MemoryTokens>('services/memory/tokens.ts');
const { addMember, createOrganization, organizationRecords } =
  await partOf<typeof OrganizationsRecords>('services/organizations/records.ts');
const { createProject, projectRecords } = await partOf<typeof ProjectsRecords>('services/projects/records.ts');
const { settingsOf } = await partOf<typeof SettingsRecords>('services/settings/records.ts');
const { credit } = await partOf<typeof WalletsLedger>('services/wallets/ledger.ts');
const { openWallet, ownWallet, transferRecords } = await partOf<typeof WalletsRecords>('services/wallets/records.ts');
const { createAccount } = await partOf<typeof WorldAccounts>('world/accounts.ts');
const { sessionRecords } = await partOf<typeof WorldSessions>('world/sessions.ts');

type World = WorldState.World;

export const PASSWORD = 'difference-engine';
const MEMORY_TOKEN = 'mem_scale-secret-token';
export const MEMORY_USER = 'ada00000-0000-4000-8000-000000000001';
export const AGENT = 'agent-of-ada';
const YEAR_SECONDS = 31_536_000;
const UNLIMITED = { limit: Infinity, windowSeconds: 60 };

/** A platform with many records, and clients of the user who owns them. */
export interface Scene {
  readonly local: LocalPlatform;
  readonly world: World;
  readonly clients: ReturnType<typeof createClients>;
  readonly platform: Platform;
  /** The records of each kind. */
  readonly count: number;
  readonly organizationId: string;
  readonly projectId: string;
  /** The user's id. */
  readonly userId: string;
  /** The user's wallet, and another user's wallet. */
  readonly walletId: string;
  readonly otherWalletId: string;
  readonly sessionId: string;
}

/** Creates a scene. `fetchOf` returns the `fetch` of its clients. */
export const createScene = async (count: number, fetchOf: (local: LocalPlatform) => typeof fetch): Promise<Scene> => {
  const local = createLocalPlatform({
    accessTokenSeconds: YEAR_SECONDS,
    rateLimits: { login: UNLIMITED, registration: UNLIMITED, validation: UNLIMITED, passwordReset: UNLIMITED },
    converter: { rateLimit: UNLIMITED },
  });
  local.seed({
    subscriptions: [{ of: 'Analytical Engines', tier: 'enterprise' }],
    memoryUsers: [{ id: MEMORY_USER, email: 'ada@example.com', token: MEMORY_TOKEN }],
  });
  const { world } = local.internals;
  const userId = local.account.id;
  const [organizationId = ''] = world.records(organizationRecords).memberships.get(userId)?.keys() ?? [];
  const fill: Fill = { world, userId, organizationId, times: Array.from({ length: count }, (_, index) => index) };
  fillOrganizations(fill);
  fillProject(fill);
  fillWallets(fill);
  fillAuth(fill);
  fillAnalytics(fill);
  const sessionId = fillMemory(fill);
  fillConverter(fill);
  const platform = platformOf(local, fetchOf(local));
  const clients = createClients(platform);
  await signIn(clients);
  const otherWalletId = openWallet(world, { entityType: 'user', entityId: 'someone', purpose: 'general' }).addressHash;
  const walletId = ownWallet(world, userId).addressHash;
  return { local, world, clients, platform, count, organizationId, projectId: '1', userId, walletId, otherWalletId, sessionId };
};

/** Creates the clients of another session of the platform. */
const platformOf = (local: LocalPlatform, send: typeof fetch): Platform => {
  const platform: Platform = createPlatform({
    apiKey: local.apiKey,
    baseUrls: local.baseUrls(),
    fetch: send,
    tokens: {
      memory: MEMORY_TOKEN,
      gateway: local.gatewayKey,
      upload: async () => (await platform.session.get())?.accessToken ?? '',
      converter: MEMORY_TOKEN,
    },
    projectKeys: local.projectKeys,
    adminAccess: 'local-admin-access',
    validation: 'off',
    retry: { limit: 0 },
  });
  return platform;
};

export const signIn = async (clients: ReturnType<typeof createClients>): Promise<void> =>
  void (await (clients['auth'] as { login(input: object): Promise<unknown> }).login({ username: 'ada@example.com', password: PASSWORD }));

interface Fill {
  readonly world: World;
  readonly userId: string;
  readonly organizationId: string;
  readonly times: readonly number[];
}

const fillOrganizations = ({ world, userId, organizationId, times }: Fill): void => {
  const { organizations, invitations } = world.records(organizationRecords);
  const main = organizations.get(organizationId);
  const at = world.timestamp();
  for (const index of times) {
    const account = createAccount(world, { username: `user-${index}@example.com`, method: 'email', password: PASSWORD, firstName: 'User' });
    if (main) addMember(world, main, account.id, 'MEMBER');
    createOrganization(world, `Organization ${index}`, userId);
    const other = createOrganization(world, `Foreign ${index}`, account.id);
    for (const [email, to, projectId] of [
      [`new-${index}@example.com`, organizationId, null],
      [`only-${index}@example.com`, organizationId, '1'],
      ['ada@example.com', other.id, null],
    ] as const) {
      const id = world.id();
      const roles = { orgRole: 'member', projectRole: null } as const;
      const dates = { createdAt: at, updatedAt: at };
      invitations.set(id, {
        id,
        type: 'membershipInvitation',
        organizationId: to,
        email,
        ...roles,
        projectId,
        invitedByUserId: account.id,
        ...dates,
      });
    }
    settingsOf(world, account.id);
    settingsOf(world, userId).onboarding.set(`step_${index}`, true);
  }
};

const fillProject = ({ world, organizationId, times }: Fill): void => {
  const { apiKeys, llmApiKeys, projects } = world.records(projectRecords);
  const projectId = '1';
  for (const index of times) {
    createProject(world, organizationId, `Project ${index}`);
    const [id, publicKey] = [world.id(), `pk-lf-${index}`];
    admitKeyPair(world, { publicKey, secretKey: `sk-lf-${index}`, projectId, isApiKey: true });
    apiKeys.set(id, { id, type: 'apiKey', publicKey, encryptedSecretKey: 'sealed', note: `Key ${index}`, expiresAt: null, projectId });
    const llmId = world.id();
    const secret = { displaySecretKey: '...1234', customModels: [], withDefaultModels: true };
    llmApiKeys.set(llmId, { id: llmId, type: 'llm_api_keys', provider: `provider-${index}`, ...secret, projectId });
    const { id: passId } = addPass(world, { title: `Pass ${index}`, entityId: projectId });
    world.records(keyRecords).set(`agent-pass-${index}`, { key: `agent-pass-${index}`, passId });
    const user = createAccount(world, { username: `only-${index}@example.org`, method: 'email', password: PASSWORD });
    const place = { role: 'MEMBER', access: 'granted', projectOnly: true, createdAt: world.timestamp() } as const;
    projects.get(projectId)?.places.set(user.id, { ...place });
    addActivity(world, {
      organizationId,
      projectId,
      entry: {
        agent_user_id: AGENT,
        endpoint: '/control/v1/organizations',
        http_method: 'GET',
        status_code: 200,
        client_ip: '127.0.0.1',
        user_agent: 'scale',
        started_at: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
        completed_at: new Date(Date.UTC(2026, 0, 1) + index * 60_000 + 40).toISOString(),
        duration_ms: 40,
        success: true,
        activity_type: 'api_request',
        error_message: null,
      },
    });
  }
};

const fillWallets = ({ world, userId, times }: Fill): void => {
  const wallet = ownWallet(world, userId);
  const at = world.timestamp();
  for (const index of times) {
    credit(world, wallet, 'CREDITS', 10, { metadata: { index } });
    const to = openWallet(world, { entityType: 'user', entityId: `user-${index}`, purpose: 'general' });
    const id = world.id();
    const of = { from_wallet: wallet.addressHash, to_wallet: to.addressHash, amount: 1, currency: 'CREDITS' };
    const status = index % 2 === 0 ? 'pending_sender_verification' : 'completed';
    world
      .records(transferRecords)
      .set(id, { resource: { id, ...of, status, created_at: at, updated_at: at }, senderCode: '111111' } as const);
  }
};

const fillAuth = ({ world, userId, times }: Fill): void => {
  const { accessTokens, refreshTokens } = world.records(sessionRecords);
  const resets = world.records(resetRecords);
  const expiresAt = world.clock.now() + YEAR_SECONDS * 1000;
  for (const index of times) {
    const session = { accountId: userId, ended: false };
    accessTokens.set(`access-${index}`, { session, expiresAt });
    refreshTokens.set(`refresh-${index}`, { session, expiresAt });
    resets.set(`reset-${index}`, { accountId: userId, expiresAt });
  }
  world.records(sessionRecords).pruneAt = Math.max(10_000, 4 * times.length + 1000);
};

const fillAnalytics = ({ world, times }: Fill): void => {
  const start = world.clock.now() - 90 * 86_400_000;
  for (const index of times) {
    const id = `trace-${index}`;
    const timestamp = new Date(start + ((index * 7919) % times.length) * 60_000).toISOString();
    addTrace(world, '1', {
      id,
      timestamp,
      name: `trace ${index % 10}`,
      input: null,
      output: null,
      sessionId: `session-${index % 1000}`,
      release: null,
      version: null,
      userId: `user-${index % 1000}`,
      metadata: null,
      tags: ['production'],
      public: false,
      environment: 'default',
      observations: [observationOf({ id, timestamp }, 0, { model: 'small-1', inputUsage: 20, outputUsage: 5, totalCost: 0.001 })],
      scores: [],
    });
  }
};

export const addMemory = (world: World, index: number): void => {
  const content = `The visitor with the number ${(index * 7919) % 100_003} likes topic ${index} and city ${index % 331}.`;
  storeMemory(world, { userId: MEMORY_USER, app_id: 'default', content, importance_score: 0.5 + (index % 5) / 10, tags: ['visitor'] });
};

/** Fills the memory service. Returns the id of a session with many messages. */
const fillMemory = ({ world, times }: Fill): string => {
  const { users, sessions } = world.records(memoryRecords);
  const at = world.timestamp();
  const sessionOf = (id: string) => ({
    id,
    userId: MEMORY_USER,
    app_id: 'default',
    title: null,
    created_at: at,
    updated_at: at,
    metadata: {},
    messages: [],
  });
  for (const index of times) {
    const id = `0000000a-0000-4000-8000-${index.toString(16).padStart(12, '0')}`;
    const names = { first_name: null, last_name: null, custom_attributes: {} };
    users.set(id, { id, email: `user-${index}@example.com`, ...names, gatewayKey: undefined, created_at: at });
    issueToken(world, MEMORY_USER, `Token ${index}`);
    addMemory(world, index);
    const sessionId = world.id();
    sessions.set(sessionId, sessionOf(sessionId));
  }
  const main = world.id();
  const messages = times.map((index) => ({
    id: world.id(),
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `Message ${index}`,
    token_count: 3,
    created_at: at,
  }));
  sessions.set(main, { ...sessionOf(main), messages });
  return main;
};

const fillConverter = ({ world, times }: Fill): void => {
  const pages = times.map((index) => {
    const url = `https://many.example/page-${index}`;
    const text = { title: `Page ${index}`, byline: null, excerpt: null, markdown: `# Page ${index}\n`, content: `# Page ${index}\n` };
    return [url, { url, ...text, words: 2, images: new Map(), links: [], convertedAt: world.timestamp() }] as const;
  });
  world.records(siteRecords).set('many.example', new Map(pages as never));
};
