/** Returns true for a value with content. Some servers send all error members with a success, so an object of empty values is empty. */
export const isFilled = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(Boolean) : Boolean(value);
