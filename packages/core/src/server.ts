import './internal.ts';
import type { AnyOperation } from './operation/operation.ts';
import { isMembers, type Members } from './diagnostics/json.ts';
import type { Problem } from './schema/problem.ts';
import type { SchemaData } from './schema/schema.ts';
import { zodProblemsOf } from './schema/zod-check.ts';
import type { Renames } from './schema/wire-names.ts';
import { rename } from './schema/wire-names.ts';
import { wrap } from './schema/write-envelope.ts';

export { nearest, unknownName } from './schema/nearest.ts';
export { rename, type Renames } from './schema/wire-names.ts';
export { zodProblemsOf } from './schema/zod-check.ts';

/** The input of an operation, as it was read from a request. */
export interface ReadRequest {
  readonly input: Members;
  /** The problems that the operation's checks found. */
  readonly problems: readonly Problem[];
  /** The dotted names of fields that the operation does not define. */
  readonly unknown: readonly string[];
  /** The received JSON, with the received names. Absent without a body, and if the body is not JSON. */
  readonly document?: unknown;
}

/** The parts of a `Request` that are read. */
export interface IncomingRequest extends Pick<Request, 'url' | 'method' | 'text' | 'formData'> {
  /** Returns the JSON of a body that was read before; undefined for an empty body. Rejects with a `SyntaxError` if the body is not JSON. */
  readonly document?: () => Promise<unknown>;
}

/** Returns the decoded path parameters; undefined if the path does not match the template. */
export const matchPath = (template: string, path: string): Record<string, string> | undefined => {
  const wanted = template.split('/');
  const found = path.split('/');
  if (wanted.length !== found.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = found[index] ?? '';
    if (!part.startsWith('{')) {
      if (part !== value) return undefined;
      continue;
    }
    try {
      parameters[part.slice(1, -1)] = decodeURIComponent(value);
    } catch {
      return undefined;
    }
    if (value === '') return undefined;
  }
  return parameters;
};

/** Returns the query of a URL. Most requests lack a query, and parsing their URLs would take longer than all other work here. */
const queryOf = (url: string): URLSearchParams => new URLSearchParams(url.includes('?') ? new URL(url).search : '');

/** Reads a request of a client. Path, query and body become one flat input object. */
export const readRequest = async (
  operation: AnyOperation,
  request: IncomingRequest,
  parameters: Record<string, string>,
  renames: Renames = {},
): Promise<ReadRequest> => {
  const { properties = {} } = operation.input;
  // Only own members are looked up, because a request could name members of a prototype.
  const fieldOf = (name: string): SchemaData | undefined => (Object.hasOwn(properties, name) ? properties[name] : undefined);
  const unknown: string[] = [];
  const wrong: Problem[] = [];
  const input: Members = {};
  let document: unknown;
  const query = queryOf(request.url);
  for (const sent of new Set(query.keys())) {
    const renamed = Object.keys(renames).find((localName) => renames[localName] === sent);
    const name = renamed ?? sent;
    // If the deployment renames a field, the local name of this field is unknown.
    const isKnown = renamed !== undefined || renames[sent] === undefined;
    const field = isKnown && isInQuery(operation, name) ? fieldOf(name) : undefined;
    if (field) input[name] = coerce(field, query.getAll(sent));
    else unknown.push(name);
  }
  if (operation.encode) {
    try {
      const form = await request.formData();
      for (const [name, value] of form) {
        if (fieldOf(name)) input[name] = value;
        else unknown.push(name);
      }
    } catch {
      return { input, unknown, problems: [{ field: '', message: 'is not a form' }] };
    }
    return { input, unknown, problems: zodProblemsOf(operation.input, input) };
  }
  let body: unknown;
  try {
    document = await documentOf(request);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { input, unknown, problems: [{ field: '', message: 'is not JSON' }] };
  }
  if (document !== undefined) {
    body = rename(withoutLocalNames(document, renames, unknown), renames, 'local');
    wrong.push(...misplaced(operation, body, parameters));
    for (const [name, value] of Object.entries(fieldsOf(operation, body, unknown))) {
      if (fieldOf(name) && !isInQuery(operation, name)) input[name] = value;
      else unknown.push([...(operation.body?.at ?? []), name].join('.'));
    }
  }
  wrong.push(...unwrapped(operation, body));
  for (const [name, value] of Object.entries(parameters)) {
    const field = fieldOf(name);
    input[name] = field ? coerce(field, [value]) : value;
  }
  const problems = [...wrong, ...zodProblemsOf(operation.input, input)];
  return { input, unknown, document, problems: problems.length > 0 ? problems : (operation.inputProblems?.(input) ?? []) };
};

/** Removes the fields whose local names the deployment replaces, and lists them as unknown. */
const withoutLocalNames = (document: unknown, renames: Renames, unknown: string[]): unknown => {
  const wireName = (localName: string): string => renames[localName] ?? localName.slice(localName.lastIndexOf('.') + 1);
  return Object.keys(renames).reduce((result, localName) => {
    const parts = localName.split('.');
    const last = parts.at(-1) ?? '';
    // The name stays if another field uses it on the wire.
    if (Object.entries(renames).some(([other, name]) => name === last && parentOf(other) === parentOf(localName))) return result;
    const path = parts.map((_, index) => (index === parts.length - 1 ? last : wireName(parts.slice(0, index + 1).join('.'))));
    return without(result, path, () => unknown.push(localName));
  }, document);
};

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('.') + 1);

const without = (place: unknown, [head = '', ...tail]: readonly string[], onFound: () => void): unknown => {
  if (Array.isArray(place)) return place.map((item) => without(item, [head, ...tail], onFound));
  if (!isMembers(place) || place[head] === undefined) return place;
  const { [head]: inner, ...others } = place;
  if (tail.length > 0) return { ...place, [head]: without(inner, tail, onFound) };
  onFound();
  return others;
};

const documentOf = async (request: IncomingRequest): Promise<unknown> => {
  if (request.document) return request.document();
  const text = request.method === 'GET' ? '' : await request.text();
  return text === '' ? undefined : JSON.parse(text);
};

/** Returns true if a field is sent in the query, as in `toParts`. */
const isInQuery = ({ method, query = [] }: AnyOperation, name: string): boolean =>
  method === 'GET' || method === 'DELETE' || query.includes(name);

/** Returns a problem for a body that is not an object, and for a `data.type` or `data.id` with the wrong value. */
const misplaced = ({ body: form }: AnyOperation, body: unknown, parameters: Record<string, string>): Problem[] => {
  if (!isMembers(body)) return [{ field: '', message: 'must be an object' }];
  const data = isMembers(body['data']) ? body['data'] : {};
  const wanted = { type: form?.type, id: form?.id && parameters[form.id] };
  return Object.entries(wanted).flatMap(([name, value]) => {
    const sent = data[name];
    if (value === undefined || sent === value) return [];
    // "Must be 1" would not help a client that sent the number 1.
    return [{ field: `data.${name}`, message: `must be ${String(sent) === value ? 'a string' : value}` }];
  });
};

/** Returns the problems of a body whose fields are not inside the wrapper that the operation requires. The wrapper of an envelope may be missing. */
const unwrapped = ({ body: form }: AnyOperation, body: unknown): Problem[] => {
  const [field, ...more] = form?.at ?? [];
  if (field === undefined) return [];
  if (more.length > 0) return wrongWrapper(form?.at ?? [], body);
  if (body !== undefined && !isMembers(body)) return [];
  const wrapper = body?.[field];
  return isMembers(wrapper) ? [] : [{ field, message: wrapper === undefined ? 'is required' : 'must be an object' }];
};

/** Returns the problem of an envelope that contains a string, a number or a list instead of an object. */
const wrongWrapper = (at: readonly string[], body: unknown): Problem[] => {
  let fields = body;
  for (const [depth, name] of at.entries()) {
    if (!isMembers(fields)) return [];
    fields = fields[name] ?? undefined;
    if (fields !== undefined && !isMembers(fields)) return [{ field: at.slice(0, depth + 1).join('.'), message: 'must be an object' }];
  }
  return [];
};

const fieldsOf = ({ body: form }: AnyOperation, body: unknown, unknown: string[]): Members => {
  let fields: unknown = body;
  const at = form?.at ?? [];
  for (const [depth, name] of at.entries()) {
    if (!isMembers(fields)) return {};
    const known = depth === 1 ? ['id', 'type', name] : [name];
    unknown.push(
      ...Object.keys(fields)
        .filter((key) => !known.includes(key))
        .map((key) => [...at.slice(0, depth), key].join('.')),
    );
    fields = fields[name];
  }
  return isMembers(fields) ? fields : {};
};

/** Matches integers. `Number` also reads `0x10`, `1e3` and spaces, which other servers reject as integers. */
const INTEGER = /^[+-]?\d+(?:\.0+)?$/;
const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** Converts strings of a query or a path to the expected types. Invalid strings are left unchanged, so that the checks reject them. */
const coerce = (schema: SchemaData, texts: readonly string[]): unknown => {
  const [first = ''] = texts;
  if (schema.type === 'array') {
    // An empty string is an empty list, as JSON:API defines it for `include`.
    const parts = texts.filter((text) => text !== '').flatMap((text) => text.split(','));
    return parts.map((part) => coerce(schema.items ?? { type: 'string' }, [part]));
  }
  if (schema.type === 'integer' || schema.type === 'number')
    return (schema.type === 'integer' ? INTEGER : NUMBER).test(first) ? Number(first) : first;
  if (schema.type === 'boolean') return first === 'true' ? true : first === 'false' ? false : first;
  return first;
};

type Respond = (document: unknown, init: { readonly status: number }) => Response;

const statusOf = ({ status = 200 }: AnyOperation, output: unknown): number => (typeof status === 'function' ? status(output) : status);

/** Writes the HTTP response with an operation's output. `respond` replaces `Response.json`. */
export const writeResponse = (
  operation: AnyOperation,
  output: unknown,
  renames: Renames = {},
  respond: Respond = (document, init) => Response.json(document, init),
): Response => {
  const status = statusOf(operation, output);
  if (status === 204) return new Response(null, { status });
  return respond(rename(documentOfOutput(operation, output), renames, 'wire'), { status });
};

const documentOfOutput = (operation: AnyOperation, output: unknown): unknown => {
  const { envelope, write } = operation.output as SchemaData;
  if (output === undefined || output === null) return {};
  if (envelope) return wrap(operation.output, output);
  return write ? write(output as never) : output;
};
