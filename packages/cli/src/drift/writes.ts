import { randomUUID } from 'node:crypto';
import type { PlatformOptions } from '@platform-sdk/core';
import { membersOf } from '@platform-sdk/core/internal';
import { sendWithNames } from './body-names.ts';
import type { CallChoices, Input } from './caller.ts';
import { valuesAt } from './inputs.ts';
import { hasAddress, isReading, probeRefusal } from './probes.ts';
import { isSilent, keep, recordOf, sample, type RunState, type Success } from './run-state.ts';
import {
  APPLICATION,
  BILLED_STEPS,
  CHAT_STEPS,
  inOwnProject,
  ORGANIZATION_WIDE,
  PAYMENT_PROBES,
  PROJECT_STEPS,
  SESSION_STEPS,
  UPLOAD_STEPS,
  withId,
  type Step,
} from './steps.ts';

/** Makes the writing calls of a run. Removes its project and session even after a failure. Returns the number of resources left behind. */
export const runWrites = async (run: RunState, options: PlatformOptions, allowBilled: boolean): Promise<number> => {
  let leftBehind = await writeInProject(run, options);
  if (hasAddress(options, 'memory') && options.tokens?.memory) leftBehind += await writeInSession(run, options, allowBilled);
  for (const each of UPLOAD_STEPS) if (hasAddress(options, 'upload') && !isSilent(run, 'upload')) await takeStep(run, options, each);
  for (const { operation, input, expected } of PAYMENT_PROBES) {
    if (options.accessToken === undefined || !hasAddress(options, 'wallets') || run.signal.aborted) break;
    const { named } = recordOf(run, operation);
    await probeRefusal(run, named, input, {}, { probe: 'unknown id', expected });
  }
  return leftBehind;
};

const writeInProject = async (run: RunState, options: PlatformOptions): Promise<number> => {
  let leftBehind = 0;
  const [organizationId] = run.found['organizationId'] ?? [];
  if (organizationId === undefined || run.signal.aborted) return leftBehind;
  try {
    await write(run, 'projects.create', { organizationId, name: `SDK drift ${randomUUID().slice(0, 8)}` });
    for (const each of PROJECT_STEPS) await takeStep(run, options, each);
  } finally {
    const place = inOwnProject(run.found);
    if (place) leftBehind += await removed(run, 'projects.remove', place);
  }
  return leftBehind;
};

const writeInSession = async (run: RunState, options: PlatformOptions, allowBilled: boolean): Promise<number> => {
  let leftBehind = 0;
  try {
    for (const each of [...SESSION_STEPS, ...(allowBilled ? CHAT_STEPS : [])]) await takeStep(run, options, each);
  } finally {
    const session = withId(run.found, 'ownSessionId', 'session_id');
    if (session) leftBehind += await removed(run, 'memory.sessions.clear', session as Input);
    if (session && allowBilled) leftBehind += await removed(run, 'memory.memories.removeAll', { app_id: APPLICATION });
  }
  return leftBehind;
};

/** Makes billed calls to the services whose URL and required token are set. */
export const runBilled = async (run: RunState, options: PlatformOptions): Promise<void> => {
  for (const each of BILLED_STEPS) {
    const { named, successes } = recordOf(run, each.operation);
    const { base } = named;
    const isRead = isReading(named) && successes.length > 0;
    const needsToken = base === 'gateway' || base === 'memory';
    const hasToken = !needsToken || options.tokens?.[base] !== undefined;
    if (hasAddress(options, base) && !isSilent(run, base) && hasToken && !isRead) await takeStep(run, options, each);
  }
};

const takeStep = async (run: RunState, options: PlatformOptions, { operation, input, headers }: Step): Promise<void> => {
  const given = input(run.found);
  if (!given || run.signal.aborted) return;
  const { projectId: _, ...others } = given;
  const how = headers ? { options: { ...options, headers: headers(run.found) } } : {};
  await write(run, operation, ORGANIZATION_WIDE.test(operation) ? others : given, how);
};

/** Removes a resource, with one retry, because the user must remove a remaining resource manually. Returns 1 if it remains, otherwise 0. */
export const removed = async (run: RunState, operation: string, input: Input): Promise<0 | 1> => {
  for (let attempt = 0; attempt < 2; attempt++) {
    const result = await sample(run, operation, input, { evenIfAborted: true });
    if (result && (result.status < 300 || result.status === 404)) return 0;
  }
  return 1;
};

/** Operations that create resources. Even a stopped run waits for their responses, because it needs the ids to remove the resources. */
const CREATIONS: readonly string[] = ['projects.create', 'memory.sessions.create'];

/** Makes a writing call and keeps its response for the comparison. Returns the response if it is successful. */
export const write = async (run: RunState, name: string, input: Input, how: CallChoices = {}): Promise<Success | undefined> => {
  const success = keep(run, name, await sendWithNames(run, name, input, { ...how, evenIfAborted: CREATIONS.includes(name) }));
  if (success) noteEchoes(run, name, input, success.document);
  return success;
};

/** Confirms undocumented names of an accepted request: of wrappers, of required fields, and of fields whose value the response contains. */
const noteEchoes = (run: RunState, name: string, input: Input, document: unknown): void => {
  const { named, requestNames } = recordOf(run, name);
  const { body, input: schema, undocumented = {} } = named.operation;
  const at = body?.at ?? [];
  const wrappers = at.map((_, index) => at.slice(0, index + 1).join('.'));
  for (const wrapper of wrappers)
    if (wrapper in undocumented && !requestNames.has(wrapper)) requestNames.set(wrapper, { verdict: 'confirmed' });
  for (const [field, value] of Object.entries(input)) {
    const place = [...at, field].join('.');
    if (!(place in undocumented) || requestNames.has(place)) continue;
    const isRequired = schema.properties?.[field]?.optional !== true;
    const came = [...valuesAt(document, `data.attributes.${field}`), ...valuesAt(membersOf(document), field)];
    if (isRequired || came.includes(String(value))) requestNames.set(place, { verdict: 'confirmed' });
  }
};
