import { inputError } from '../diagnostics/errors.ts';
import type { AnyOperation, BodyForm } from '../operation/operation.ts';
import { rename, type Renames } from '../schema/wire-names.ts';

/** One call's input in the places HTTP has for it. */
export interface Parts {
  readonly path: string;
  /** With its question mark; empty when there is none. */
  readonly query: string;
  readonly body?: unknown;
}

type Members = Record<string, unknown>;

const PARAMETER = /\{(\w+)\}/g;
const CLIMBS = /^(\.|%2e){0,2}$/i;
// oxlint-disable-next-line no-control-regex -- these are what it looks for
const CONTROL = /[\u0000-\u001f\u007f]/;

/** Encodes one path parameter; refuses what could change the path. */
const segment = (name: string, value: unknown): string => {
  const id = String(value);
  try {
    if (!CLIMBS.test(id) && !CONTROL.test(id)) return encodeURIComponent(id);
  } catch {
    // A lone surrogate has no encoding.
  }
  throw inputError(`${name} cannot be ${JSON.stringify(id)}`, name);
};

/** Fills the parameters of a path template. */
export const fillPath = (template: string, input: Members): string =>
  template.replace(PARAMETER, (_, name: string) => segment(name, input[name]));

/** Splits one flat input into path, query and body. */
export const toParts = (operation: AnyOperation, input: Members, renames?: Renames): Parts => {
  const rest = { ...input };
  const path = fillPath(operation.path, rest);
  for (const [, name = ''] of operation.path.matchAll(PARAMETER)) delete rest[name];

  const query: Members = {};
  const hasBody = operation.method !== 'GET' && operation.method !== 'DELETE';
  for (const name of hasBody ? (operation.query ?? []) : Object.keys(rest)) {
    query[renames?.[name] ?? name] = rest[name];
    delete rest[name];
  }
  const parts = { path, query: queryString(query) };
  if (!hasBody || (!operation.body && Object.keys(rest).length === 0)) return parts;
  const body = operation.body ? formed(operation.body, rest, input) : rest;
  return { ...parts, body: renames ? rename(body, renames, 'theirs') : body };
};

/** A query with its question mark; empty when there is none. Lists become comma-separated. */
export const queryString = (fields: Members): string => {
  const query = new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined || (Array.isArray(value) && value.length === 0) ? [] : [[name, String(value as string)]],
    ),
  );
  return query.size > 0 ? `?${query.toString()}` : '';
};

const formed = ({ at, type, id }: BodyForm, fields: Members, input: Members): unknown => {
  const inner = at.length > 1 ? { ...(id && { id: input[id] }), ...(type && { type }) } : {};
  return at.reduceRight<Members>((value, name, depth) => ({ ...(depth === 1 && inner), [name]: value }), fields);
};
