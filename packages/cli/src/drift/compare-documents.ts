import { isMembers, membersOf, type Members } from '@platform-sdk/core/internal';
import { typeKey, type Expected } from './expected.ts';
import type { Finding } from './finding.ts';
import { jsonTypeOf, typesOf, valuesByName } from './json-type.ts';
import { guessName, pairNames, type Absent, type Extra } from './pair-names.ts';
import { formOf, shownName } from './withhold.ts';

/** The state of an expected field in the received documents. */
type FieldState = 'present' | 'absent' | 'other-type';

/** A finding without its operation and level, which `judge` adds. */
export type FieldFinding = Pick<Finding, 'kind' | 'where' | 'expected' | 'found'>;

/** The differences between documents and the shape that a contract describes. */
export interface Comparison {
  readonly findings: FieldFinding[];
  /** The environment's names by the contract's dotted names, in the format of the `wireNames` option. */
  readonly renames: Record<string, string>;
  /** The state of each expected field, by dotted name. Without fields of objects that were never received. */
  readonly states: Map<string, FieldState>;
}

/** Compares all documents of one operation at once. A field counts as present if any document contains it. */
export const compareDocuments = (expected: Expected, documents: readonly unknown[]): Comparison => {
  const comparison: Comparison = { findings: [], renames: {}, states: new Map() };
  compareValues(expected, documents, '', comparison);
  return comparison;
};

const compareValues = (expected: Expected, values: readonly unknown[], path: string, into: Comparison): void => {
  if (expected.types.length === 0) return;
  const wrong = typesOf(values.filter((value) => !isAllowed(expected, value)));
  if (wrong.length > 0) add(into, 'type', path, expected.types.join(' or '), wrong.join(' or '));
  compareKnown(expected, values, path, into);
  const objects = values.filter(isMembers);
  if (expected.fields && objects.length > 0) compareFields(expected, objects, path, into);
  if (expected.included) compareIncluded(expected.included, objects, path, into);
  if (expected.items) compareValues(expected.items, values.filter(Array.isArray).flat() as unknown[], path, into);
  if (expected.values)
    compareValues(
      expected.values,
      objects.flatMap((each) => Object.values(each)),
      dotted(path, '*'),
      into,
    );
};

const isAllowed = ({ types, optional }: Expected, value: unknown): boolean => {
  const type = jsonTypeOf(value);
  return types.includes(type) || (type === 'null' && optional);
};

const compareKnown = ({ known }: Expected, values: readonly unknown[], path: string, into: Comparison): void => {
  if (!known) return;
  // Different spellings of a resource type, such as its letter case, are ignored.
  const isKnown = (value: string): boolean =>
    known.includes(value) || (path.endsWith('type') && known.some((each) => typeKey(String(each)) === typeKey(value)));
  const forms = new Set(values.filter((value) => typeof value === 'string').flatMap((value) => (isKnown(value) ? [] : [formOf(value)])));
  if (forms.size > 0) add(into, 'value', path, `one of ${known.join(', ')}`, `an unknown value (${[...forms].toSorted().join(', ')})`);
};

const compareFields = (expected: Expected, objects: readonly Members[], path: string, into: Comparison): void => {
  const { fields = {}, allowed = [] } = expected;
  const found = valuesByName(objects);
  const absent = Object.entries(fields).filter(([name]) => !found.has(name));
  const extra = [...found].filter(([name]) => !Object.hasOwn(fields, name) && !allowed.includes(name));
  const pairs = pairNames(absent, extra);
  for (const [name, field] of Object.entries(fields)) {
    const where = dotted(path, name);
    const other = pairs.get(name);
    if (other !== undefined) {
      into.renames[where] = other;
      add(into, 'renamed', where, name, shownName(other));
    }
    const values = found.get(other ?? name);
    noteState(into.states, where, field, values);
    if (!field.optional && (values?.length ?? 0) < objects.length)
      add(into, 'missing', where, field.types.join(' or '), values ? 'missing in some' : missing([name, field], absent, extra, pairs));
    if (values) compareValues(field, values, where, into);
  }
  const paired = new Set(pairs.values());
  const unknown = extra.filter(([name]) => !paired.has(name));
  const shown = valuesByName(unknown.flatMap(([name, values]) => values.map((value) => ({ [shownName(name)]: value }))));
  for (const [name, values] of shown) add(into, 'extra', dotted(path, name), 'no such field', typesOf(values).join(' or '));
};

/** Describes a missing field. Names an unexpected field that could be the same field under another name. */
const missing = (one: Absent, absent: readonly Absent[], extra: readonly Extra[], pairs: ReadonlyMap<string, string>): string => {
  const paired = new Set(pairs.values());
  const guess = guessName(
    one,
    absent.filter(([name]) => !pairs.has(name)),
    extra.filter(([name]) => !paired.has(name)),
  );
  return guess === undefined ? 'missing' : `missing, perhaps named ${guess}`;
};

/** Stores the state of a field. A field that is present in any object counts as present. */
const noteState = (states: Comparison['states'], where: string, field: Expected, values: readonly unknown[] | undefined): void => {
  if (states.get(where) === 'present') return;
  const isAny = field.types.length === 0;
  const state = !values ? 'absent' : isAny || values.some((value) => value === null || isAllowed(field, value)) ? 'present' : 'other-type';
  if (state !== 'absent' || !states.has(where)) states.set(where, state);
};

const compareIncluded = (
  expected: Readonly<Record<string, Expected>>,
  objects: readonly Members[],
  path: string,
  into: Comparison,
): void => {
  const all = objects.flatMap(({ included }) => (Array.isArray(included) ? (included as unknown[]) : []));
  const byType = valuesByName(all.map((resource) => ({ [typeKey(String(membersOf(resource)['type']))]: resource })));
  const where = dotted(path, 'included');
  for (const [type, resources] of byType) {
    const one = Object.hasOwn(expected, type) ? expected[type] : undefined;
    if (one) compareValues(one, resources, where, into);
    else add(into, 'extra', where, Object.keys(expected).join(', '), 'resources of an unknown type');
  }
};

const dotted = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

const add = ({ findings }: Comparison, kind: FieldFinding['kind'], where: string, expected: string, found: string): void =>
  void findings.push({ kind, where: where || 'the document', expected, found });
