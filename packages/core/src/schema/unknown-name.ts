import { nearest } from './nearest.ts';

/** Returns the message for an unknown name, with the most similar known name, or else all known names. */
export const unknownName = (name: string, known: readonly string[], kind: string): string => {
  const similar = nearest(name, known);
  const expected = known.length > 0 ? `the ${kind} are ${known.join(', ')}` : `there are no ${kind} here`;
  return `is unknown: ${similar === undefined ? expected : `did you mean ${similar}?`}`;
};
