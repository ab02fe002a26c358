/** Returns true for a value with content. Some servers send all error members with a success, so an object of empty values is empty. */
export const isFilled = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(Boolean) : Boolean(value);

/**
 * Returns true if a success reports a failure: `{"error": "..."}`, `{"errors": [...]}` or `{"success": false}`.
 * `isOwn` returns true for members of the documented output, which are ignored.
 */
export const reportsFailure = (document: object, isOwn = (_: string): boolean => false): boolean => {
  const { errors, error, success } = document as Readonly<Record<string, unknown>>;
  return (isFilled(errors) && !isOwn('errors')) || (isFilled(error) && !isOwn('error')) || (success === false && !isOwn('success'));
};
