import type { Source } from './error-source.ts';
import type { Dialect } from './refusal.ts';

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** Errors in JSON:API's form, one for each field that breaks the contract. `sourceOf` returns the place of a field in the request. */
export const jsonApiDialect =
  (sourceOf: (field: string) => Source | undefined = () => undefined): Dialect =>
  ({ status: given, code, message, field, problems, retryAfterSeconds }, _, respond) => {
    // Without a field, the whole body was unreadable.
    const status = problems?.some((problem) => problem.field !== '') ? 422 : given;
    const lines = problems?.map((problem) => ({ field: problem.field, detail: `${problem.field || 'The body'} ${problem.message}` }));
    const errors = (lines ?? [{ field, detail: message }]).map(({ field: name, detail }) => {
      const source = name ? sourceOf(name) : undefined;
      return { status: String(status), code, title: TITLES[status] ?? 'Error', detail, ...(source && { source }) };
    });
    const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
    return respond({ errors }, { status, headers });
  };
