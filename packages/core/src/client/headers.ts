import { inputError } from '../diagnostics/errors.ts';

type HeaderGroup = Readonly<Record<string, string>> | undefined;

/** Merges headers; later values replace earlier ones, whatever the case of their names. */
export const mergeHeaders = (...groups: readonly HeaderGroup[]): Record<string, string> => {
  const headers: Record<string, string> = {};
  for (const group of groups) {
    for (const [name, value] of Object.entries(group ?? {}) as [string, string | undefined][]) {
      if (value === undefined) continue;
      // Stricter than `Headers`, which lets control characters pass and trims line ends.
      if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || /[^\t -~\u0080-\u00ff]/.test(value)) {
        throw inputError(`The header ${JSON.stringify(name)} cannot be sent`, name);
      }
      headers[name.toLowerCase()] = value;
    }
  }
  return headers;
};
