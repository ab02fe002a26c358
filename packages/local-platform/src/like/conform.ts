import type { Deviations } from './deviations.ts';
import { isMembers, type Members } from '@platform-sdk/core/internal';
import { WITHHELD, type LikeShape } from './report.ts';

/** The differences in the fields of a document. */
export type FieldDeviations = Pick<Deviations, 'extra' | 'missing' | 'mistyped' | 'pathOf'>;

/** Returns a document with the fields and types of an environment. Parts that match the contract are unchanged. */
export const conform = (shape: LikeShape, value: unknown, deviations: FieldDeviations, path = ''): unknown => {
  const { types, items, fields } = shape;
  if (value !== null && deviations.mistyped.has(path || WHOLE) && !types.includes(typeOf(value))) return converted(shape, value);
  if (Array.isArray(value)) return items ? value.map((item) => conform(items, item, deviations, path)) : value;
  return isMembers(value) && fields ? conformFields(fields, value, deviations, path) : value;
};

/** Findings use this name for the complete body. */
const WHOLE = 'the document';

const conformFields = (
  shapes: Readonly<Record<string, LikeShape>>,
  object: Members,
  deviations: FieldDeviations,
  path: string,
): Members => {
  const { extra, missing, pathOf } = deviations;
  const kept = Object.entries(object).flatMap(([name, value]): [string, unknown][] => {
    const at = pathOf(path, name);
    if (Object.hasOwn(shapes, name)) return [[name, conform(shapes[name] as LikeShape, value, deviations, at)]];
    return missing.has(at) ? [] : [[name, value]];
  });
  const added = Object.entries(shapes).flatMap(([name, shape]): [string, unknown][] =>
    !Object.hasOwn(object, name) && name !== WITHHELD && extra.has(pathOf(path, name)) ? [[name, example(shape)]] : [],
  );
  return Object.fromEntries([...kept, ...added]);
};

const typeOf = (value: unknown): string => {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
};

/**
 * Returns a value of the environment's type. An integer stays the same if the type is number. A number or boolean becomes a string if the
 * environment sends such strings. Any other value becomes an example.
 */
const converted = (shape: LikeShape, value: unknown): unknown => {
  const { types, forms = [] } = shape;
  if (typeof value === 'number' && types.includes('number')) return value;
  const form = typeof value === 'number' ? 'number' : 'lower_case';
  const isWritten = (typeof value === 'number' || typeof value === 'boolean') && types.includes('string') && forms.includes(form);
  return isWritten ? String(value) : example(shape);
};

/** An example string for each format. */
const EXAMPLES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    empty: '',
    time: '2026-01-01T00:00:00.000Z',
    date: '2026-01-01',
    uuid: '00000000-0000-4000-8000-000000000000',
    'e-mail': 'somebody@example.com',
    address: 'https://example.com/',
    number: '1',
    UPPER_CASE: 'EXAMPLE',
    lower_case: 'example',
    word: 'Example-1',
  }),
);

/** Returns an example value with a shape. `textOf` returns the string for a field. If it returns undefined, the string is an example of its format. */
export const example = (shape: LikeShape, textOf: (name: string) => string | undefined = () => undefined, name = ''): unknown => {
  const { types, forms: [form = ''] = [], fields = {}, items } = shape;
  if (types.includes('object'))
    return Object.fromEntries(
      Object.entries(fields).flatMap(([key, inner]) => (key === WITHHELD ? [] : [[key, example(inner, textOf, key)]])),
    );
  if (types.includes('array')) return items ? [example(items, textOf, name)] : [];
  if (types.includes('string')) return textOf(name) ?? EXAMPLES.get(form) ?? 'An example.';
  if (types.includes('integer')) return 1;
  if (types.includes('number')) return 0.5;
  return types.includes('boolean') ? false : null;
};
