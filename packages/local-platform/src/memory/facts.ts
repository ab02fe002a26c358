import type { Facts } from '@platform-sdk/memory';
import { readObject } from './lenient-json.ts';

export const LONGEST_KEY = 64;
export const LONGEST_VALUE = 1000;
const MOST_TRIES = 20;
/** What is nested deeper than anybody would write is left out. */
const DEEPEST = 50;

const PLACEHOLDER =
  /^(?:|-+|\?+|\.+|n\/?a|none|null|nil|nan|undefined|unknown|unspecified|tbd|todo|empty|not (?:available|applicable|provided|specified|mentioned|given|known|stated)|no (?:data|information))\.?$/i;
const SENSITIVE_NAME =
  /passw|passphrase|secret|token|api.?key|private.?key|credential|cvv|cvc|\bpin\b|pin.?code|ssn|social.?security|credit.?card|card.?number|iban/i;
const SENSITIVE_VALUE = /(?:\d[ -]?){13,19}|\b(?:sk|pk|gh[pous]|xox[abp])[-_][\w-]{8,}|-----BEGIN/;
const VALID_KEY = /^[a-z][a-zA-Z\d]*$/;

/** A name in camelCase; empty when nothing of it can stay. */
export const camelCase = (name: string): string => {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '');
  if (VALID_KEY.test(plain)) return plain;
  const parts = plain
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^a-zA-Z\d]+/)
    .filter((part) => part !== '')
    .map((part) => part.toLowerCase());
  const joined = parts.map((part, index) => (index === 0 ? part : part.charAt(0).toUpperCase() + part.slice(1))).join('');
  const key = joined.replace(/^\d+/, '');
  return key.charAt(0).toLowerCase() + key.slice(1);
};

/** Facts out of any value: nested objects are flattened, and what is empty, sensitive or nameless is left out. */
export const factsIn = (value: unknown): Facts => {
  const found = new Map<string, string>();
  const seen = new Set<unknown>();

  const add = (path: readonly string[], inner: unknown, depth: number): void => {
    if (typeof inner === 'object' && inner !== null && !Array.isArray(inner)) {
      if (depth > DEEPEST || seen.has(inner)) return;
      seen.add(inner);
      for (const [name, each] of Object.entries(inner))
        add(/^address$/i.test(path.at(-1) ?? '') ? [name] : [...path, name], each, depth + 1);
      return;
    }
    const text = textOf(inner).slice(0, LONGEST_VALUE);
    const key = camelCase(path.length === 1 ? (path[0] ?? '') : path.join(' ')).slice(0, LONGEST_KEY);
    if (key === '' || PLACEHOLDER.test(text) || path.some((name) => SENSITIVE_NAME.test(name)) || SENSITIVE_VALUE.test(text)) return;
    if (!found.has(key)) found.set(key, text);
  };

  add([], value, 0);
  return Object.fromEntries(found);
};

const textOf = (value: unknown, depth = 0): string => {
  if (depth > DEEPEST) return '';
  if (Array.isArray(value)) {
    return value
      .map((each) => textOf(each, depth + 1))
      .filter((text) => !PLACEHOLDER.test(text))
      .join(', ');
  }
  if (typeof value === 'object' && value !== null)
    return Object.values(value)
      .map((each) => textOf(each, depth + 1))
      .join(' ');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value).trim() : '';
};

/** What a model wrote, as facts. Whatever it wrote, this neither fails nor takes long. */
export const cleanFacts = (output: string): Facts => {
  let text = /```[a-z\d]*\s*\n?([^]*?)(?:```|$)/i.exec(output)?.[1] ?? output;
  for (let from = text.indexOf('{'), tries = 0; from >= 0 && tries < MOST_TRIES; tries++) {
    const { value, end } = readObject(text, from);
    const facts = factsIn(value);
    if (Object.keys(facts).length > 0) return facts;
    // What was cut off must not come back as a line.
    if (end >= text.length && !text.endsWith('}')) text = text.slice(0, from);
    from = text.indexOf('{', Math.max(end, from + 1));
  }
  return factsIn(pairsIn(text));
};

/** The last resort: lines of a name and a value. */
const pairsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const place = line.search(/[:=]/);
      const bared = (part: string): string => part.trim().replace(/^[-*•"'{\s]+|["',}\s]+$/g, '');
      const [name, value] = [bared(line.slice(0, Math.max(place, 0))), bared(line.slice(place + 1))];
      return place > 0 && /^[\p{L}][\p{L}\p{N} _-]{0,63}$/u.test(name) && name.split(' ').length <= 4 ? [[name, value]] : [];
    }),
  );
