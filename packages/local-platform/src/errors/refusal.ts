import { PlatformError, type ErrorDetails } from '@platform-sdk/core';
import type { Problem } from '@platform-sdk/core/contract';

/** Makes a JSON answer, as `Response.json` does. The port has a faster way. */
export type Respond = (document: unknown, init: { readonly status: number; readonly headers?: Record<string, string> }) => Response;

/** Why a request is refused. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** The field of the flat input that is the reason. */
  readonly field?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  /** What its fields break, where that is the reason. */
  readonly problems?: readonly Problem[];
}

/** Words a refusal as one service does. */
export type Dialect = (refusal: Refusal, request: Request, respond: Respond) => Response;

/** Ends a rule: the caller is answered with this error. */
export const refuse = (
  status: number,
  code: string,
  detail: string,
  more: Pick<ErrorDetails, 'field' | 'retryAfterSeconds'> = {},
): never => {
  throw new PlatformError('http', detail, { status, code, ...more });
};

/** Why fields that break the contract are refused. */
export const refusalOfProblems = (problems: readonly Problem[]): Refusal => {
  const { field = '', message = '' } = problems[0] ?? {};
  return { status: 400, code: 'INVALID_INPUT', message: `${field || 'The body'} ${message}`, problems };
};

/** Why whatever a rule threw refuses the request; what is not a refusal is a mistake of the rule. */
export const refusalOf = (error: unknown): Refusal => {
  if (!(error instanceof PlatformError) || error.status === undefined) return { status: 500, code: 'INTERNAL', message: String(error) };
  const { status, code = 'REFUSED', message, field, retryAfterSeconds } = error;
  return { status, code, message, field, retryAfterSeconds };
};
