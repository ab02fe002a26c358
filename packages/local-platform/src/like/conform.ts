import { isMembers, type Members } from './members.ts';
import { WITHHELD, type LikeShape } from './report.ts';

/** The decisions about fields, which only the caller can make. Paths are dotted, with the names of the contract. */
export interface Fields {
  /** Returns true if a field is added that the document lacks. */
  readonly isAdded: (path: string) => boolean;
  /** Returns true if a field is removed that the shape lacks. */
  readonly isRemoved: (path: string) => boolean;
  /** Returns the contract's path of a field. */
  readonly pathOf: (parent: string, name: string) => string;
  /** Returns the value of a string in an added field; undefined for an example of its format. */
  readonly textOf?: (name: string) => string | undefined;
}

/** Returns a document in a shape. Values stay if their type was seen; otherwise they are converted. */
export const conform = (shape: LikeShape, value: unknown, fields: Fields, path = ''): unknown => {
  const { types, items } = shape;
  if (Array.isArray(value) && types.includes('array')) return items ? value.map((item) => conform(items, item, fields, path)) : value;
  if (isMembers(value) && types.includes('object')) return shape.fields ? conformFields(shape.fields, value, fields, path) : value;
  return value === null || types.includes(typeOf(value)) ? value : converted(shape, value, fields, path);
};

const conformFields = (shapes: Readonly<Record<string, LikeShape>>, object: Members, fields: Fields, path: string): Members => {
  const kept = Object.entries(object).flatMap(([name, value]): [string, unknown][] => {
    const at = fields.pathOf(path, name);
    const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined;
    if (shape) return [[name, conform(shape, value, fields, at)]];
    return fields.isRemoved(at) ? [] : [[name, value]];
  });
  const added = Object.entries(shapes).flatMap(([name, shape]): [string, unknown][] => {
    const at = fields.pathOf(path, name);
    return Object.hasOwn(object, name) || name === WITHHELD || !fields.isAdded(at) ? [] : [[name, example(shape, fields, name)]];
  });
  return Object.fromEntries([...kept, ...added]);
};

/** Reports distinguish whole numbers, which depend on the value. */
const typeOf = (value: unknown): string => {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' ? (Number.isInteger(value) ? 'integer' : 'number') : typeof value;
};

const converted = (shape: LikeShape, value: unknown, fields: Fields, path: string): unknown => {
  const isNumber = typeof value === 'number';
  if (isNumber && shape.types.some((type) => type === 'integer' || type === 'number')) return value;
  if ((isNumber || typeof value === 'boolean') && shape.types.includes('string')) return String(value);
  return example(shape, fields, path);
};

/** A string of each format. */
const EXAMPLES = new Map(
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
    text: 'An example.',
  }),
);

/** Returns an invented value in a shape. */
export const example = (shape: LikeShape, fields: Fields, name = ''): unknown => {
  const { types, forms: [form = 'text'] = [] } = shape;
  if (types.includes('object')) return conformFields(shape.fields ?? {}, {}, { ...fields, isAdded: () => true }, '');
  if (types.includes('array')) return shape.items ? [example(shape.items, fields, name)] : [];
  if (types.includes('string')) return fields.textOf?.(name) ?? EXAMPLES.get(form) ?? 'An example.';
  if (types.includes('integer')) return 1;
  if (types.includes('number')) return 0.5;
  return types.includes('boolean') ? false : null;
};
