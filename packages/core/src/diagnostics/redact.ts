/** Field names whose values are secrets wherever they appear. */
const SECRET_NAME = /token|secret|passw|authorization|api[-_]?key|admin-access|^code$|_code$/i;
const GONE = '[redacted]';
/** What is nested deeper than anybody would write is not shown. */
const DEEPEST = 99;

/** Takes every given secret, and anything that looks like a JWT, out of a text. */
export const scrub = (text: string, secrets: readonly string[]): string =>
  secrets
    // As it is, in a URL and in JSON; a lone surrogate has no place in a URL.
    .flatMap((secret) => [secret, encodeURIComponent(secret.replace(/\p{Cs}/gu, '')), JSON.stringify(secret).slice(1, -1)])
    // One secret can be the beginning of another.
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, form) => (form.length > 3 ? rest.replaceAll(form, GONE) : rest), text)
    // A JWT, looked for in a way that takes no longer whatever the text is.
    .replace(/[\w.-]+/g, (run) => (run.includes('eyJ') && run.split('.').length > 2 ? GONE : run));

/** Replaces the given secrets and, unless told otherwise, the values of fields with names of secrets, however deep. */
export const redact = (value: unknown, secrets: readonly string[], byName = true, depth = 0): unknown => {
  if (typeof value === 'string') return scrub(value, secrets);
  if (typeof value === 'number') return secrets.includes(String(value)) ? GONE : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return GONE;
  const inner = (item: unknown): unknown => redact(item, secrets, byName, depth + 1);
  if (Array.isArray(value)) return value.map(inner);
  const hidden = ([name, item]: [string, unknown]): boolean =>
    byName && typeof item === 'string' && name !== 'code' && SECRET_NAME.test(name);
  return Object.fromEntries(Object.entries(value).map((entry) => [scrub(entry[0], secrets), hidden(entry) ? GONE : inner(entry[1])]));
};

/** The secret values of an input, however deep, by the names of their fields. */
export const secretsOf = (value: unknown, found: string[] = []): string[] => {
  // It grows while it is gone through.
  const all = new Set([value]);
  for (const item of all) {
    if (ArrayBuffer.isView(item) || typeof item !== 'object') continue;
    for (const [name, inner] of Object.entries(item ?? {})) {
      if (typeof inner !== 'string') all.add(inner);
      else if (SECRET_NAME.test(name)) found.push(inner.replace(/^(?:Bearer|Basic) /, '').trim());
    }
  }
  return found;
};
