/** Field names whose values are secrets wherever they appear. */
const SECRET_NAME = /token|secret|passw|authorization|api[-_]?key|admin-access|^code$|_code$/i;
const JWT = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;
const GONE = '[redacted]';

/** Takes every given secret, and anything that looks like a JWT, out of a text. */
export const scrub = (text: string, secrets: readonly string[]): string =>
  secrets
    // As it is, in a URL and in JSON; a lone surrogate has no place in a URL.
    .flatMap((secret) => [secret, encodeURIComponent(secret.replace(/\p{Cs}/gu, '')), JSON.stringify(secret).slice(1, -1)])
    // One secret can be the beginning of another.
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, form) => (form.length > 3 ? rest.replaceAll(form, GONE) : rest), text)
    .replace(JWT, GONE);

/** Replaces the given secrets and, unless told otherwise, the values of fields with names of secrets, however deep. */
export const redact = (value: unknown, secrets: readonly string[], byName = true): unknown => {
  if (typeof value === 'string') return scrub(value, secrets);
  if (typeof value === 'number') return secrets.includes(String(value)) ? GONE : value;
  if (Array.isArray(value)) return value.map((item) => redact(item, secrets, byName));
  if (typeof value !== 'object' || value === null) return value;
  const hidden = ([name, inner]: [string, unknown]): boolean =>
    byName && typeof inner === 'string' && name !== 'code' && SECRET_NAME.test(name);
  return Object.fromEntries(
    Object.entries(value).map((entry) => [scrub(entry[0], secrets), hidden(entry) ? GONE : redact(entry[1], secrets, byName)]),
  );
};

/** The secret values of an input, however deep, by the names of their fields. */
export const secretsOf = (value: unknown, found: string[] = [], seen = new Set<unknown>()): string[] => {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || seen.has(value)) return found;
  seen.add(value);
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner !== 'string') secretsOf(inner, found, seen);
    else if (SECRET_NAME.test(name)) found.push(inner.replace(/^(?:Bearer|Basic) /, '').trim());
  }
  return found;
};
