import type { AnyOperation } from '@platform-sdk/core/contract';
import { checkFields } from '@platform-sdk/core/internal';
import { readRequest, writeResponse } from '@platform-sdk/core/server';
import { refusalOf, refuse, type Refusal } from '../errors/refusal.ts';
import type { JsonLimits } from '../requests/json-limits.ts';
import { createRequestBody } from '../requests/request-body.ts';
import { createRouter, type Router } from '../routing/router.ts';
import { orInvalid, type ControlContext, type ControlRule } from './operation.ts';

/** Snapshots are the largest bodies. The values of a snapshot are not counted, because only programs with the token send snapshots. */
const LIMITS: JsonLimits = { maxBytes: 256 * 1024 * 1024, maxDepth: 1000, maxValues: Infinity };

const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

interface ControlRoute {
  readonly operation: AnyOperation;
  readonly rule: ControlRule<unknown, unknown>;
}

export type ControlRouter = Router<ControlRoute>;

export const createControlRouter = (contract: object, rules: object): ControlRouter => {
  const router = createRouter<ControlRoute>();
  const ruleOf = new Map<string, unknown>(Object.entries(rules));
  for (const [name, operation] of Object.entries(contract) as [string, AnyOperation][])
    router.add(operation.method, operation.path, { operation, rule: ruleOf.get(name) as ControlRoute['rule'] });
  return router;
};

export const failureResponse = ({ status, code, message, field }: Refusal, headers: Record<string, string> = {}): Response =>
  Response.json({ error: { code, message, ...(field !== undefined && { field }) } }, { status, headers: { ...HEADERS, ...headers } });

/** Reads the input of an operation. Throws for invalid fields, and for unknown fields unless the operation accepts any field. */
const inputOf = async (operation: AnyOperation, values: readonly string[], request: Request): Promise<unknown> => {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const body = createRequestBody(request, LIMITS);
  const { url, method } = request;
  const incoming = { url, method, document: () => body.json(), text: () => request.text(), formData: () => request.formData() };
  const named = Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
  const { input, problems, unknown, document } = await readRequest(operation, incoming, named);
  const isOpen = operation.input.values !== undefined;
  const [field] = unknown;
  if (field !== undefined && !isOpen) refuse(400, 'INVALID_INPUT', `${field} is unknown.`, { field });
  orInvalid(() => checkFields(`${method} ${operation.path}`, operation, input));
  const [problem] = problems;
  if (problem) refuse(400, 'INVALID_INPUT', `${problem.field || 'The body'} ${problem.message}.`, { field: problem.field || undefined });
  return isOpen ? { ...Object(document), ...input } : input;
};

/** Runs the operation of a control request that passed the guard. */
export const handleControl = async (router: ControlRouter, context: ControlContext, request: Request): Promise<Response> => {
  const path = new URL(request.url).pathname.slice('/_local'.length);
  const found = router.find(request.method, path);
  const [route] = found?.routes ?? [];
  if (!found || !route) {
    const allow = router.methodsAt(path).join(', ');
    return allow === ''
      ? failureResponse({ status: 404, code: 'UNKNOWN_PATH', message: `The control API has no path /_local${path}.` })
      : failureResponse({ status: 405, code: 'METHOD_NOT_ALLOWED', message: `This path allows ${allow}.` }, { allow });
  }
  const { operation, rule } = route;
  try {
    const output = await rule(await inputOf(operation, found.values, request), { ...context, request });
    if (output instanceof Response) return output;
    const response = writeResponse(operation, output);
    for (const [name, value] of Object.entries(HEADERS)) response.headers.set(name, value);
    return response;
  } catch (error) {
    return failureResponse(refusalOf(error));
  }
};
