import { PlatformError } from '../diagnostics/errors.ts';

export const MAX_EVENT_CHARACTERS = 32 * 1024 * 1024;

/** Throws if an event is longer than allowed. */
export const checkLength = (length: number, maxCharacters: number): void => {
  if (length > maxCharacters)
    throw new PlatformError('too-large', `An event is longer than ${maxCharacters} characters. Raise maxEventCharacters to read it.`);
};
