import { http, type HttpHandler } from 'msw';
import { inputError } from '../diagnostics/errors.ts';
import '../internal.ts';
import type { AnyOperation, Operation } from '../operation/operation.ts';
import { broken } from '../schema/check.ts';
import type { Problem } from '../schema/problem.ts';
import { readRequest, writeResponse, zodProblemsOf } from '../server.ts';

/** Returns the result of the operation, or a `Response` that is sent unchanged. */
export type Resolver<In, Out> = (input: In, request: Request) => Out | Response | Promise<Out | Response>;

/**
 * Creates an msw handler for one operation. The handler reads requests and writes responses by the contract that the client uses. An
 * invalid request gets a 400, and an invalid result a 501: the client's error names the field. A `Response` is sent unchanged. If two
 * operations share a path, such as `chat` and `chatStream`, requests for the other operation reach the next handler.
 */
export const mock = <In, Out>(operation: Operation<In, Out>, baseUrl: string, resolve: NoInfer<Resolver<In, Out>>): HttpHandler => {
  checkArguments(operation, baseUrl, resolve);
  const path = baseUrl.replace(/(?<!\/)\/+$/, '') + operation.path.replace(/\{(\w+)\}/g, ':$1');
  const method = operation.method.toLowerCase() as Lowercase<typeof operation.method>;
  return http[method](path, async ({ request, params }) => {
    const { input, problems } = await readRequest(operation, request.clone(), params as Record<string, string>);
    if (isForAnother(operation, input)) return undefined;
    if (problems.length > 0) return Response.json({ detail: problems.map(worded).join('; ') }, { status: 400 });
    const answer = await resolve(input as In, request);
    if (answer instanceof Response) return answer;
    const [problem] = resultProblemsOf(operation, answer);
    if (!problem) return writeResponse(operation, answer);
    const place = `mock of ${operation.method} ${operation.path}`;
    // A 501 is never retried, unlike other failures of a server.
    return Response.json(
      { detail: `${place}: the result is wrong: ${worded(problem)}. Return a Response to send it anyway` },
      { status: 501 },
    );
  });
};

const worded = ({ field, message }: Problem): string => `${field || 'it'} ${message}`;

/** Returns true if a field with a single allowed value, such as `stream: true`, has another value, or is absent although it is required. */
const isForAnother = ({ input: { properties = {} } }: AnyOperation, input: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(properties).some(
    ([name, { enum: allowed, allowsOthers, optional }]) =>
      allowed?.length === 1 && !allowsOthers && !(input[name] === undefined ? optional : allowed.includes(input[name])),
  );

/** Returns the problems of a result, as the client would find them in the response. */
const resultProblemsOf = (operation: AnyOperation, result: unknown): readonly Problem[] => {
  const { output, status } = operation;
  const isBlank = result === undefined || result === null;
  if (output.type === 'any' || output.type === 'nothing' || status === 204 || (isBlank && output.optional)) return [];
  const message = broken(output, result ?? undefined);
  if (message) return [{ field: '', message }];
  // The result is checked as the client receives it: in JSON, a date is a string.
  return zodProblemsOf(output, JSON.parse(JSON.stringify(result)), { isResponse: true });
};

/** Throws for wrong arguments. In JavaScript, a misspelled operation is undefined, and so is a method that combines operations. */
const checkArguments = (operation: unknown, baseUrl: unknown, resolve: unknown): void => {
  const { method, path } = Object(operation) as Partial<Record<'method' | 'path', unknown>>;
  if (typeof method !== 'string' || typeof path !== 'string') {
    const found = operation === undefined ? 'undefined' : 'something else';
    throw inputError(
      `mock: operation must be an operation of a contract, not ${found}. A method that combines operations is not mocked itself: mock the operations that it calls`,
      'operation',
    );
  }
  if (typeof baseUrl !== 'string') throw inputError('mock: baseUrl must be the base address of the service', 'baseUrl');
  if (typeof resolve !== 'function') throw inputError('mock: resolve must be a function that returns the response', 'resolve');
};
