/** Contains an input for every operation, with ids of records in a large scene. */
import { methodIn, serviceMethods, wholeOf, type ServiceMethod } from '../../../test/helpers/service-methods.ts';
import type * as WorldAccounts from '../../../packages/local-platform/src/world/accounts.ts';
import type * as OrganizationsRecords from '../../../packages/local-platform/src/services/organizations/records.ts';
import type * as MemoryRecords from '../../../packages/local-platform/src/services/memory/records.ts';
import { addMemory, AGENT, MEMORY_USER, partOf, PASSWORD, signIn, type Scene } from './scene.ts';

const { createAccount } = await partOf<typeof WorldAccounts>('world/accounts.ts');
const { createOrganization, invitationsTo, organizationRecords } =
  await partOf<typeof OrganizationsRecords>('services/organizations/records.ts');
const { memoryRecords } = await partOf<typeof MemoryRecords>('services/memory/records.ts');

type Members = Readonly<Record<string, unknown>>;

/** Returns the input of the next call of an operation. Requests that prepare the input are not measured. */
export type Prepare = (scene: Scene) => Members | Promise<Members>;

const methods = new Map(serviceMethods.map((method) => [method.name, method]));

const MAX_MS = 600_000;

/** Calls a method, and bypasses its cache. */
export const callMethod = async ({ clients }: Scene, method: ServiceMethod, input: Members): Promise<unknown> =>
  wholeOf(methodIn(clients, method)(input, { forceRefresh: true, timeoutMs: MAX_MS }));

const call = async (scene: Scene, name: string, input: Members): Promise<Members> =>
  (await callMethod(scene, methods.get(name) as ServiceMethod, input)) as Members;

let serial = 0;
const next = (): number => ++serial;
const email = (): string => `fresh-${next()}@example.com`;
const idOf = (found: Members): string => found['id'] as string;

const inOrganization = ({ organizationId }: Scene): Members => ({ organizationId });
const inProject = ({ organizationId, projectId }: Scene): Members => ({ organizationId, projectId });
const inPasses = ({ organizationId: orgId, projectId }: Scene): Members => ({ orgId, projectId });
const account = ({ world }: Scene, activationCode?: string) =>
  createAccount(world, { username: email(), method: 'email', password: PASSWORD, ...(activationCode && { activationCode }) });
const newMember = async (scene: Scene): Promise<string> =>
  idOf(await call(scene, 'organizations.members.add', { ...inOrganization(scene), email: account(scene).username, role: 'MEMBER' }));
const newProjectMember = async (scene: Scene): Promise<string> => {
  const input = { ...inProject(scene), email: account(scene).username, role: 'MEMBER', project_only: true };
  return idOf(await call(scene, 'projects.members.add', input));
};
const newInvitation = async (scene: Scene): Promise<string> =>
  idOf(await call(scene, 'organizations.invitations.create', { ...inOrganization(scene), email: email(), orgRole: 'viewer' }));
const newProjectInvitation = async (scene: Scene): Promise<string> =>
  idOf(await call(scene, 'projects.invitations.create', { ...inProject(scene), email: email(), projectOnly: true }));
const ownInvitation = ({ world }: Scene): Members => {
  const { invitations } = world.records(organizationRecords);
  const id = world.id();
  const organizationId = createOrganization(world, `Foreign ${id}`, 'someone').id;
  const [known] = invitationsTo(world, 'ada@example.com');
  if (known) invitations.set(id, { ...known, id, organizationId });
  return { invitationId: id };
};
const newProject = async (scene: Scene): Promise<string> =>
  idOf(await call(scene, 'projects.create', { ...inOrganization(scene), name: `Short ${next()}` }));
const newPass = async (scene: Scene): Promise<Members> => {
  const passId = idOf(await call(scene, 'agent-passes.create', { ...inPasses(scene), title: `Pass ${next()}` }));
  return { ...inPasses(scene), passId };
};
const newApiKey = async (scene: Scene): Promise<Members> => {
  const apiKeyId = idOf(await call(scene, 'projects.apiKeys.create', { ...inProject(scene), note: `Key ${next()}` }));
  return { ...inProject(scene), apiKeyId };
};
const newTransfer = async (scene: Scene): Promise<Members> => {
  const input = { from_wallet: scene.walletId, to_wallet: scene.otherWalletId, amount: 1 };
  return call(scene, 'wallets.transfers.create', input);
};
/** Creates a transfer to another wallet of the user. The transfer awaits its recipient. */
const received = async (scene: Scene): Promise<Members> => {
  const input = { from_wallet: scene.walletId, to_wallet: await ownOther(scene), amount: 1 };
  const { id: transferId } = await call(scene, 'wallets.transfers.create', input);
  await call(scene, 'wallets.transfers.verifySender', { transferId, verification_code: codeOf(scene) });
  return { transferId, verification_code: codeOf(scene) };
};
const seconds = new WeakMap<Scene, string>();
const ownOther = async (scene: Scene): Promise<string> => {
  const known = seconds.get(scene);
  if (known !== undefined) return known;
  const made = await call(scene, 'wallets.create', { entity_type: 'user', currency: 'EUR' });
  seconds.set(scene, made['addressHash'] as string);
  return made['addressHash'] as string;
};
const newSession = async (scene: Scene): Promise<Members> => ({
  session_id: (await call(scene, 'memory.sessions.create', {}))['session_id'],
});
const newWalletEntity = async (scene: Scene): Promise<Members> => ({
  entity_type: 'project',
  entity_id: await newProject(scene),
  purpose: 'project_funds',
});
const codeOf = ({ local }: Scene): string => local.inbox.all.at(-1)?.code ?? '';
const envelope = { sender_agent_key: 'agent' };
const messages = [{ role: 'user', content: 'Hello' }];
const site = ({ local }: Scene): string => local.sampleSite;

/** The input of every operation whose input is not empty. */
export const prepares: Readonly<Record<string, Prepare>> = {
  'auth.login': () => ({ username: 'ada@example.com', password: PASSWORD }),
  'auth.register': () => ({ username: email(), password: 'p' }),
  'auth.activateByEmail': (scene) => ({ userId: account(scene, '123456').id, code: '123456' }),
  'auth.activateByPhone': ({ world }) => {
    const username = `+49 30 ${1_000_000 + next()}`;
    return { userId: createAccount(world, { username, method: 'phone', password: 'p', activationCode: '123456' }).id, code: '123456' };
  },
  'auth.resendActivation': (scene) => ({ userId: account(scene, '123456').id }),
  'auth.logout': async ({ clients }) => {
    await signIn(clients);
    return {};
  },
  'auth.refresh': async ({ clients }) => {
    await signIn(clients);
    return {};
  },
  'auth.tokenInfo': async ({ clients }) => {
    await signIn(clients);
    return {};
  },
  'auth.validateEmail': () => ({ email: 'user-1@example.com' }),
  'auth.validatePhone': () => ({ countryCode: '49', phoneNumber: '301234561' }),
  'auth.requestPasswordReset': () => ({ email: 'user-1@example.com' }),
  'auth.resetPassword': async (scene) => {
    await call(scene, 'auth.requestPasswordReset', { email: 'user-1@example.com' });
    return { token: scene.local.inbox.all.at(-1)?.token, password: PASSWORD };
  },
  'auth.changePassword': async ({ clients }) => {
    await signIn(clients);
    return { current_password: PASSWORD, new_password: PASSWORD };
  },

  'organizations.create': () => ({ name: `New ${next()}` }),
  'organizations.get': (scene) => ({ ...inOrganization(scene), include: ['users', 'projects', 'organization_memberships'] }),
  'organizations.update': (scene) => ({ ...inOrganization(scene), name: 'Analytical Engines' }),
  'organizations.members.list': inOrganization,
  'organizations.members.add': (scene) => ({ ...inOrganization(scene), email: account(scene).username, role: 'MEMBER' }),
  'organizations.members.updateRole': async (scene) => ({ ...inOrganization(scene), userId: await newMember(scene), role: 'VIEWER' }),
  'organizations.members.remove': async (scene) => ({ ...inOrganization(scene), userId: await newMember(scene) }),
  'organizations.invitations.create': (scene) => ({ ...inOrganization(scene), email: email(), orgRole: 'viewer' }),
  'organizations.invitations.list': inOrganization,
  'organizations.invitations.resend': async (scene) => ({ ...inOrganization(scene), invitationId: await newInvitation(scene) }),
  'organizations.invitations.remove': async (scene) => ({ ...inOrganization(scene), invitationId: await newInvitation(scene) }),
  'organizations.invitations.update': async (scene) => ({
    ...inOrganization(scene),
    invitationId: await newInvitation(scene),
    orgRole: 'member',
  }),
  'organizations.me.acceptInvitation': ownInvitation,
  'organizations.me.rejectInvitation': ownInvitation,
  'organizations.apiKeys.list': inOrganization,
  'organizations.llmApiKeys.list': inOrganization,
  'organizations.agentPasses.list': inOrganization,

  'projects.list': (scene) => ({ ...inOrganization(scene), sort: 'members_count', has_wallet: false }),
  'projects.create': (scene) => ({ ...inOrganization(scene), name: `New ${next()}` }),
  'projects.get': (scene) => ({ ...inProject(scene), secret: true, include: ['users', 'apiKeys', 'llmApiKeys', 'agentPasses'] }),
  'projects.update': (scene) => ({ ...inProject(scene), name: 'Bernoulli numbers' }),
  'projects.remove': async (scene) => ({ ...inOrganization(scene), projectId: await newProject(scene) }),
  'projects.access.deny': async (scene) => ({ ...inProject(scene), userId: await newProjectMember(scene) }),
  'projects.access.restore': async (scene) => {
    const input = { ...inProject(scene), userId: await newProjectMember(scene) };
    await call(scene, 'projects.access.deny', input);
    return input;
  },
  'projects.members.list': inProject,
  'projects.members.add': (scene) => ({ ...inProject(scene), email: account(scene).username, role: 'MEMBER', project_only: true }),
  'projects.members.updateRole': async (scene) => ({ ...inProject(scene), userId: await newProjectMember(scene), role: 'VIEWER' }),
  'projects.members.remove': async (scene) => ({ ...inProject(scene), userId: await newProjectMember(scene) }),
  'projects.invitations.create': (scene) => ({ ...inProject(scene), email: email(), projectOnly: true }),
  'projects.invitations.list': inProject,
  'projects.invitations.resend': async (scene) => ({ ...inProject(scene), invitationId: await newProjectInvitation(scene) }),
  'projects.invitations.remove': async (scene) => ({ ...inProject(scene), invitationId: await newProjectInvitation(scene) }),
  'projects.apiKeys.create': (scene) => ({ ...inProject(scene), note: `Key ${next()}` }),
  'projects.apiKeys.update': async (scene) => ({ ...(await newApiKey(scene)), note: `Key ${next()}` }),
  'projects.apiKeys.remove': newApiKey,
  'projects.llmApiKeys.create': (scene) => ({ ...inProject(scene), provider: `new-${next()}`, secretKey: 'sk-provider-secret' }),
  'projects.llmApiKeys.remove': async (scene) => ({
    ...inProject(scene),
    apiKeyId: idOf(
      await call(scene, 'projects.llmApiKeys.create', { ...inProject(scene), provider: `new-${next()}`, secretKey: 'sk-provider-secret' }),
    ),
  }),

  'settings.get': () => ({ includes: ['dashboard'] }),
  'settings.update': () => ({ theme: 'dark' }),
  'settings.pin': ({ organizationId }) => ({ organization_id: organizationId, pinned_project_ids: [1] }),
  'settings.completeOnboardingStep': () => ({ stepId: `new_${next()}` }),

  'agent-passes.create': (scene) => ({ ...inPasses(scene), title: `Pass ${next()}` }),
  'agent-passes.list': inPasses,
  'agent-passes.get': newPass,
  'agent-passes.update': async (scene) => ({ ...(await newPass(scene)), title: 'Another' }),
  'agent-passes.remove': newPass,
  'agent-passes.rotateKey': newPass,
  'agent-passes.revoke': newPass,
  'agent-passes.activate': newPass,
  'agent-passes.activity.list': () => ({ agent_user_id: AGENT }),
  'agent-passes.activity.export': () => ({ agent_user_id: AGENT, format: 'csv' }),
  'agent-passes.activity.metrics': () => ({ agent_user_id: AGENT, group_by: 'day' }),

  'wallets.get': ({ walletId: addressHash }) => ({ addressHash }),
  'wallets.create': newWalletEntity,
  'wallets.update': ({ walletId: addressHash }) => ({ addressHash, description: 'Own' }),
  'wallets.transactions': ({ walletId: addressHash }) => ({ addressHash, page: 2 }),
  'wallets.transact': ({ walletId, otherWalletId }) => ({
    from_wallet: walletId,
    to_wallet: otherWalletId,
    amount: 0.01,
    source_asset: 'CREDITS',
  }),
  'wallets.debit': ({ walletId: addressHash }) => ({ addressHash, amount: 0.01 }),
  'wallets.credit': ({ walletId: addressHash }) => ({ addressHash, amount: 10 }),
  'wallets.transfers.list': () => ({ page: 2 }),
  'wallets.transfers.create': ({ walletId, otherWalletId }) => ({ from_wallet: walletId, to_wallet: otherWalletId, amount: 0.01 }),
  'wallets.transfers.verifySender': async (scene) => {
    const { id: transferId } = await newTransfer(scene);
    return { transferId, verification_code: codeOf(scene) };
  },
  'wallets.transfers.accept': received,
  'wallets.transfers.reject': async (scene) => ({ transferId: (await received(scene))['transferId'] }),

  'analytics.traces.list': () => ({ limit: 10, page: 2 }),
  'analytics.traces.get': () => ({ traceId: 'trace-1' }),

  'memory.users.register': () => ({ id: MEMORY_USER, email: 'ada@example.com' }),
  'memory.users.setGatewayKey': () => ({ api_key: 'gateway-key-1' }),
  'memory.tokens.create': () => ({ name: `Token ${next()}` }),
  'memory.tokens.remove': async (scene) => {
    await call(scene, 'memory.tokens.create', { name: `Token ${next()}` });
    return { token_id: scene.world.records(memoryRecords).tokens.by('user', MEMORY_USER).at(-1)?.id };
  },
  'memory.sessions.list': () => ({ limit: 20 }),
  'memory.sessions.get': newSession,
  'memory.sessions.update': async (scene) => ({ ...(await newSession(scene)), title: 'Another' }),
  'memory.sessions.history': ({ sessionId: session_id }) => ({ session_id }),
  'memory.sessions.clear': newSession,
  'memory.chat': ({ sessionId: session_id }) => ({ session_id, message: 'Hello there?' }),
  'memory.chatStream': ({ sessionId: session_id }) => ({ session_id, message: 'Hello there?' }),
  'memory.memories.search': () => ({ query: 'topic 1' }),
  'memory.memories.list': () => ({ limit: 15 }),
  'memory.memories.remove': ({ world }) => {
    const [first] = world.records(memoryRecords).memories.by('user', MEMORY_USER);
    addMemory(world, next());
    return { memory_id: first?.id };
  },
  'memory.memories.removeAll': ({ world, count }) => {
    if (world.records(memoryRecords).memories.size === 0) for (let index = 0; index < count; index++) addMemory(world, index);
    return { confirm: true };
  },
  'memory.profile.merge': () => ({ facts: { city: 'London' } }),
  'memory.profile.extract': () => ({ text: 'I live in London.' }),
  'memory.a2a.createConversation': () => ({ envelope, user_id: MEMORY_USER }),
  'memory.a2a.chat': ({ sessionId: session_id }) => ({ envelope, user_id: MEMORY_USER, session_id, message: 'Hello there?' }),

  'gateway.chat': () => ({ model: 'acme/sage', messages }),
  'gateway.chatStream': () => ({ model: 'acme/sage', messages }),
  'upload.upload': () => ({ file: new File(['text'], 'notes.txt') }),
  'search.search': () => ({ query: 'wheel', flow: 'search_only' }),
  'search.chat': () => ({ messages }),
  'search.chatStream': () => ({ messages }),
  'converter.convert': (scene) => ({ url: site(scene) }),
  'converter.batch': (scene) => ({ urls: [site(scene)] }),
  'converter.crawl': (scene) => ({ url: site(scene), depth: 0 }),
  'converter.download': () => ({ site: 'many.example' }),
};

/** Operations that remove the records of other operations come last. */
export const LAST = ['memory.memories.deduplicate', 'memory.memories.removeAll'];

/**
 * Operations that read, or remove, each record of one kind that the caller owns. The cost of these operations is divided by the number of
 * those records.
 */
export const PER_RECORD: readonly string[] = [
  'agent-passes.activity.list',
  'agent-passes.activity.metrics',
  'analytics.metrics.daily',
  'analytics.traces.list',
  'wallets.transfers.list',
  'memory.a2a.chat',
  'memory.chat',
  'memory.chatStream',
  'memory.memories.search',
  'memory.memories.list',
  'memory.memories.duplicates',
  'memory.memories.deduplicate',
  'memory.memories.removeAll',
];

/** Operations that are measured only once with many records, because they remove them. */
export const ONCE: readonly string[] = ['memory.memories.removeAll'];
