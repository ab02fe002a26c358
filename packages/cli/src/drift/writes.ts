import { randomUUID } from 'node:crypto';
import type { PlatformOptions } from '@platform-sdk/core';
import { isSample, type Input } from './caller.ts';
import { sendWithNames } from './body-names.ts';
import { collect, valuesAt, type Found } from './inputs.ts';
import { membersOf } from './json-type.ts';
import { hasAddress } from './probes.ts';
import { recordOf, sample, toContractNames, type RunState } from './run-state.ts';

/** One writing call inside what the run created itself. Returns undefined where an earlier step brought no id. */
interface Step {
  readonly operation: string;
  readonly input: (found: Found) => Input | undefined;
}

const YEAR_MS = 31_536_000_000;

/** The project of the run. Nothing outside it is written. */
const inOwnProject = (found: Found): { organizationId: string; projectId: string } | undefined => {
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

const withId = (found: Found, name: string, as = name): object | undefined =>
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
const PROJECT_STEPS: readonly Step[] = [
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
  passStep('agentPasses.rotateKey'),
  passStep('agentPasses.revoke'),
  passStep('agentPasses.activate'),
  passStep('agentPasses.remove'),
  step('projects.invitations.remove', (found) => withId(found, 'invitationId')),
  step('projects.llmApiKeys.remove', (found) => withId(found, 'llmApiKeyId', 'apiKeyId')),
  step('projects.apiKeys.remove', (found) => withId(found, 'apiKeyId')),
];

/** Lists that take no project. */
const ORGANIZATION_WIDE = /^organizations\./;

/** A session of the memory service that the run begins and clears. */
const SESSION_STEPS: readonly Step[] = [
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

/** Creates a project, writes in it, and removes it, also after a failure. Returns how many things stayed behind. */
export const runWrites = async (run: RunState, options: PlatformOptions): Promise<number> => {
  let leftBehind = 0;
  const [organizationId] = run.found['organizationId'] ?? [];
  if (organizationId !== undefined && !run.signal.aborted) {
    try {
      await write(run, 'projects.create', { organizationId, name: `SDK drift ${randomUUID().slice(0, 8)}` });
      for (const { operation, input } of PROJECT_STEPS) await takeStep(run, operation, input(run.found));
    } finally {
      const place = inOwnProject(run.found);
      if (place) leftBehind += await removed(run, 'projects.remove', place);
    }
  }
  if (hasAddress(options, 'memory') && options.tokens?.memory) {
    try {
      for (const { operation, input } of SESSION_STEPS) await takeStep(run, operation, input(run.found));
    } finally {
      const session = withId(run.found, 'ownSessionId', 'session_id');
      if (session) leftBehind += await removed(run, 'memory.sessions.clear', session as Input);
    }
  }
  return leftBehind;
};

const takeStep = async (run: RunState, operation: string, input: Input | undefined): Promise<void> => {
  if (!input || run.signal.aborted) return;
  const { projectId: _, ...others } = input;
  await write(run, operation, ORGANIZATION_WIDE.test(operation) ? others : input);
};

/** A removal is tried twice: what stays behind is somebody's work. */
const removed = async (run: RunState, operation: string, input: Input): Promise<0 | 1> => {
  for (let attempt = 0; attempt < 2; attempt++) {
    const result = await sample(run, operation, input, { evenIfAborted: true });
    if (result && (result.status < 300 || result.status === 404)) return 0;
  }
  return 1;
};

/** Creations whose ids the run must know, so that it can remove them: a stop waits for their responses. */
const CREATIONS: readonly string[] = ['projects.create', 'memory.sessions.create'];

const write = async (run: RunState, name: string, input: Input): Promise<void> => {
  const record = recordOf(run, name);
  const result = await sendWithNames(run, name, input, { evenIfAborted: CREATIONS.includes(name) });
  if (!isSample(result)) return void record.unreachable.push(result.field ?? result.failed);
  if (result.status >= 300) return void record.failures.push(result);
  record.successes.push(result);
  const document = toContractNames(record.named, result.document);
  collect(run.found, name, document);
  noteEchoes(run, name, input, document);
};

/** A service that returns what was sent knew the name. One that needs a field and accepted the request knew its name too. */
const noteEchoes = (run: RunState, name: string, input: Input, document: unknown): void => {
  const { named, requestNames } = recordOf(run, name);
  const { body, input: schema, undocumented = {} } = named.operation;
  const at = body?.at ?? [];
  const wrappers = at.map((_, index) => at.slice(0, index + 1).join('.'));
  for (const wrapper of wrappers)
    if (wrapper in undocumented && !requestNames.has(wrapper)) requestNames.set(wrapper, { verdict: 'confirmed' });
  for (const [field, value] of Object.entries(input)) {
    const ours = [...at, field].join('.');
    if (!(ours in undocumented) || requestNames.has(ours)) continue;
    const isRequired = schema.properties?.[field]?.optional !== true;
    const came = [...valuesAt(document, `data.attributes.${field}`), ...valuesAt(membersOf(document), field)];
    if (isRequired || came.includes(String(value))) requestNames.set(ours, { verdict: 'confirmed' });
  }
};
