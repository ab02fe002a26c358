import { http, type HttpHandler } from 'msw';
import { inputError } from '../diagnostics/errors.ts';
import type { Operation } from '../operation/operation.ts';
import { readRequest, writeAnswer } from '../server.ts';

/** Answers in the operation's own terms, or with a ready `Response` for anything else. */
export type Resolver<In, Out> = (input: In, request: Request) => Out | Response | Promise<Out | Response>;

/** An msw handler for one operation: it reads and writes by the contract that the client uses. A request that breaks the contract is answered 400. */
export const mock = <In, Out>(operation: Operation<In, Out>, baseUrl: string, resolve: NoInfer<Resolver<In, Out>>): HttpHandler => {
  checkArguments(operation, baseUrl, resolve);
  const path = baseUrl.replace(/(?<!\/)\/+$/, '') + operation.path.replace(/\{(\w+)\}/g, ':$1');
  const method = operation.method.toLowerCase() as Lowercase<typeof operation.method>;
  return http[method](path, async ({ request, params }) => {
    const { input, problems } = await readRequest(operation, request.clone(), params as Record<string, string>);
    if (problems.length > 0)
      return Response.json({ detail: problems.map(({ field, message }) => `${field} ${message}`).join('; ') }, { status: 400 });
    const answer = await resolve(input as In, request);
    return answer instanceof Response ? answer : writeAnswer(operation, answer);
  });
};

/** A contract names no method that combines operations, so a misspelled or combined one is undefined where no compiler looks. */
const checkArguments = (operation: unknown, baseUrl: unknown, resolve: unknown): void => {
  const { method, path } = Object(operation) as Partial<Record<'method' | 'path', unknown>>;
  if (typeof method !== 'string' || typeof path !== 'string') {
    const found = operation === undefined ? 'undefined' : 'something else';
    throw inputError(
      `mock: operation must be an operation of a contract, not ${found}. A method that combines operations has none of its own: mock those that it calls`,
      'operation',
    );
  }
  if (typeof baseUrl !== 'string') throw inputError('mock: baseUrl must be the base address of the service', 'baseUrl');
  if (typeof resolve !== 'function') throw inputError('mock: resolve must be a function that returns the response', 'resolve');
};
