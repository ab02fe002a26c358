import type { Problem } from './problem.ts';
import { nearest } from './nearest.ts';

const OPTION = /^(?:signal|headers|retry|traceId|keepalive|forceRefresh|on[A-Z]\w*|\w+Ms)$/;

/** Returns the problem of a field that is not in `known`, or undefined where any field may be sent. */
export const unknownField = (name: string, known: object, path: readonly PropertyKey[], isOpen: boolean): Problem | undefined => {
  const isOption = OPTION.test(name);
  // A call option is not a field, also where any field may be sent.
  if (isOpen && !(isOption && path.length === 0)) return undefined;
  const field = [...path, name].join('.');
  if (isOption) return { field, message: 'is an option: pass it after the input' };
  return { field, message: unknownName(name, Object.keys(known), 'fields') };
};

/** Returns the message for an unknown name: with the nearest known name, else with all known names. */
export const unknownName = (name: string, known: readonly string[], kind: string): string => {
  const similar = nearest(name, known);
  const expected = known.length > 0 ? `the ${kind} are ${known.join(', ')}` : `there are no ${kind} here`;
  return `is unknown: ${similar === undefined ? expected : `did you mean ${similar}?`}`;
};
