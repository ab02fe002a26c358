/** The changes of the fields of an input or an output. */
import type { Field, Fields } from '../state/fields.ts';
import type { Level } from './change.ts';

/** Callers write the fields of an input, and read the fields of an output. */
export type Direction = 'input' | 'output';

/** A change of a field, without its operation. */
export interface FieldChange {
  readonly field: string;
  readonly level: Level;
  readonly message: string;
}

type Rule = 'minimum' | 'maximum' | 'minLength' | 'maxLength';

const VERBS = { input: ['accepts', 'no longer accepts'], output: ['returns', 'no longer returns'] } as const;

/** Returns the changes from one set of fields to another. */
export const compareFields = (before: Fields, after: Fields, direction: Direction): readonly FieldChange[] => {
  const [now, noLonger] = VERBS[direction];
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return paths.flatMap((field): readonly FieldChange[] => {
    const [old, found] = [before[field], after[field]];
    // A field inside an added or a removed field is part of that change.
    if (!old && found) {
      if (isInside(field, before, after)) return [];
      const isNeeded = direction === 'input' && !found.optional;
      return [
        { field, level: isNeeded ? 'breaking' : 'addition', message: isNeeded ? `now requires \`${field}\`` : `now ${now} \`${field}\`` },
      ];
    }
    if (old && !found) return isInside(field, after, before) ? [] : [{ field, level: 'breaking', message: `${noLonger} \`${field}\`` }];
    return old && found
      ? compareField(old, found, direction).map((change) => ({ field, ...change, message: named(field, change.message) }))
      : [];
  });
};

const named = (field: string, message: string): string => (field === '' ? message : `${message} in \`${field}\``);

/** Returns true if an enclosing field exists only in `having`, or has different types in `lacking` and `having`. */
const isInside = (field: string, lacking: Fields, having: Fields): boolean =>
  Object.keys(having).some(
    (path) =>
      path !== field &&
      field.startsWith(path) &&
      /^[.[{]/.test(path === '' ? `.${field}` : field.slice(path.length)) &&
      shapeOf(lacking[path]) !== shapeOf(having[path]),
  );

/** Treats all kinds of objects as one shape, because all of them have fields. */
const shapeOf = (field: Field | undefined): string | undefined => (field && OBJECT.test(field.type) ? 'object' : field?.type);

const OBJECT = /^object\b|resource$/;

type Found = Omit<FieldChange, 'field'>;

/** Returns `addition` for an input that allows more values or an output that allows fewer values, else `breaking`. */
const levelOf = (widens: boolean, direction: Direction): Level => (widens === (direction === 'input') ? 'addition' : 'breaking');

const compareField = (old: Field, found: Field, direction: Direction): readonly Found[] => [
  ...compareTypes(old, found, direction),
  ...flag(old.optional, found.optional, ['requires a value', 'allows a missing value'], direction),
  ...flag(old.nullable, found.nullable, ['no longer allows `null`', 'allows `null`'], direction),
  ...compareValues(old, found, direction),
  ...(['minimum', 'minLength', 'maximum', 'maxLength'] as const).flatMap((rule) => compareRule(rule, old[rule], found[rule], direction)),
  ...comparePattern(old.pattern, found.pattern, direction),
  ...compareSecret(old.secret, found.secret),
];

const flag = (old: boolean, found: boolean, [unset, set]: readonly [string, string], direction: Direction): readonly Found[] =>
  old === found ? [] : [{ level: levelOf(found, direction), message: `now ${found ? set : unset}`.replace('now no longer', 'no longer') }];

const compareTypes = ({ type: old }: Field, { type: found }: Field, direction: Direction): readonly Found[] => {
  if (old === found) return [];
  const kinds = [old.split(' or '), found.split(' or ')] as const;
  // An input that allows unknown fields accepts more. A response may always contain unknown fields.
  if (OBJECT.test(old) && OBJECT.test(found)) {
    const level = direction === 'output' ? 'other' : found.endsWith('fields') ? 'addition' : 'breaking';
    return [{ level, message: `changed the type from ${old} to ${found}` }];
  }
  const widens = found === 'any' || (old === 'integer' && found === 'number') || kinds[0].every((kind) => kinds[1].includes(kind));
  const narrows = old === 'any' || (found === 'integer' && old === 'number') || kinds[1].every((kind) => kinds[0].includes(kind));
  const level = widens || narrows ? levelOf(widens, direction) : 'breaking';
  return [{ level, message: `changed the type from ${old} to ${found}` }];
};

const compareValues = (old: Field, found: Field, direction: Direction): readonly Found[] => {
  const { values: before, isOpen: wasOpen } = old;
  const { values: after, isOpen } = found;
  if (!before && !after) return [];
  if (!before || !after)
    return [
      { level: levelOf(!after, direction), message: after ? `now limits the values to ${after.join(', ')}` : 'now allows any value' },
    ];
  const changes: Found[] = [];
  if (wasOpen !== isOpen)
    changes.push({ level: levelOf(isOpen, direction), message: isOpen ? 'now allows unknown values' : 'no longer allows unknown values' });
  const added = after.filter((value) => !before.includes(value));
  const removed = before.filter((value) => !after.includes(value));
  // An open list only documents the known values.
  const level = (widens: boolean): Level => (wasOpen && isOpen ? 'other' : levelOf(widens, direction));
  if (added.length > 0) changes.push({ level: level(true), message: `now allows ${added.join(', ')}` });
  if (removed.length > 0) changes.push({ level: level(false), message: `no longer allows ${removed.join(', ')}` });
  return changes;
};

const compareRule = (rule: Rule, old: number | undefined, found: number | undefined, direction: Direction): readonly Found[] => {
  if (old === found) return [];
  const isLower = rule === 'minimum' || rule === 'minLength';
  const [from, to] = [old, found].map((value) => value ?? (isLower ? -Infinity : Infinity)) as [number, number];
  const widens = isLower ? to < from : to > from;
  // The types of results do not contain bounds, and a wider bound only causes fewer warnings.
  const level = direction === 'output' ? 'other' : levelOf(widens, direction);
  return [{ level, message: `changed ${rule} from ${old ?? 'none'} to ${found ?? 'none'}` }];
};

const comparePattern = (old: string | undefined, found: string | undefined, direction: Direction): readonly Found[] => {
  if (old === found) return [];
  const level = direction === 'output' ? 'other' : found === undefined ? 'addition' : 'breaking';
  return [{ level, message: `changed the pattern from ${old ?? 'none'} to ${found ?? 'none'}` }];
};

/** Tools hide a secret. Showing a value that was hidden before could leak it. */
const compareSecret = (old: true | undefined, found: true | undefined): readonly Found[] =>
  old === found
    ? []
    : [
        found
          ? { level: 'addition', message: 'is now marked as a secret' }
          : { level: 'breaking', message: 'is no longer marked as a secret' },
      ];
