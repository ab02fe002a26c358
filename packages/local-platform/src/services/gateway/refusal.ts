import { PlatformError } from '@platform-sdk/core';

/** Fields of `error` in addition to its code. */
type More = Readonly<Record<string, unknown>>;

/** Throws an error that becomes the response, in the gateway's format. */
export const decline = (status: number, code: string, detail: string, more: More = {}, retryAfterSeconds?: number): never => {
  throw new PlatformError('http', detail, { status, code, retryAfterSeconds, body: { detail, error: { code, message: detail, ...more } } });
};

/** Renders an error of `decline` as a response. Rethrows any other error. */
export const answerDecline = (error: unknown, headers: Readonly<Record<string, string>>): Response => {
  if (!(error instanceof PlatformError) || error.status === undefined) throw error;
  const { status, retryAfterSeconds, body } = error;
  const later = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  return Response.json(body, { status, headers: { ...headers, ...later } });
};
