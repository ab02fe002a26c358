import { PlatformError, type ErrorDetails } from '@platform-sdk/core';
import type { AnyOperation, Problem } from '@platform-sdk/core/contract';

/** Makes a JSON answer, as `Response.json` does. The port has a faster way. */
export type Respond = (document: unknown, init: { readonly status: number; readonly headers?: Record<string, string> }) => Response;

/** Why a request is refused. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly retryAfterSeconds?: number | undefined;
  /** What its fields break, where that is the reason. */
  readonly problems?: readonly Problem[];
}

/** Words a refusal as one service does. */
export type Dialect = (refusal: Refusal, request: Request, respond: Respond) => Response;

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
};

/** Ends a rule: the caller is answered with this error. */
export const refuse = (
  status: number,
  code: string,
  detail: string,
  more: Pick<ErrorDetails, 'field' | 'retryAfterSeconds'> = {},
): never => {
  throw new PlatformError('http', detail, { status, code, ...more });
};

interface ErrorLine {
  readonly code: string;
  readonly detail: string;
  readonly field?: string | undefined;
}

/** An error document in the JSON:API dialect. */
export const errorDocument = (status: number, lines: readonly ErrorLine[], operation?: AnyOperation): object => ({
  errors: lines.map(({ code, detail, field }) => ({
    status: String(status),
    code,
    title: TITLES[status] ?? 'Error',
    detail,
    ...(operation && field && { source: sourceOf(operation, field) }),
  })),
});

/** The answer to a request whose fields break the contract. */
export const answerProblems = (operation: AnyOperation, problems: readonly Problem[], respond: Respond): Response => {
  // Without a field, the body as a whole could not be read.
  const status = problems.some(({ field }) => field !== '') ? 422 : 400;
  const lines = problems.map(({ field, message }) => ({ code: 'INVALID_INPUT', detail: `${field || 'The body'} ${message}`, field }));
  return respond(errorDocument(status, lines, operation), { status });
};

/** Why fields that break the contract are refused. */
export const refusalOfProblems = (problems: readonly Problem[]): Refusal => {
  const { field = '', message = '' } = problems[0] ?? {};
  return { status: 400, code: 'INVALID_INPUT', message: `${field || 'The body'} ${message}`, problems };
};

/** Why whatever a rule threw refuses the request. */
export const refusalOf = (error: unknown): Refusal => {
  if (!(error instanceof PlatformError) || error.status === undefined) return { status: 500, code: 'INTERNAL', message: String(error) };
  const { status, code = 'REFUSED', message, retryAfterSeconds } = error;
  return { status, code, message, retryAfterSeconds };
};

/** The answer to whatever a rule threw; what is not a refusal is a mistake of the rule. */
export const answerRefusal = (error: unknown, operation: AnyOperation | undefined, respond: Respond): Response => {
  if (!(error instanceof PlatformError) || error.status === undefined) {
    return respond(errorDocument(500, [{ code: 'INTERNAL', detail: String(error) }]), { status: 500 });
  }
  const { status, code = 'REFUSED', message: detail, field, retryAfterSeconds } = error;
  const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  return respond(errorDocument(status, [{ code, detail, field }], operation), { status, headers });
};

/** Where a field of the flat input stands in the request. */
const sourceOf = ({ method, path, query, body }: AnyOperation, field: string): object => {
  const [name = ''] = field.split('.');
  const inUrl = method === 'GET' || method === 'DELETE' || path.includes(`{${name}}`) || query?.includes(name);
  if (inUrl) return { parameter: field };
  const { at = [] } = body ?? {};
  // What is wrong with the wrapper itself is named from the outside.
  return { pointer: `/${[...(name === at[0] ? [] : at), ...field.split('.')].join('/')}` };
};
