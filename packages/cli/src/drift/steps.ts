import { randomUUID } from 'node:crypto';
import type { Input } from './caller.ts';
import type { Found } from './inputs.ts';

/** One writing call inside what the run created itself. Returns undefined where an earlier step brought no id. */
export interface Step {
  readonly operation: string;
  readonly input: (found: Found) => Input | undefined;
  /** Headers of the call. Default: none. */
  readonly headers?: (found: Found) => Readonly<Record<string, string>>;
}

const AGENT = 'sdk-drift';
const YEAR_MS = 31_536_000_000;

/** The project of the run. Nothing outside it is written. */
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

/** The steps inside the project, in this order. Removals clean up behind creations; the project's own removal would, too. */
export const PROJECT_STEPS: readonly Step[] = [
  step('projects.get', () => ({ include: ['users', 'apiKeys', 'llmApiKeys', 'agentPasses'] })),
  step('projects.update', () => ({ name: `SDK drift ${randomUUID().slice(0, 8)}` })),
  step('projects.apiKeys.create', () => ({ note: 'SDK drift', expiresAt: new Date(Date.now() + YEAR_MS).toISOString() })),
  step('projects.apiKeys.update', (found) => ({ ...withId(found, 'apiKeyId'), note: 'SDK drift again' })),
  step('organizations.apiKeys.list'),
  step('projects.llmApiKeys.create', () => ({ provider: 'openai', secretKey: 'sk-no-real-key-of-the-drift-check' })),
  step('organizations.llmApiKeys.list'),
  // A reserved domain: no mail reaches anybody.
  step('projects.invitations.create', () => ({ email: `drift.${randomUUID().slice(0, 8)}@example.com`, projectRole: 'member' })),
  step('projects.invitations.list'),
  step('projects.members.list'),
  passStep('agentPasses.create', { title: 'SDK drift', tags: ['drift'] }),
  passStep('agentPasses.list'),
  passStep('agentPasses.get'),
  passStep('agentPasses.update', { title: 'SDK drift again' }),
  // The agent's own call, which its log then has.
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

/** Lists that take no project. */
export const ORGANIZATION_WIDE = /^organizations\./;

/** A session of the memory service that the run begins and clears. */
export const SESSION_STEPS: readonly Step[] = [
  { operation: 'memory.sessions.create', input: () => ({ metadata: { purpose: 'drift' } }) },
  ...['memory.sessions.get', 'memory.sessions.history', 'memory.sessions.update'].map((operation): Step => ({
    operation,
    input: (found) => {
      const session = withId(found, 'ownSessionId', 'session_id');
      return session && { ...session, ...(operation.endsWith('update') && { title: 'SDK drift' }) };
    },
  })),
  { operation: 'memory.sessions.list', input: () => ({}) },
];

const MESSAGES = [{ role: 'user', content: 'Say yes.' }];

/** Calls that models and providers bill, each as small as it can be. */
export const BILLED_STEPS: readonly Step[] = [
  { operation: 'gateway.chat', input: () => ({ model: 'auto', strategy: 'cheapest', messages: MESSAGES, max_tokens: 8 }) },
  { operation: 'search.search', input: () => ({ query: 'weather', flow: 'search_only' }) },
  {
    operation: 'search.search',
    input: ({ siteAddress: site }) => (site?.[0] === undefined ? undefined : { query: '', flow: 'scrap_only', params: { urls: site } }),
  },
  { operation: 'search.chat', input: () => ({ model: 'agentic-search', messages: MESSAGES }) },
  { operation: 'memory.memories.search', input: () => ({ query: 'weather', limit: 1 }) },
  { operation: 'memory.profile.extract', input: () => ({ text: 'It rains.' }) },
  {
    operation: 'converter.convert',
    input: ({ siteAddress: site }) => (site?.[0] === undefined ? undefined : { url: site[0], format: 'stream' }),
  },
];
