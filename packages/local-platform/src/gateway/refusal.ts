import { PlatformError } from '@platform-sdk/core';

/** What a refusal says in `error`, beside its code. */
type More = Readonly<Record<string, unknown>>;

/** Ends a rule: the caller is answered with this, in the gateway's form. */
export const decline = (status: number, code: string, detail: string, more: More = {}, retryAfterSeconds?: number): never => {
  throw new PlatformError('http', detail, { status, code, retryAfterSeconds, body: { detail, error: { code, ...more } } });
};

/** The answer to a refusal; what is none is thrown on. */
export const answerDecline = (error: unknown, headers: Readonly<Record<string, string>>): Response => {
  if (!(error instanceof PlatformError) || error.status === undefined) throw error;
  const { status, retryAfterSeconds, body } = error;
  const later = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  return Response.json(body, { status, headers: { ...headers, ...later } });
};
