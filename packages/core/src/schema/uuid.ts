/** Matches a UUID, in lower or upper case. */
export const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** Returns true if two ids are equal. A number equals its digits as a string, and the case of a UUID is ignored. */
export const isSameId = (one: string | number, other: string | number): boolean => {
  const [first, second] = [String(one), String(other)];
  return first === second || (UUID.test(first) && first.toLowerCase() === second.toLowerCase());
};

/** Returns a new UUID. Pages over plain HTTP lack `crypto.randomUUID`. */
export const newUuid = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] as number) & 15) | 64;
  bytes[8] = ((bytes[8] as number) & 63) | 128;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};
