export const REDACTED = '[redacted]';

/** Matches names of fields whose values are always secrets. */
const SECRET_NAME = /token|secret|passw|authorization|api[-_]?key|admin-access|^code$|_code$/i;
/** Matches names of query parameters whose values are secrets. */
const SECRET_PARAMETER = /token|secret|passw|auth|key|credential|session|^sig$|signature|^code$|_code$/i;
/** Matches headers of a caller whose values may be shown. */
const PLAIN_HEADER =
  /^(?:accept|cache-control$|content-|if-|prefer$|trace(?:parent|state)$|user-agent$|x-(?:request|trace|correlation)-id$)/i;
/** Matches a secret that is a common word. Such a secret is removed only where it is a whole value, because sentences may contain the word too. */
const WORD = /^[A-Za-z][a-z]{1,7}$/;
/** Matches members that describe a secret, and are not secret themselves. */
const DESCRIPTION = /^(?:id|type|code|name|status|title|message|detail|description)$/;
const CUT = '[cut]';
const MAX_DEPTH = 99;

/** Removes the secrets of a call, and anything that looks like a JWT, from a string. If `isCut` is true, also removes a part of a secret at the end of the string. */
export type Scrub = (text: string, isCut?: boolean) => string;

type Replace = readonly [form: string | RegExp, replacement: string];

const replacementOf = (form: string): Replace =>
  WORD.test(form) ? [new RegExp(`(^|["'\`=]|:\\s?)${form}(?=["'\`&,;)\\]}!?]|\\.?$)`, 'g'), `$1${REDACTED}`] : [form, REDACTED];

/** Returns the forms of a secret: plain, URL-encoded and in JSON. A URL cannot contain a lone surrogate. */
const formsOf = (secret: string): string[] => {
  const encoded = encodeURIComponent(secret.replace(/\p{Cs}/gu, ''));
  return [secret, encoded, encoded.replace(/%../g, (byte) => byte.toLowerCase()), JSON.stringify(secret).slice(1, -1)];
};

/** Removes the beginning of a secret from the end of a string. */
const withoutPart = (text: string, forms: Iterable<string>): string => {
  for (const form of forms) {
    for (let length = form.length - 1; length > 3; length--) {
      if (text.endsWith(form.slice(0, length))) return text.slice(0, -length) + REDACTED;
    }
  }
  return text;
};

/** Creates a function that removes these secrets, and all JWTs, from a string. Its time is linear in the length of the string. */
export const createScrub = (secrets: readonly string[]): Scrub => {
  const forms = new Set(secrets.flatMap(formsOf).filter((form) => form.length > 3));
  // The longest secret comes first, because one secret can be the beginning of another.
  const replaces = [...forms].toSorted((one, other) => other.length - one.length).map(replacementOf);
  const whole = new Set(secrets);
  return (text, isCut = false) => {
    // A string that equals a secret is removed, however short it is.
    if (text && whole.has(text)) return REDACTED;
    const replaced = replaces.reduce((left, [form, replacement]) => left.replaceAll(form, replacement), text);
    const rest = isCut ? withoutPart(replaced, forms) : replaced;
    // Removes JWTs in linear time, whatever the string contains.
    return rest.replace(/[\w.-]+/g, (run) => (run.includes('eyJ') && run.split('.').length > 2 ? REDACTED : run));
  };
};

export interface RedactOptions {
  /** Also removes the values of fields that are named like secrets. Default: true. */
  readonly byName?: boolean;
  /** The maximum number of values; all further values are left out. Default: 20,000. */
  readonly maxValues?: number;
}

/** Copies a value without the secrets that `scrub` removes. The number of copied values and their depth are limited. */
export const redact = (value: unknown, scrub: Scrub, { byName = true, maxValues = 20_000 }: RedactOptions = {}): unknown => {
  let values = 0;
  const copy = (found: unknown, depth: number, isSecret: boolean): unknown => {
    if (typeof found === 'string') return isSecret ? REDACTED : scrub(found);
    if (typeof found === 'number') return scrub(String(found)) === String(found) ? found : REDACTED;
    if (typeof found !== 'object' || found === null) return found;
    if (depth > MAX_DEPTH) return CUT;
    if (Array.isArray(found)) {
      const items: unknown[] = [];
      for (const item of found) {
        if (++values > maxValues) break;
        items.push(copy(item, depth + 1, isSecret));
      }
      return items;
    }
    const members: [string, unknown][] = [];
    for (const name in found) {
      if (!Object.hasOwn(found, name)) continue;
      if (++values > maxValues) break;
      const item = (found as Record<string, unknown>)[name];
      members.push([scrub(name), copy(item, depth + 1, byName && name !== 'code' && holdsSecret(name, isSecret))]);
    }
    return Object.fromEntries(members);
  };
  return copy(value, 0, false);
};

/** Returns true if a member's name shows that its strings are secrets. Within a secret, all members except `DESCRIPTION` are secret too. */
export const holdsSecret = (name: string, isWithinSecret: boolean): boolean =>
  SECRET_NAME.test(name) || (isWithinSecret && !DESCRIPTION.test(name));

/** Collects the secret values of an input at any depth, by the names of their fields. Also collects secrets within URLs. */
export const secretsOf = (value: unknown, found: string[] = []): string[] => {
  try {
    collectSecrets(value, found);
  } catch {
    // A getter threw: such an input is never sent.
  }
  return found;
};

const collectSecrets = (value: unknown, found: string[]): void => {
  // Maps each value to whether it is within a secret. The map grows while the loop runs.
  const all = new Map([[value, false]]);
  for (const [item, isWithinSecret] of all) {
    if (ArrayBuffer.isView(item) || typeof item !== 'object') continue;
    for (const [name, inner] of Object.entries(item ?? {})) {
      const isSecret = holdsSecret(name, isWithinSecret);
      if (typeof inner !== 'string') add(all, inner, isSecret);
      else if (isSecret) found.push(inner.replace(/^(?:Bearer|Basic) /, '').trim());
      else if (/^\s*https?:\/\//i.test(inner)) found.push(...secretsOfAddress(inner));
    }
  }
};

/** Adds a value once. If a value that was not secret also appears as a secret, it is added again as a secret. */
const add = (all: Map<unknown, boolean>, value: unknown, isSecret: boolean): void => {
  if (isSecret && all.get(value) === false) all.delete(value);
  if (!all.has(value)) all.set(value, isSecret);
};

/** Returns the password and the secret parameters of a URL, both as written and decoded. */
const secretsOfAddress = (address: string): string[] => {
  const [, password] = /^[^/?#]*\/\/[^/?#@:]*:([^/?#@]+)@/.exec(address) ?? [];
  const parameters = [...address.matchAll(/[?&#]([^=&#?]{1,99})=([^&#]+)/g)];
  const values = parameters.flatMap(([, name = '', value = '']) => (SECRET_PARAMETER.test(name) ? [value] : []));
  return [...(password === undefined ? [] : [password]), ...values].flatMap((value) => [value, decoded(value)]);
};

const decoded = (value: string): string => {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return value;
  }
};

/** Returns the values of a caller's own headers that no error may show, including each value of a `Cookie`. */
export const secretsOfHeaders = (headers: Readonly<Record<string, string>> | null | undefined): string[] =>
  Object.entries((headers ?? {}) as Readonly<Record<string, unknown>>).flatMap(([name, value]) => {
    // A header whose value is not a string is rejected later.
    if (typeof value !== 'string' || PLAIN_HEADER.test(name)) return [];
    const pairs = /^cookie$/i.test(name) ? value.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1).trim()) : [];
    return [value, value.replace(/^\w+ /, '').trim(), ...pairs];
  });
