import { isMembers, type Members } from '@platform-sdk/core/internal';
import type { Expected } from './expected.ts';
import { typesOf, valuesByName, type JsonType } from './json-type.ts';
import { formOf, shownName, type Form } from './withhold.ts';

/** The shape of received documents, without values. */
export interface Shape {
  readonly types: readonly JsonType[];
  /** The formats of the strings. */
  readonly forms?: readonly Form[];
  /** True if only some objects contain the field. */
  readonly sometimes?: true;
  readonly fields?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
}

const MAX_DEPTH = 12;

/** Returns the shape of documents. Keeps only the keys of objects that the contract describes, because other keys may be data. */
export const shapeOf = (expected: Expected | undefined, values: readonly unknown[], depth = 0): Shape => {
  const forms = [...new Set(values.filter((value) => typeof value === 'string').map(formOf))].toSorted();
  const objects = values.filter(isMembers);
  const items = values.filter(Array.isArray).flat() as unknown[];
  const isDeep = depth >= MAX_DEPTH;
  return {
    types: typesOf(values),
    ...(forms.length > 0 && { forms }),
    ...(expected?.fields && objects.length > 0 && !isDeep && { fields: fieldsOf(expected.fields, objects, depth) }),
    ...(items.length > 0 && !isDeep && { items: shapeOf(expected?.items, items, depth + 1) }),
  };
};

const fieldsOf = (expected: Readonly<Record<string, Expected>>, objects: readonly Members[], depth: number): Record<string, Shape> => {
  const fields = new Map<string, Shape>();
  for (const [name, values] of valuesByName(objects)) {
    const shape = shapeOf(Object.hasOwn(expected, name) ? expected[name] : undefined, values, depth + 1);
    fields.set(shownName(name), { ...shape, ...(values.length < objects.length && { sometimes: true as const }) });
  }
  return Object.fromEntries([...fields].toSorted(([one], [other]) => (one < other ? -1 : 1)));
};
