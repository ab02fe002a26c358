import { inputError } from '../diagnostics/errors.ts';

/** Adds headers under lower-case names. They replace those of the same name. */
export const addHeaders = (headers: Record<string, string>, more: Readonly<Record<string, string>> | null | undefined): void => {
  for (const name in more) {
    const value = more[name];
    if (value === undefined || !Object.hasOwn(more, name)) continue;
    // Stricter than `Headers`, which lets control characters pass and trims line ends.
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || /[^\t -~\u0080-\u00ff]/.test(value)) {
      throw inputError(`The header ${JSON.stringify(name)} cannot be sent`, name);
    }
    headers[name.toLowerCase()] = value;
  }
};
