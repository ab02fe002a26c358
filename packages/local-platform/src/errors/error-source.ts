import type { AnyOperation } from '@platform-sdk/core/contract';
import { rename, type Renames } from '@platform-sdk/core/server';

/** The position of an error in a request, in JSON:API's form. */
export interface Source {
  /** The name of a path or query parameter. */
  readonly parameter?: string;
  /** A JSON pointer into the request's document (RFC 6901). */
  readonly pointer?: string;
}

/** The request that contains the error. */
export interface Sent {
  readonly operation: AnyOperation;
  /** The JSON of the request, with the names that the client sent. Undefined for a request without JSON. */
  readonly document: unknown;
  readonly renames: Renames | undefined;
}

/**
 * Returns the position of a field in the request. The pointer of a missing field leads to its parent, because a pointer must lead to an
 * existing part.
 */
export const sourceOf = (field: string, { operation, document, renames = {} }: Sent): Source | undefined => {
  const { method, path, query, body, input } = operation;
  const [name = ''] = field.split('.');
  if (method === 'GET' || method === 'DELETE' || path.includes(`{${name}}`) || query?.includes(name))
    return { parameter: renames[name] ?? name };
  if (document === undefined) return undefined;
  const at = body?.at ?? [];
  // If the envelope itself has a problem, the problem's field is relative to the root of the request body.
  const isWhole = name === at[0] && !input.properties?.[name];
  const { keys } = wayAlong(rename(document, renames, 'local'), isWhole ? field : [...at, field].join('.'));
  return { pointer: asSent(keys, document, renames).map(escaped).join('') };
};

interface Way {
  readonly keys: readonly string[];
  /** The number of characters of the dotted name after the last matching key. */
  readonly left: number;
}

/** Follows a dotted name into a value, as far as its keys exist. Keys may contain dots. */
const wayAlong = (place: unknown, name: string): Way => {
  let farthest: Way = { keys: [], left: name.length };
  if (typeof place !== 'object' || place === null) return farthest;
  for (const [key, value] of Object.entries(place)) {
    if (name === key) return { keys: [key], left: 0 };
    if (!name.startsWith(`${key}.`)) continue;
    const { keys, left } = wayAlong(value, name.slice(key.length + 1));
    if (left < farthest.left) farthest = { keys: [key, ...keys], left };
  }
  return farthest;
};

/** Returns the keys of a path as the client sent them. The keys may be a deployment's own names. */
const asSent = (keys: readonly string[], document: unknown, renames: Renames): string[] => {
  const localName: string[] = [];
  let place = Object(document) as Record<string, unknown>;
  return keys.map((key) => {
    if (!Array.isArray(place)) localName.push(key);
    const wireName = renames[localName.join('.')];
    const sent = wireName !== undefined && Object.hasOwn(place, wireName) ? wireName : key;
    place = Object(place[sent]) as Record<string, unknown>;
    return sent;
  });
};

const escaped = (key: string): string => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
