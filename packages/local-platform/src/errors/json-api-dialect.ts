import type { Source } from './error-source.ts';
import { reasonOf } from './reason-phrases.ts';
import type { Dialect } from './refusal.ts';

/** Renders errors in JSON:API's format, with one error for each invalid field. `sourceOf` returns the position of a field in the request. */
export const jsonApiDialect =
  (sourceOf: (field: string) => Source | undefined = () => undefined): Dialect =>
  ({ status: given, code, message, field, problems, retryAfterSeconds }, _, respond) => {
    // A problem without a field means that the body was unreadable.
    const status = problems?.some((problem) => problem.field !== '') ? 422 : given;
    const lines = problems?.map((problem) => ({ field: problem.field, detail: `${problem.field || 'The body'} ${problem.message}` }));
    const errors = (lines ?? [{ field, detail: message }]).map(({ field: name, detail }) => {
      const source = name ? sourceOf(name) : undefined;
      return { status: String(status), code, title: reasonOf(status), detail, ...(source && { source }) };
    });
    const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
    return respond({ errors }, { status, headers });
  };
