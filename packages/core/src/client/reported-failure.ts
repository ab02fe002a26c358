import { isFilled } from '../diagnostics/is-filled.ts';
import type { AnyOperation } from '../operation/operation.ts';

/**
 * Returns true if a document under a successful status reports a failure, such as `{"error": "..."}` or `{"success": false}`. Members that
 * the output itself has are ignored.
 */
export const reportsFailure = (document: unknown, { output, billed }: AnyOperation): boolean => {
  const { type, properties = {} } = output;
  if (typeof document !== 'object' || document === null || type === 'any') return false;
  const { data, errors, error, success, detail } = document as Readonly<Record<string, unknown>>;
  const isOwn = (name: string): boolean => Object.hasOwn(properties, name);
  // A billed response is kept: its own reader finds the failures in it.
  if (billed && Object.keys(document).some(isOwn)) return false;
  if ((isFilled(errors) && !isOwn('errors')) || (isFilled(error) && !isOwn('error')) || (success === false && !isOwn('success')))
    return true;
  // A message alone is a failure if fields were expected.
  return isFilled(detail) && data === undefined && type !== 'nothing' && !Object.keys(document).some(isOwn);
};
