const isMembers = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Map) && !ArrayBuffer.isView(value);

/** Returns the kind of a container for error messages. */
const kindOf = (value: unknown): string => {
  if (value instanceof Map) return 'a map';
  if (Array.isArray(value)) return 'a list';
  return isMembers(value) ? 'an object' : `a ${typeof value}`;
};

/** Adds copied records to a new store. Tables rebuild their indexes. Throws if the two containers differ in kind. */
export const fill = (fresh: unknown, copied: unknown, name: string): void => {
  if (kindOf(fresh) !== kindOf(copied)) throw new TypeError(`${name} must be ${kindOf(fresh)}, not ${kindOf(copied)}.`);
  if (fresh instanceof Map) {
    for (const [key, member] of copied as Map<unknown, unknown>) fresh.set(key, member);
  } else if (Array.isArray(fresh)) {
    for (const member of copied as unknown[]) fresh.push(member);
  } else fillMembers(fresh as Record<string, unknown>, copied as Record<string, unknown>, name);
};

const fillMembers = (fresh: Record<string, unknown>, copied: Record<string, unknown>, name: string): void => {
  for (const [key, before] of Object.entries(fresh)) {
    if (!Object.hasOwn(copied, key)) continue;
    if (typeof before === 'object' && before !== null) fill(before, copied[key], `${name}.${key}`);
    else fresh[key] = copied[key];
  }
};
