import { withoutMediaTypes, type Dialect } from '../../errors/refusal.ts';

/** Maps the engine's codes to this service's codes. */
const CODES: Readonly<Record<string, string>> = { INVALID_INPUT: 'VALIDATION_ERROR', INTERNAL: 'INTERNAL_ERROR' };

/** Renders errors as `error{}`, with the request's trace id or a new one. */
export const dialect: Dialect = withoutMediaTypes(({ status, code, message, retryAfterSeconds, problems }, request, respond) => {
  const sent = request.headers.get('x-trace-id') ?? '';
  const trace_id = sent === '' ? crypto.randomUUID() : sent;
  const details = problems ? { fields: problems.map(({ field, message: problem }) => ({ field, message: problem })) } : {};
  const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  return respond({ error: { code: CODES[code] ?? code, message, trace_id, details } }, { status, headers });
});
