import { isMembers } from '@platform-sdk/core/internal';
import type { Expected } from './expected.ts';
import { jsonTypeOf } from './json-type.ts';
import { similarity } from './names.ts';
import { formOf, isFieldName, type Form } from './withhold.ts';

/** An expected field that no received object contains. */
export type Absent = readonly [name: string, expected: Expected];
/** A received field that the contract does not describe. */
export type Extra = readonly [name: string, values: readonly unknown[]];

interface Pair {
  readonly absent: string;
  readonly extra: string;
  readonly score: number;
}

/** The minimum score at which two names count as the same field. An optional field is often missing, so it needs a higher score. */
const ENOUGH = { required: 0.5, optional: 0.6 } as const;

/** Returns the received name of each expected field that has another name. Omits pairs if a field or a name has another equal match. */
export const pairNames = (absent: readonly Absent[], extra: readonly Extra[]): ReadonlyMap<string, string> => {
  const usable = extra.filter(([name]) => isFieldName(name));
  const pairs = absent
    .flatMap((missing) => usable.map((found) => pairOf(missing, found, absent, usable)))
    .filter((pair) => pair !== undefined)
    .toSorted((one, other) => other.score - one.score);
  const result = new Map<string, string>();
  const taken = new Set<string>();
  for (const pair of pairs) {
    if (result.has(pair.absent) || taken.has(pair.extra) || isTied(pair, pairs, result, taken)) continue;
    result.set(pair.absent, pair.extra);
    taken.add(pair.extra);
  }
  return result;
};

const isTied = (pair: Pair, pairs: readonly Pair[], result: ReadonlyMap<string, string>, taken: ReadonlySet<string>): boolean =>
  pairs.some(
    (other) =>
      other !== pair &&
      other.score === pair.score &&
      (other.absent === pair.absent) !== (other.extra === pair.extra) &&
      !result.has(other.absent) &&
      !taken.has(other.extra),
  );

const pairOf = (missing: Absent, found: Extra, absent: readonly Absent[], extra: readonly Extra[]): Pair | undefined => {
  const [name, expected] = missing;
  const [other, values] = found;
  const present = values.filter((value) => value !== null);
  if (present.length === 0 || !present.every((value) => fits(expected, value))) return undefined;
  const score = Math.max(similarity(name, other), ownNames(expected, present), lookOf(missing, present, absent, extra));
  return score >= (expected.optional ? ENOUGH.optional : ENOUGH.required) ? { absent: name, extra: other, score } : undefined;
};

const fits = ({ types }: Expected, value: unknown): boolean => types.length === 0 || types.includes(jsonTypeOf(value));

/** Returns the score 0.7 if an object contains at least half of the expected inner fields, otherwise 0. */
const ownNames = ({ fields, items }: Expected, values: readonly unknown[]): number => {
  if (items) return ownNames(items, values.filter(Array.isArray).flat() as unknown[]);
  const names = Object.keys(fields ?? {});
  const objects = values.filter(isMembers);
  if (names.length === 0 || objects.length === 0) return 0;
  const most = Math.max(...objects.map((each) => names.filter((name) => Object.hasOwn(each, name)).length));
  return most / names.length >= 0.5 ? 0.7 : 0;
};

/** Returns the score 0.6 if only this missing field and this extra field suggest the same format, such as a time. Otherwise returns 0. */
const lookOf = ([name]: Absent, values: readonly unknown[], absent: readonly Absent[], extra: readonly Extra[]): number => {
  const form = wantedForm(name);
  const isAlike = (others: readonly unknown[]): boolean =>
    others.every((value) => typeof value === 'string' && form?.includes(formOf(value)));
  if (!form || !isAlike(values)) return 0;
  const rivals = absent.filter(([each]) => wantedForm(each) === form);
  return rivals.length === 1 && extra.filter(([, each]) => isAlike(each)).length === 1 ? 0.6 : 0;
};

/** Returns the only extra field with the expected type, if no other required field is missing. The report prints it only as a guess. */
export const guessName = ([name, expected]: Absent, absent: readonly Absent[], extra: readonly Extra[]): string | undefined => {
  const rivals = absent.filter(([other, each]) => other !== name && !each.optional);
  const alike = extra.filter(([other, values]) => isFieldName(other) && values.some((value) => value !== null && fits(expected, value)));
  return rivals.length === 0 && alike.length === 1 ? alike[0]?.[0] : undefined;
};

const TIMES: readonly Form[] = ['time', 'date'];
const EMAILS: readonly Form[] = ['e-mail'];

/** Returns the format that a field name suggests, such as a time for `createdAt`. */
const wantedForm = (name: string): readonly Form[] | undefined => {
  if (/(?:At|_at|Time|timestamp|date)$/i.test(name)) return TIMES;
  return /e_?mail/i.test(name) ? EMAILS : undefined;
};
