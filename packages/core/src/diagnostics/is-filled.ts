/** Returns true for a member that reports a failure by its presence: neither empty nor false. */
export const isFilled = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));
