import { chunksOf } from '../requests/chunks-of.ts';
import { failControl, failureIn, type ControlCall, type ControlContext, type ControlFailure, type ControlOperation } from './operation.ts';
import { problemsOf, type JsonSchema } from './schema.ts';

/** The largest body, which is a snapshot. */
const MAX_BODY_BYTES = 256 * 1024 * 1024;

interface Match {
  readonly operation: ControlOperation;
  readonly parameters: Readonly<Record<string, string>>;
}

const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** The response with a failure. */
export const failureResponse = (
  { status, code, message, field }: ControlFailure,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  Response.json({ error: { code, message, ...(field !== undefined && { field }) } }, { status, headers: { ...HEADERS, ...headers } });

const parametersOf = (template: string, path: string): Record<string, string> | undefined => {
  const [wanted, found] = [template.split('/'), path.split('/')];
  if (wanted.length !== found.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = found[index] ?? '';
    if (!part.startsWith('{')) {
      if (part !== value) return undefined;
    } else if (value === '' || !isEncoded(value)) return undefined;
    else parameters[part.slice(1, -1)] = decodeURIComponent(value);
  }
  return parameters;
};

const isEncoded = (text: string): boolean => {
  try {
    return typeof decodeURIComponent(text) === 'string';
  } catch {
    return false;
  }
};

const matchesOf = (operations: readonly ControlOperation[], path: string): Match[] =>
  operations.flatMap((operation) => {
    const parameters = parametersOf(operation.path, path);
    return parameters ? [{ operation, parameters }] : [];
  });

const readQuery = ({ query = {} }: ControlOperation, { searchParams }: URL): Record<string, string | number> => {
  const found: Record<string, string | number> = {};
  for (const [name, text] of searchParams) {
    const schema = Object.hasOwn(query, name) ? query[name] : undefined;
    if (!schema) return failControl(400, 'INVALID_INPUT', `${name} is unknown.`, name);
    found[name] = schema.type === 'integer' && /^-?\d{1,15}$/.test(text) ? Number(text) : text;
  }
  check({ type: 'object', properties: query }, found);
  return found;
};

const check = (schema: JsonSchema, value: unknown): void => {
  const [problem] = problemsOf(schema, value);
  if (problem) failControl(400, 'INVALID_INPUT', `${problem.field || 'The body'} ${problem.message}.`, problem.field || undefined);
};

const readBody = async ({ body }: ControlOperation, request: Request): Promise<Record<string, unknown>> => {
  if (!body) return {};
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(?:;|$)/i.test(type)) failControl(415, 'INVALID_TYPE', 'The body must be sent as application/json.');
  const text = await readText(request);
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    failControl(400, 'INVALID_INPUT', 'The body must be JSON.');
  }
  check(body, document);
  return document as Record<string, unknown>;
};

const failLength = (): never => failControl(413, 'BODY_TOO_LARGE', `The body must not exceed ${MAX_BODY_BYTES} bytes.`);

const readText = async (request: Request): Promise<string> => {
  // A body that nobody reads does not block its connection. One that is read in part does.
  if (Number(request.headers.get('content-length')) > MAX_BODY_BYTES) failLength();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of chunksOf(request.body)) {
    if ((bytes += chunk.length) > MAX_BODY_BYTES) failLength();
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
};

/** Runs the operation of a control request that passed the guard. */
export const handleControl = async (
  operations: readonly ControlOperation[],
  context: ControlContext,
  request: Request,
): Promise<Response> => {
  const url = new URL(request.url);
  const path = url.pathname.slice('/_local'.length);
  const matches = matchesOf(operations, path);
  const match = matches.find(({ operation }) => operation.method === request.method);
  if (!match) {
    if (matches.length === 0)
      return failureResponse({ status: 404, code: 'UNKNOWN_PATH', message: `The control API has no path /_local${path}.` });
    const allow = matches.map(({ operation }) => operation.method).join(', ');
    return failureResponse({ status: 405, code: 'METHOD_NOT_ALLOWED', message: `This path has ${allow}.` }, { allow });
  }
  const { operation, parameters } = match;
  try {
    const call: ControlCall = {
      ...context,
      parameters,
      request,
      query: readQuery(operation, url),
      body: await readBody(operation, request),
    };
    const result = await operation.run(call);
    if (result instanceof Response) return result;
    return operation.response ? Response.json(result, { headers: HEADERS }) : new Response(null, { status: 204, headers: HEADERS });
  } catch (error) {
    const failure = failureIn(error) ?? { status: 500, code: 'INTERNAL', message: error instanceof Error ? error.message : String(error) };
    return failureResponse(failure);
  }
};
