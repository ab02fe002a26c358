import { isMembers, isPresent, type Members } from './event-json.ts';

/** What a completion, or an event of one, reports as a failure. */
const reportsFailure = ({ error, errors, detail, message, object, choices, x_groq: groq }: Members, isBegun: boolean): boolean => {
  if (object === 'error') return true;
  // Nothing else could explain why there is no completion.
  if (!choices) return Boolean(error) || [errors, detail, message].some(isPresent);
  // Beside choices a `detail` or a `message` may be about anything.
  if ([error, errors, Object(groq)['error']].some(isPresent)) return true;
  return !isBegun && Array.isArray(choices) && choices.length === 0 && typeof detail === 'string' && detail !== '';
};

/**
 * Returns the document, if it reports a failure of the whole completion; else undefined. `isBegun`: a choice came before it.
 */
export const failureIn = (document: unknown, isBegun = false): unknown => {
  // Gemini's endpoint puts its error into a list.
  const members: unknown = Array.isArray(document) ? document[0] : document;
  if (!isMembers(members) || !reportsFailure(members, isBegun)) return undefined;
  const { error } = Object(members['x_groq']) as Members;
  return isPresent(error) ? { ...members, error: members['error'] || error } : document;
};

/** Returns what a choice reports as its failure; undefined for a choice that reports none. */
export const failureOfChoice = ({ error, finish_reason: reason }: Members): unknown => {
  if (isPresent(error)) return { error };
  return reason === 'error' ? { finish_reason: reason } : undefined;
};
