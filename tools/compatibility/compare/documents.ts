/** The changes of the OpenAPI documents, as a program of another vendor finds them. */
import { apiDiff, type Diff } from 'api-smart-diff';
import type { ServiceDocument } from '../state/state.ts';
import type { Level, Part } from './change.ts';

/** A change of a document, in terms of the contract. */
export interface DocumentChange {
  readonly package: string;
  readonly subject: string;
  readonly part: Part;
  /** The last name on the path of the field. Empty if the complete subject changed. */
  readonly field: string;
  readonly level: Level;
  /** The path in the OpenAPI document. */
  readonly path: string;
  /** True if two operations share the method and the path. */
  readonly isShared: boolean;
}

type Node = Readonly<Record<string, unknown>>;

const LEVELS: Readonly<Record<string, Level>> = { breaking: 'breaking', 'non-breaking': 'addition' };

/** Replaces references by their schemas, so that the path of each change contains its operation. */
const inlined = (node: unknown, document: object, around: readonly string[] = []): unknown => {
  if (Array.isArray(node)) return node.map((item) => inlined(item, document, around));
  if (typeof node !== 'object' || node === null) return node;
  const { $ref: reference } = node as { readonly $ref?: unknown };
  if (typeof reference === 'string') {
    if (around.includes(reference)) return {};
    const target = reference
      .slice(2)
      .split('/')
      .reduce<unknown>((value, name) => (value as Node)[name], document);
    return inlined(target, document, [...around, reference]);
  }
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, inlined(value, document, around)]));
};

/** The members of an operation that do not describe its call. */
const IGNORED = new Set(['tags', 'summary', 'description', 'x-undocumented', 'x-codeSamples', 'servers']);

/** The members with the names of the operations at a path. */
const NAMES = new Set(['operationId', 'x-operations']);

/** Our extensions, which the other program cannot judge. */
const EXTENSIONS = new Set(['x-retry', 'x-cache-seconds', 'operationId', 'x-operations']);

/** Returns the changes between the documents of two commits. */
export const compareDocuments = (before: readonly ServiceDocument[], after: readonly ServiceDocument[]): readonly DocumentChange[] =>
  before.flatMap((old) => {
    const found = after.find((each) => each.package === old.package);
    if (!found) return [];
    const [from, to] = [old.document, found.document].map((document) => {
      const { components: _, ...rest } = inlined(document, document) as Node;
      return rest;
    }) as [Node, Node];
    return apiDiff(from, to).flatMap((diff) => locate(diff, from, to).map((each) => ({ package: old.package, ...each })));
  });

type Located = Omit<DocumentChange, 'package'>;

const locate = (diff: Diff, before: Node, after: Node): readonly Located[] => {
  const path = diff.path.map(String);
  const [section, address = '', method, ...rest] = path;
  const isPromise = diff.type !== 'annotation' || EXTENSIONS.has(rest[0] ?? '');
  if (section !== 'paths' || !isPromise || IGNORED.has(rest[0] ?? '')) return [];
  const level = LEVELS[diff.type] ?? 'other';
  const place = { level, path: path.join('/') };
  if (NAMES.has(rest[0] ?? ''))
    return namesLost(diff, after, address, method).map((subject) => ({ subject, part: 'operation', field: '', isShared: false, ...place }));
  const found = namesAt([after], address, method);
  const names = found.length > 0 ? found : namesAt([before], address, method);
  const { part, field } = placeOf(rest, diff, at([before, after], address, method));
  return names.map((subject) => ({ subject, part, field, isShared: names.length > 1, ...place }));
};

/** Returns the operation names that a change removed. */
const namesLost = (diff: Diff, after: Node, address: string, method: string | undefined): readonly string[] => {
  const found = namesAt([after], address, method);
  return [diff.before].flat().filter((name): name is string => typeof name === 'string' && !found.includes(name));
};

const at = (documents: readonly Node[], address: string, method: string | undefined): readonly Node[] =>
  documents.flatMap(({ paths }) => {
    const methods = (paths as Readonly<Record<string, Readonly<Record<string, Node>>>>)[address] ?? {};
    return method === undefined ? Object.values(methods) : [methods[method] ?? {}];
  });

/** Returns the names of the operations at a path and method. Two operations may share both. */
const namesAt = (documents: readonly Node[], address: string, method: string | undefined): readonly string[] => {
  const names = at(documents, address, method).flatMap(({ operationId, 'x-operations': several }) => several ?? operationId ?? []);
  return [...new Set(names as string[])];
};

const placeOf = (rest: readonly string[], diff: Diff, operations: readonly Node[]): Pick<Located, 'part' | 'field'> => {
  const [member, index] = rest;
  if (member === undefined) return { part: 'operation', field: '' };
  if (member === 'security') return { part: 'credentials', field: '' };
  if (member === 'x-retry') return { part: 'retry', field: '' };
  if (member === 'x-cache-seconds') return { part: 'setting', field: 'cacheSeconds' };
  if (member === 'parameters') return { part: 'input', field: parameterOf(index ?? '', diff, operations) };
  if (member === 'requestBody') return { part: 'input', field: fieldOf(rest, diff) };
  // A changed success response concerns its fields, and any other response is a failure.
  const isSuccess = index === undefined || index.startsWith('2');
  return isSuccess ? { part: 'output', field: fieldOf(rest, diff) } : { part: 'setting', field: 'errors' };
};

const parameterOf = (index: string, { before, after }: Diff, operations: readonly Node[]): string => {
  const own = [before, after]
    .map((value) => (value as { readonly name?: string } | undefined)?.name)
    .find((name) => typeof name === 'string');
  const listed = operations.map(
    ({ parameters }) => (parameters as readonly { readonly name: string }[] | undefined)?.[Number(index)]?.name,
  );
  return own ?? listed.find((name) => name !== undefined) ?? '';
};

/** Returns the last property on a path, or the property that a list of required names gained or lost. */
const fieldOf = (path: readonly string[], { before, after }: Diff): string => {
  const named = path.filter((_, index) => path[index - 1] === 'properties');
  if (path.at(-2) !== 'required') return named.at(-1) ?? '';
  const required: unknown = after ?? before;
  return typeof required === 'string' ? required : (named.at(-1) ?? '');
};
