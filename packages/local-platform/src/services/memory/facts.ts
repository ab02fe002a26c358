import type { ProfileFacts } from '@platform-sdk/memory';
import { readObject } from './lenient-json.ts';

export const MAX_KEY = 64;
export const MAX_VALUE = 1000;
const MAX_TRIES = 20;
/** Values that are nested deeper are left out. */
const DEEPEST = 50;

const PLACEHOLDER =
  /^(?:|-+|\?+|\.+|n\/?a|none|null|nil|nan|undefined|unknown|unspecified|tbd|todo|empty|not (?:available|applicable|provided|specified|mentioned|given|known|stated)|no (?:data|information))\.?$/i;
const SENSITIVE_NAME =
  /passw|passphrase|secret|token|api.?key|private.?key|credential|cvv|cvc|\bpin\b|pin.?code|ssn|social.?security|credit.?card|card.?number|iban/i;
const SENSITIVE_VALUE = /\b(?:sk|pk|gh[pous]|xox[abp])[-_][\w-]{8,}|-----BEGIN/;
/** As long as a card number or longer, in groups or not. Phone numbers have a plus. */
const NUMBER = /(?<![\d+])\d(?:[ -]?\d){12,}/g;
const CARD_NUMBER = /^[2-6]\d{12,18}$/;
const CARD_GROUPS = 19;
const FENCE = /```([a-z\d]*)\s*\n?([^]*?)(?:```|$)/gi;
const VALID_KEY = /^[a-z][a-zA-Z\d]*$/;

/** Returns the beginning of a text, without half a character at its end. */
export const cut = (text: string, most: number): string => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');

/** Returns a name in camelCase; empty when no character is usable. */
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

/** Extracts facts from any value. Nested objects are flattened. Empty, sensitive and nameless values are left out. */
export const factsIn = (value: unknown): ProfileFacts => {
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
    const text = cut(textOf(inner), MAX_VALUE);
    const key = camelCase(path.length === 1 ? (path[0] ?? '') : path.join(' ')).slice(0, MAX_KEY);
    if (key === '' || PLACEHOLDER.test(text) || path.some((name) => SENSITIVE_NAME.test(name)) || isSensitive(text)) return;
    if (!found.has(key)) found.set(key, text);
  };

  add([], value, 0);
  return Object.fromEntries(found);
};

const isSensitive = (text: string): boolean => SENSITIVE_VALUE.test(text) || (text.match(NUMBER) ?? []).some(holdsCard);

/** Returns whether some groups of a number are a card number. Its date or its code may be among the groups. */
const holdsCard = (written: string): boolean => {
  const groups = written.split(/[ -]/);
  return groups.some((_, from) => {
    const some = groups.slice(from, from + CARD_GROUPS);
    return some.some((_last, index) => isCardNumber(some.slice(0, index + 1).join('')));
  });
};

/** A card number has a check digit. Phone numbers and ISBNs have none or another, and mostly begin differently. */
const isCardNumber = (number: string): boolean => {
  const digits = number.split('').toReversed().map(Number);
  const sum = digits.reduce((total, digit, index) => total + (index % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)), 0);
  return CARD_NUMBER.test(number) && sum % 10 === 0;
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

/** Extracts facts from a model's output. It never fails and never takes long, for any output. */
export const cleanFacts = (output: string): ProfileFacts => {
  const facts = factsIn(plainObject(output));
  if (Object.keys(facts).length > 0) return facts;
  const fences = [...output.matchAll(FENCE)].map(([, language = '', inside = '']) => ({ isJson: /^json$/i.test(language), inside }));
  // Blocks that are marked as JSON take precedence over the code around them.
  const fenced = fences.toSorted((one, other) => Number(other.isJson) - Number(one.isJson)).slice(0, MAX_TRIES);
  const read = [...fenced.map(({ inside }) => inside), output.replace(FENCE, '\n')].map(factsOf);
  return (
    read.find(({ inObject }) => Object.keys(inObject).length > 0)?.inObject ??
    read.find(({ inLines }) => Object.keys(inLines).length > 0)?.inLines ??
    {}
  );
};

/** Parses the text between the first and the last brace, if it is JSON. */
const plainObject = (output: string): unknown => {
  try {
    return JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
  } catch {
    return {};
  }
};

/** Returns the facts in the objects of a text, or else in its lines. */
const factsOf = (given: string): { readonly inObject: ProfileFacts; readonly inLines: ProfileFacts } => {
  let text = given;
  for (let from = text.indexOf('{'), tries = 0; from >= 0 && tries < MAX_TRIES; tries++) {
    const { value, end } = readObject(text, from);
    const inObject = factsIn(value);
    if (Object.keys(inObject).length > 0) return { inObject, inLines: {} };
    // A value that was cut off must not return as a line.
    if (end >= text.length && !text.endsWith('}')) text = text.slice(0, from);
    from = text.indexOf('{', Math.max(end, from + 1));
  }
  return { inObject: {}, inLines: factsIn(pairsIn(text)) };
};

/** The last resort: lines of a name and a value. */
const pairsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const place = line.search(/[:=]/);
      const bared = (part: string): string => part.trim().replace(/^[-*•"'{\s]+|(?<!["',}\s])["',}\s]+$/g, '');
      const [name, value] = [bared(line.slice(0, Math.max(place, 0))), bared(line.slice(place + 1))];
      return place > 0 && /^[\p{L}][\p{L}\p{N} _-]{0,63}$/u.test(name) && name.split(' ').length <= 4 ? [[name, value]] : [];
    }),
  );
