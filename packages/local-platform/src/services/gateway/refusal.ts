import { PlatformError } from '@platform-sdk/core';

/** The further members of `error`, in addition to its code. */
type More = Readonly<Record<string, unknown>>;

/** Ends a rule: the caller gets this error in the gateway's form. */
export const decline = (status: number, code: string, detail: string, more: More = {}, retryAfterSeconds?: number): never => {
  throw new PlatformError('http', detail, { status, code, retryAfterSeconds, body: { detail, error: { code, message: detail, ...more } } });
};

/** Returns the response to a rejection. Rethrows any other error. */
export const answerDecline = (error: unknown, headers: Readonly<Record<string, string>>): Response => {
  if (!(error instanceof PlatformError) || error.status === undefined) throw error;
  const { status, retryAfterSeconds, body } = error;
  const later = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  return Response.json(body, { status, headers: { ...headers, ...later } });
};
