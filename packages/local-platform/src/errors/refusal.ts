import { PlatformError, type ErrorDetails } from '@platform-sdk/core';
import type { Problem } from '@platform-sdk/core/contract';

/** Creates a JSON response, as `Response.json` does. The server on a port passes a faster implementation. */
export type Respond = (document: unknown, init: { readonly status: number; readonly headers?: Record<string, string> }) => Response;

/** The reason for rejecting a request. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly field?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  /** The problems of the input, if the input is invalid. */
  readonly problems?: readonly Problem[];
}

/** Renders a rejection in the error format of one service. */
export type Dialect = (refusal: Refusal, request: Request, respond: Respond) => Response;

/** Throws an error that becomes the response to the call. */
export const refuse = (
  status: number,
  code: string,
  detail: string,
  more: Pick<ErrorDetails, 'field' | 'retryAfterSeconds'> = {},
): never => {
  throw new PlatformError('http', detail, { status, code, ...more });
};

export const refusalOfProblems = (problems: readonly Problem[]): Refusal => {
  const { field = '', message = '' } = problems[0] ?? {};
  return { status: 400, code: 'INVALID_INPUT', message: `${field || 'The body'} ${message}`, problems };
};

export const UNSUPPORTED_MEDIA_TYPE = 'UNSUPPORTED_MEDIA_TYPE';
export const UNSUPPORTED_ENCODING = 'UNSUPPORTED_ENCODING';

/** Makes a dialect render an unsupported media type as invalid input, for services that do not document 415. */
export const withoutMediaTypes =
  (dialect: Dialect): Dialect =>
  (refusal, request, respond) => {
    if (refusal.code !== UNSUPPORTED_MEDIA_TYPE) return dialect(refusal, request, respond);
    const problems = [{ field: '', message: 'must be sent as application/json' }];
    return dialect({ ...refusal, status: 400, code: 'INVALID_INPUT', problems }, request, respond);
  };

/** Returns the rejection that a rule threw. Any other error is a bug in the rule, and becomes a 500. */
export const refusalOf = (error: unknown): Refusal => {
  if (!(error instanceof PlatformError) || error.status === undefined) return { status: 500, code: 'INTERNAL', message: String(error) };
  const { status, code = 'REFUSED', message, field, retryAfterSeconds } = error;
  return { status, code, message, field, retryAfterSeconds };
};
