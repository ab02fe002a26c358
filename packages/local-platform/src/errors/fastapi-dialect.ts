import { withoutMediaTypes, type Dialect } from './refusal.ts';

/** Renders errors in FastAPI's format. */
export const fastApiDialect: Dialect = withoutMediaTypes(({ status, message, problems, retryAfterSeconds }, _, respond) => {
  const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  if (!problems) return respond({ detail: message }, { status, headers });
  const detail = problems.map(({ field, message: msg }) => ({
    type: field === '' ? 'json_invalid' : msg === 'is required' ? 'missing' : 'value_error',
    loc: [
      'body',
      ...field
        .split('.')
        .filter(Boolean)
        .map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
    ],
    msg,
  }));
  return respond({ detail }, { status: 422, headers });
});
