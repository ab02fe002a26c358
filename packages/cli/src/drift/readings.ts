import type { PlatformOptions } from '@platform-sdk/core';
import type { NamedOperation } from '../catalogue.ts';
import { urlVariable } from '../environment/variables.ts';
import type { Input } from './caller.ts';
import { INPUTS, requiredFields, SOURCES } from './inputs.ts';
import { hasAddress, isReading } from './probes.ts';
import { isSilent, recordOf, sample, type RunState } from './run-state.ts';

/** The maximum number of ids to try, for example if the first organization contains no projects. */
const MAX_TRIES = 5;

/** Calls all reading operations whose input is known. Repeats this while earlier responses contain the inputs of more operations. */
export const runReadings = async (run: RunState, options: PlatformOptions): Promise<void> => {
  let waiting = run.operations.filter(isReading);
  for (let before = -1; waiting.length !== before;) {
    before = waiting.length;
    const later: NamedOperation[] = [];
    for (const named of waiting) {
      if (run.signal.aborted) return;
      const reason = reasonAgainst(run, options, named);
      if (reason === undefined) await readUntilUseful(run, named);
      else recordOf(run, named.name).skipped = reason;
      if (reason?.startsWith('no ')) later.push(named);
    }
    waiting = later;
  }
};

/** Returns why an operation cannot be called now, or undefined. */
const reasonAgainst = (run: RunState, options: PlatformOptions, named: NamedOperation): string | undefined => {
  const missing = missingField(run, named);
  return obstacleTo(run, options, named) ?? (missing === undefined ? undefined : `no ${missing} was found`);
};

/** Returns why an operation cannot be called: its URL or a credential is missing, or its service does not respond. */
export const obstacleTo = (run: RunState, options: PlatformOptions, named: NamedOperation): string | undefined => {
  const { base, operation } = named;
  if (!hasAddress(options, base)) return `${urlVariable(base)} is not set`;
  if (isSilent(run, base)) return `${urlVariable(base)} does not respond`;
  const isUser = operation.credentials === 'user' || operation.credentials === 'admin';
  if (isUser && options.accessToken === undefined) return 'nobody is signed in';
  if (operation.credentials === 'token' && base === 'memory' && !options.tokens?.memory) return 'PLATFORM_MEMORY_TOKEN is not set';
  return operation.credentials === 'project' && !options.projectKeys ? 'PLATFORM_PROJECT_PUBLIC_KEY is not set' : undefined;
};

const missingField = (run: RunState, named: NamedOperation): string | undefined => {
  const given = INPUTS[named.name]?.(run.found) ?? {};
  return requiredFields(named).find((name) => !(name in given) && !run.found[name]?.length);
};

/** Returns the input of an operation, or undefined if a required value is unknown. `turn` is the index of the last field's value. */
export const inputFor = (run: RunState, named: NamedOperation, turn = 0): Input | undefined => {
  if (missingField(run, named) !== undefined) return undefined;
  const fields = requiredFields(named).map((name, index, { length }) => {
    const values = run.found[name] ?? [];
    return [name, index === length - 1 ? values[turn] : values[0]];
  });
  return { ...(Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as Input), ...INPUTS[named.name]?.(run.found) };
};

/** Calls a reading operation. If later inputs need its result and the result is empty, tries other ids. */
const readUntilUseful = async (run: RunState, named: NamedOperation): Promise<void> => {
  const wanted = SOURCES.filter(({ operation }) => operation === named.name).flatMap(({ as }) => as);
  for (let turn = 0; turn < MAX_TRIES; turn++) {
    const input = inputFor(run, named, turn);
    if (!input) return;
    await sample(run, named.name, input);
    const [field = ''] = requiredFields(named).slice(-1);
    const isLast = turn + 1 >= (run.found[field]?.length ?? 0);
    if (isLast || wanted.length === 0 || wanted.some((name) => run.found[name]?.length) || run.signal.aborted) {
      // Later operations use the first id, so the ids without a result are removed.
      if (turn > 0 && !isLast) run.found[field] = (run.found[field] ?? []).slice(turn);
      return;
    }
  }
};
