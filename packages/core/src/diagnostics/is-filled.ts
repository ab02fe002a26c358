/** Returns true for a value with content. A list or an object of empty values has none: some servers send all members of an error with a success. */
export const isFilled = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(Boolean) : Boolean(value);
