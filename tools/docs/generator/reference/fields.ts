/** The fields of inputs and outputs, as rows of tables. */
import type { SchemaData } from '@platform-sdk/core/contract';
import type { FieldComments, TypeComments } from '@platform-sdk/reference/comments';
import { code, prose } from '../page.ts';

/** Returns the address of a type's description, or undefined. */
export type TypeLink = (name: string) => string | undefined;

/** Nested fields are listed to this depth. */
const MAX_DEPTH = 3;

const NONE: FieldComments = { comment: '', fields: {} };

/** Returns a row per field: name, type, whether it is required, rules and comment. */
export const fieldRows = (schema: SchemaData, comments: TypeComments, link: TypeLink, prefix = '', depth = 0): string[][] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const known = comments.fields[name] ?? NONE;
    const inner = field.items ?? field.related ?? field;
    const path = prefix + name;
    const own = [code(path), typeOf(field, known, link), field.optional ? 'no' : 'yes', rulesOf(field), prose(known.comment)];
    const isNamed = known.name !== undefined && link(known.name) !== undefined;
    if (isNamed || !inner.properties || depth >= MAX_DEPTH) return [own];
    return [own, ...fieldRows(inner, known, link, `${path}${field.type === 'array' ? '[]' : ''}.`, depth + 1)];
  });

/** Utility types. The arguments of such a type are more useful to a reader than its name. */
const SHAPES = new Set(['LiteralUnion', 'Partial', 'Promise', 'Readonly', 'Record', 'Pick', 'Omit']);

/** Returns the type of a value as text. Named types are links. */
export const typeOf = (schema: SchemaData, comments: TypeComments, link: TypeLink): string => {
  const { type, items, anyOf, nullable, enum: values, allowsOthers } = schema;
  const orNull = nullable ? ' or `null`' : '';
  const own = comments.name ?? comments.alias;
  const name = own !== undefined && SHAPES.has(own) ? undefined : own;
  const address = name === undefined ? undefined : link(name);
  const list = type === 'array' ? '[]' : '';
  if (name !== undefined && address !== undefined) return `[${code(name + list)}](${address})${orNull}`;
  if (values) return values.map((value) => code(JSON.stringify(value))).join(', ') + (allowsOthers ? ' or another' : '') + orNull;
  if (anyOf) return anyOf.map((kind) => typeOf(kind, comments, link)).join(' or ') + orNull;
  if (type === 'array') return (items ? `list of ${typeOf(items, comments, link)}` : 'list') + orNull;
  return (type === 'any' ? (name === undefined ? 'any value' : code(name)) : code(type)) + orNull;
};

/** Returns the bounds of a value as text. */
const rulesOf = ({ type, minimum, maximum, minLength, maxLength, pattern, message, items }: SchemaData): string => {
  const unit = type === 'array' ? 'items' : 'characters';
  const rules = [
    minimum === undefined ? '' : `at least ${minimum}`,
    maximum === undefined ? '' : `at most ${maximum}`,
    minLength === undefined || minLength === 0 ? '' : `at least ${minLength} ${minLength === 1 ? unit.slice(0, -1) : unit}`,
    maxLength === undefined ? '' : `at most ${maxLength} ${unit}`,
    pattern && message === undefined ? `matches ${code(String(pattern))}` : '',
    pattern && message !== undefined ? message : '',
    items ? rulesOf(items).replace(/^(?=.)/, 'each: ') : '',
  ];
  return rules.filter(Boolean).join('; ');
};
