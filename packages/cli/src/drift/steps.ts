import { randomUUID } from 'node:crypto';
import type { Input } from './caller.ts';
import type { Found } from './inputs.ts';

/** One call of the run. `input` returns undefined if a value is unknown, such as the id from an earlier step. */
export interface Step {
  readonly operation: string;
  readonly input: (found: Found) => Input | undefined;
  /** Headers of the call. Default: none. */
  readonly headers?: (found: Found) => Readonly<Record<string, string>>;
}

const AGENT = 'sdk-drift';
const YEAR_MS = 31_536_000_000;

/** Returns the ids of the project that `runWrites` creates and of its organization. Undefined without this project. */
export const inOwnProject = (found: Found): { organizationId: string; projectId: string } | undefined => {
  const [organizationId] = found['organizationId'] ?? [];
  const [projectId] = found['ownProjectId'] ?? [];
  return organizationId !== undefined && projectId !== undefined ? { organizationId, projectId } : undefined;
};

const step = (operation: string, more: (found: Found) => object | undefined = () => ({})): Step => ({
  operation,
  input: (found) => {
    const [place, fields] = [inOwnProject(found), more(found)];
    return place && fields && { ...place, ...fields };
  },
});

export const withId = (found: Found, name: string, as = name): object | undefined =>
  found[name]?.[0] === undefined ? undefined : { [as]: found[name][0] };

const passStep = (operation: string, fields: object = {}): Step => ({
  operation,
  input: (found) => {
    const place = inOwnProject(found);
    const pass = operation === 'agentPasses.create' || operation === 'agentPasses.list' ? {} : withId(found, 'ownPassId', 'passId');
    return place && pass && { orgId: place.organizationId, projectId: place.projectId, ...pass, ...fields };
  },
});

/** The steps in the project, in order. Each resource that a step creates is removed by a later step, so that removals are compared too. */
export const PROJECT_STEPS: readonly Step[] = [
  step('projects.get', () => ({ include: ['users', 'apiKeys', 'llmApiKeys', 'agentPasses'] })),
  step('projects.update', () => ({ name: `SDK drift ${randomUUID().slice(0, 8)}` })),
  step('projects.apiKeys.create', () => ({ note: 'SDK drift', expiresAt: new Date(Date.now() + YEAR_MS).toISOString() })),
  step('projects.apiKeys.update', (found) => ({ ...withId(found, 'apiKeyId'), note: 'SDK drift again' })),
  step('organizations.apiKeys.list'),
  step('projects.llmApiKeys.create', () => ({ provider: 'openai', secretKey: 'sk-no-real-key-of-the-drift-check' })),
  step('organizations.llmApiKeys.list'),
  // The domain is reserved, so nobody receives the mail.
  step('projects.invitations.create', () => ({ email: `drift.${randomUUID().slice(0, 8)}@example.com`, projectRole: 'member' })),
  step('projects.invitations.list'),
  step('projects.members.list'),
  passStep('agentPasses.create', { title: 'SDK drift', tags: ['drift'] }),
  passStep('agentPasses.list'),
  passStep('agentPasses.get'),
  passStep('agentPasses.update', { title: 'SDK drift again' }),
  // Calls an operation with the key of the pass. The call then appears in the agent's log.
  {
    operation: 'organizations.list',
    input: (found) => (found['agentKey'] ? {} : undefined),
    headers: ({ agentKey: [key = ''] = [] }) => ({ 'X-Agent-Secret-Token': key, 'X-Agent-User-Id': AGENT }),
  },
  { operation: 'agentPasses.activity.list', input: () => ({ agent_user_id: AGENT, per_page: 5 }) },
  { operation: 'agentPasses.activity.metrics', input: () => ({ agent_user_id: AGENT, group_by: 'day' }) },
  passStep('agentPasses.rotateKey'),
  passStep('agentPasses.revoke'),
  passStep('agentPasses.activate'),
  passStep('agentPasses.remove'),
  step('projects.invitations.remove', (found) => withId(found, 'invitationId')),
  step('projects.llmApiKeys.remove', (found) => withId(found, 'llmApiKeyId', 'apiKeyId')),
  step('projects.apiKeys.remove', (found) => withId(found, 'apiKeyId')),
];

/** Matches operations of an organization, whose input must not contain a project. */
export const ORGANIZATION_WIDE = /^organizations\./;

/** The run's application in the memory service. It separates the memories of the run from all others. */
export const APPLICATION = 'sdk-drift';
const inApplication = (operation: string, fields: object = {}): Step => ({
  operation,
  input: () => ({ app_id: APPLICATION, ...fields }),
});

const inSession = (operation: string, fields: object = {}): Step => ({
  operation,
  input: (found) => {
    const session = withId(found, 'ownSessionId', 'session_id');
    return session && { ...session, ...fields };
  },
});

/** The steps that create a session of the memory service, read it and change it. */
export const SESSION_STEPS: readonly Step[] = [
  inApplication('memory.sessions.create', { metadata: { purpose: 'drift' } }),
  inSession('memory.sessions.get'),
  inSession('memory.sessions.history'),
  inSession('memory.sessions.update', { title: 'SDK drift' }),
  { operation: 'memory.sessions.list', input: () => ({}) },
];

const TEA = 'I prefer tea. Say yes.';

/** Billed chats in the session of the run, and calls for the memories of these chats. The memories are removed at the end. */
export const CHAT_STEPS: readonly Step[] = [
  inSession('memory.chat', { message: TEA, config: { model_preference: 'fast', stream: false } }),
  inSession('memory.chatStream', { message: TEA, config: { model_preference: 'fast', stream: true } }),
  inApplication('memory.memories.list'),
  inApplication('memory.memories.duplicates'),
  inApplication('memory.memories.deduplicate'),
  // The extraction adds facts to the profile, so the profile is cleared afterwards.
  inApplication('memory.profile.extract', { text: 'It rains.' }),
  inApplication('memory.profile.clear'),
];

const FILE = new Blob(['A line for the drift check.'], { type: 'text/plain' });

/** Uploads a small file, which stays: no operation of the API specification removes files. */
export const UPLOAD_STEPS: readonly Step[] = [
  {
    operation: 'upload.upload',
    // The upload client passes files to the operation in this form.
    input: () => ({ file: { name: 'sdk-drift.txt', size: FILE.size, blob: FILE } }),
  },
];

const NOBODY = '00000000-0000-4000-8000-000000000000';
const NO_WALLET = '0x0000000000000000000000000000000000000000';
const AMOUNT = { amount: 0.000_001, currency: 'CREDITS' };
const BETWEEN_WALLETS = { from_wallet: NO_WALLET, to_wallet: `${NO_WALLET.slice(0, -1)}1` };

/** Changes and payments of wallets that do not exist. They move no credits, and show how such calls fail. */
export const PAYMENT_PROBES: readonly { readonly operation: string; readonly input: Input; readonly expected: readonly number[] }[] = [
  { operation: 'wallets.update', input: { addressHash: NO_WALLET, description: 'SDK drift' }, expected: [404] },
  { operation: 'wallets.debit', input: { addressHash: NO_WALLET, ...AMOUNT }, expected: [404] },
  {
    operation: 'wallets.transact',
    input: { ...BETWEEN_WALLETS, amount: AMOUNT.amount, source_asset: 'CREDITS' },
    expected: [404, 422],
  },
  { operation: 'wallets.transfers.create', input: { ...BETWEEN_WALLETS, ...AMOUNT }, expected: [404, 422] },
  { operation: 'wallets.transfers.verifySender', input: { transferId: NOBODY, verification_code: '000000' }, expected: [404] },
  { operation: 'wallets.transfers.accept', input: { transferId: NOBODY, verification_code: '000000' }, expected: [404] },
  { operation: 'wallets.transfers.reject', input: { transferId: NOBODY }, expected: [404] },
];

const MESSAGES = [{ role: 'user', content: 'Say yes.' }];
const CHAT = { model: 'auto', strategy: 'cheapest', messages: MESSAGES, max_tokens: 8 };

/** Creates a step for a call with the site in `PLATFORM_SITE`. */
const onSite = (operation: string, input: (site: string) => Input): Step => ({
  operation,
  input: ({ siteAddress: site }) => (site?.[0] === undefined ? undefined : input(site[0])),
});

/** Calls that models and providers bill, each as small as possible. */
export const BILLED_STEPS: readonly Step[] = [
  { operation: 'gateway.chat', input: () => CHAT },
  { operation: 'gateway.chatStream', input: () => ({ ...CHAT, stream: true }) },
  { operation: 'search.search', input: () => ({ query: 'weather', flow: 'search_only' }) },
  onSite('search.search', (site) => ({ query: '', flow: 'scrap_only', params: { urls: [site] } })),
  { operation: 'search.chat', input: () => ({ model: 'agentic-search', messages: MESSAGES }) },
  { operation: 'search.chatStream', input: () => ({ model: 'agentic-search', messages: MESSAGES, stream: true }) },
  { operation: 'memory.memories.search', input: () => ({ query: 'weather', limit: 1 }) },
  onSite('converter.convert', (url) => ({ url, format: 'stream' })),
  onSite('converter.batch', (url) => ({ urls: [url], format: 'stream' })),
  onSite('converter.crawl', (url) => ({ url, depth: 1, maxPages: 1, format: 'stream' })),
  // Downloads the archive of the crawl above.
  onSite('converter.download', (url) => ({ site: new URL(url).hostname })),
];
