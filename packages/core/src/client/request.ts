import { inputError } from '../diagnostics/errors.ts';
import type { AnyOperation, BodyForm } from '../operation/operation.ts';
import { checkText } from './check-input.ts';
import type { Naming, Parts } from './records.ts';

type Members = Record<string, unknown>;

/** An id that needs no encoding in a URL. */
const PLAIN = /^[\w-]+$/;
const CLIMBS = /^(\.|%2e){0,2}$/i;
// oxlint-disable-next-line no-control-regex -- the pattern searches for control characters
const CONTROL = /[\u0000-\u001f\u007f]/;

/** Encodes one path parameter. Throws for values that could change the path. */
const segment = (name: string, value: unknown): string => {
  const id = String(value);
  if (PLAIN.test(id)) return id;
  try {
    if (!CLIMBS.test(id) && !CONTROL.test(id)) return encodeURIComponent(id);
  } catch {
    // A lone surrogate has no encoding.
  }
  throw inputError(`${name} cannot be ${JSON.stringify(id)}`, name);
};

/** Fills the parameters of a path template. */
const fillPath = (template: string, input: Members): string =>
  partsOf(template).reduce((path, part, index) => path + (index % 2 ? segment(part, input[part]) : part));

/** Splits a template into literal strings and, at odd positions, the names of its parameters. */
const partsOf = (template: string): string[] => template.split(/[{}]/);

/** The paths whose cached responses a call invalidates. A path is left out if the input lacks its parameter. */
export const outdatedPaths = ({ invalidates = [] }: AnyOperation, input: Members): string[] =>
  invalidates.filter((path) => partsOf(path).every((part, index) => !(index % 2) || input[part])).map((path) => fillPath(path, input));

/** Splits one flat input into path, query and body. */
export const toParts = (operation: AnyOperation, input: Members, names?: Naming): Parts => {
  const { method, path: template } = operation;
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const query: Members = {};
  const fields: Members = {};
  for (const name of Object.keys(input)) {
    if (template.includes(`{${name}}`)) continue;
    if (hasBody && !operation.query?.includes(name)) fields[name] = input[name];
    else query[name] = input[name];
  }
  const parts = { path: fillPath(template, input), query: queryString(query, names?.queryNames) };
  if (!hasBody || (!operation.body && Object.keys(fields).length === 0)) return parts;
  const body = operation.body ? formed(operation.body, fields, input) : fields;
  return { ...parts, body: names ? names.toWire(body) : body };
};

/** Returns a query with its question mark, or an empty string. Lists become comma-separated values. */
export const queryString = (fields: Members, renames: Naming['queryNames'] = {}): string => {
  const entries = Object.entries(fields);
  if (entries.length === 0) return '';
  const query = new URLSearchParams();
  for (const [field, value] of entries) {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue;
    const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (!parts.every((part) => typeof part === 'string' || typeof part === 'boolean' || Number.isFinite(part))) {
      throw inputError(`${field} must be a string, a number or a boolean, as it is sent in the query`, field);
    }
    const text = parts.join();
    checkText(field, field + text);
    query.append(renames[field] ?? field, text);
  }
  return query.size > 0 ? `?${query.toString()}` : '';
};

const formed = ({ at, type, id }: BodyForm, fields: Members, input: Members): unknown => {
  const inner = at.length > 1 ? { ...(id && { id: input[id] }), ...(type && { type }) } : {};
  return at.reduceRight<Members>((value, name, depth) => ({ ...(depth === 1 && inner), [name]: value }), fields);
};
