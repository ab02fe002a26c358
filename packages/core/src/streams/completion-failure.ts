import { isFilled } from '../diagnostics/is-filled.ts';
import { isMembers, type Members } from '../schema/members.ts';

/** Returns true if a completion, or an event of it, reports a failure. */
const reportsFailure = ({ error, errors, detail, message, object, choices, x_groq: groq }: Members, isBegun: boolean): boolean => {
  if (object === 'error') return true;
  if (Array.isArray(choices) && choices.length > 0 && !error && !errors && !groq) return false;
  if ([error, errors, (Object(groq) as Members)['error']].some(isFilled)) return true;
  // Without choices, any of these members reports a failure. Next to choices, a `detail` or a `message` may mean anything.
  if (!choices) return Boolean(error) || [detail, message].some(isFilled);
  return !isBegun && Array.isArray(choices) && choices.length === 0 && typeof detail === 'string' && detail !== '';
};

/**
 * Returns `document` if it reports a failure of the whole completion; else undefined. `isBegun`: a choice came before it.
 */
export const failureIn = (document: unknown, isBegun = false): unknown => {
  // Gemini's endpoint puts its error into a list.
  const members: unknown = Array.isArray(document) ? document[0] : document;
  if (!isMembers(members) || !reportsFailure(members, isBegun)) return undefined;
  const { error } = Object(members['x_groq']) as Members;
  return isFilled(error) && !isFilled(members['error']) ? { ...members, error } : document;
};

/** Returns true if a message, or a piece of one, has content of a model. */
export const hasContent = (message: unknown): boolean =>
  Object.entries(Object(message) as Members).some(([name, value]) => name !== 'role' && isFilled(value));

/** Returns the failure that a choice reports; undefined without one. */
export const failureOfChoice = ({ error, finish_reason: reason }: Members): unknown => {
  if (isFilled(error)) return { error };
  return reason === 'error' ? { finish_reason: reason } : undefined;
};
