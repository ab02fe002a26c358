import type { SchemaData } from '@platform-sdk/core/contract';
import { membersOf } from '@platform-sdk/core/internal';
import type { NamedOperation } from '../catalogue.ts';
import { isSample, type Input } from './caller.ts';
import { spellingsOf } from './names.ts';
import { inputFor } from './readings.ts';
import type { RequestName } from './record.ts';
import { recordOf, type RunState } from './run-state.ts';

/** A query name and a query value that no service knows. */
const NOBODY = 'zz_unknown_name';
const NONSENSE = 'zz-no-such-value';

/**
 * Tests which undocumented query names a service knows. A service that knows a name rejects an impossible value, or finds nothing. If the
 * service rejects unknown names, the test sends a valid value instead, which the service accepts only under a known name.
 */
export const probeQueryNames = async (run: RunState): Promise<void> => {
  for (const named of run.operations) {
    const names = queryNames(named);
    const input = names.length > 0 ? inputFor(run, named) : undefined;
    if (!input || run.signal.aborted || recordOf(run, named.name).successes.length === 0) continue;
    const plain = await effect(run, named, input, {});
    const ignored = await effect(run, named, input, { [NOBODY]: NONSENSE });
    const verdicts = new Map<string, RequestName>();
    for (const name of names) verdicts.set(name, await read(run, named, input, name, { ignored, isStrict: plain !== ignored }));
    const isChecked = names.some((name) => isDemanding(named, name) && verdicts.get(name)?.verdict === 'confirmed');
    for (const [name, verdict] of verdicts) {
      const isIgnored = isChecked && verdict.verdict === 'not-seen' && isDemanding(named, name);
      recordOf(run, named.name).requestNames.set(name, { ...verdict, ...(isIgnored && { ignored: true as const }) });
      if (verdict.found === undefined) continue;
      const renames = run.requestRenames.get(named.name) ?? {};
      run.requestRenames.set(named.name, { ...renames, [name]: verdict.found });
    }
  }
};

/** Returns the undocumented query names of an operation that reads. */
const queryNames = ({ operation }: NamedOperation): string[] => {
  if (operation.method !== 'GET' || operation.retry !== 'safe') return [];
  return Object.keys(operation.undocumented ?? {}).filter(
    (name) => operation.input.properties?.[name] && !operation.path.includes(`{${name}}`),
  );
};

/** Returns whether the contract rejects some values of a field. A string without rules accepts every value. */
const isDemanding = ({ operation }: NamedOperation, name: string): boolean => {
  const { type, pattern, enum: values } = operation.input.properties?.[name] ?? { type: 'any' };
  return type === 'integer' || type === 'number' || type === 'boolean' || pattern !== undefined || values !== undefined;
};

/** Tries a name and its other spellings. The option `ignored` is the effect of an unknown name. The option `isStrict` is true if the service rejects unknown names. */
const read = async (
  run: RunState,
  named: NamedOperation,
  input: Input,
  name: string,
  { ignored, isStrict }: { readonly ignored: string; readonly isStrict: boolean },
): Promise<RequestName> => {
  const schema = named.operation.input.properties?.[name] ?? { type: 'string' };
  // A strict service rejects unknown names. It accepts a valid value only under a name that it knows.
  const value = isStrict ? validValue(schema) : NONSENSE;
  const isKnown = async (each: string): Promise<boolean> => {
    const found = await effect(run, named, input, { [each]: value });
    return isStrict ? found.startsWith('2') : found !== ignored;
  };
  if (await isKnown(name)) return { verdict: 'confirmed' };
  for (const spelling of spellingsOf(name)) if (await isKnown(spelling)) return { verdict: 'refuted', found: spelling };
  return { verdict: isStrict ? 'refuted' : 'not-seen' };
};

/** Returns the effect of a call as a string: its status and the lengths of the returned lists. */
const effect = async (run: RunState, named: NamedOperation, input: Input, more: Input): Promise<string> => {
  const result = await run.call(named, { ...input, ...more }, { anyInput: true });
  if (!isSample(result)) return 'no response';
  const { document } = result;
  const lists = [document, ...Object.values(membersOf(document))].filter(Array.isArray);
  return [result.status, ...lists.map(({ length }) => length)].join(' ');
};

const validValue = ({ type, items }: SchemaData): unknown => {
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'boolean') return true;
  return items ? 'OWNER' : '2026-01-01T00:00:00Z';
};
