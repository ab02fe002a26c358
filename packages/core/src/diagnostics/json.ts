/** The members of a JSON object. */
export type Members = Record<string, unknown>;

export const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the members of an object, or an empty object for any other value. */
export const membersOf = (value: unknown): Members => (isMembers(value) ? value : {});

/** Parses JSON. Returns any other text unchanged. */
export const jsonOrText = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};
