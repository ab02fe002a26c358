import type { ProfileFacts } from '@platform-sdk/memory';
import { readObject } from './lenient-json.ts';

export const MAX_KEY = 64;
export const MAX_VALUE = 1000;
const MAX_TRIES = 20;
/** Values below this depth are ignored. */
const DEEPEST = 50;

const PLACEHOLDER =
  /^(?:|-+|\?+|\.+|n\/?a|none|null|nil|nan|undefined|unknown|unspecified|tbd|todo|empty|not (?:available|applicable|provided|specified|mentioned|given|known|stated)|no (?:data|information))\.?$/i;
const SENSITIVE_NAME =
  /passw|passphrase|secret|token|api.?key|private.?key|credential|cvv|cvc|\bpin\b|pin.?code|ssn|social.?security|credit.?card|card.?number|iban/i;
const SENSITIVE_VALUE = /\b(?:sk|pk|gh[pous]|xox[abp])[-_][\w-]{8,}|-----BEGIN/;
/**
 * Matches numbers that are at least as long as a card number. The digits may be grouped. A number with a plus sign is a phone number and does
 * not match.
 */
const NUMBER = /(?<![\d+])\d(?:[ -]?\d){12,}/g;
const CARD_START = /(?<!\d)[2-6]/g;
const MIN_CARD_DIGITS = 13;
const MAX_CARD_DIGITS = 19;
const FENCE = /```([a-z\d]*)\s*\n?([^]*?)(?:```|$)/gi;
const VALID_KEY = /^[a-z][a-zA-Z\d]*$/;

/** Returns the first `most` UTF-16 code units of a string. Never splits a surrogate pair. */
export const cut = (text: string, most: number): string => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');

const withoutMarks = (name: string): string => name.normalize('NFKD').replace(/\p{M}/gu, '');

/** Splits a name into lower-case words, without leading digits. */
const wordsOf = (name: string): string =>
  withoutMarks(name)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[^a-zA-Z\d]+/g, ' ')
    .replace(/^[\d ]+/, '')
    .trimEnd()
    .toLowerCase();

/** Returns a name in camelCase, or an empty string if no character is usable. */
export const camelCase = (name: string): string => {
  const plain = withoutMarks(name);
  return VALID_KEY.test(plain) ? plain : wordsOf(plain).replace(/ (.)/g, (_, initial: string) => initial.toUpperCase());
};

/** The position of a value: its name, and the words of the names of all enclosing objects. */
interface Place {
  readonly name: string;
  readonly words: string;
  readonly key: string;
  readonly isSecret: boolean;
}

const ROOT: Place = { name: '', words: '', key: '', isSecret: false };

/** Returns the position of a nested value. The words are cut at a maximum, because many nested names would add up to a long string. */
const placeIn = (outer: Place, name: string): Place => {
  const above = /^address$/i.test(outer.name) ? ROOT : outer;
  const words = wordsOf(`${above.words} ${name}`).slice(0, 2 * MAX_KEY);
  const key = camelCase(above === ROOT ? name : words).slice(0, MAX_KEY);
  return { name, words, key, isSecret: above.isSecret || SENSITIVE_NAME.test(name) };
};

/** Extracts facts from any value. Flattens nested objects. Ignores values that are empty, sensitive or unnamed. */
export const factsIn = (value: unknown): ProfileFacts => {
  const found = new Map<string, string>();
  const seen = new Set<unknown>();

  const add = (place: Place, inner: unknown, depth: number): void => {
    if (typeof inner === 'object' && inner !== null && !Array.isArray(inner)) {
      if (depth > DEEPEST || seen.has(inner)) return;
      seen.add(inner);
      for (const [name, each] of Object.entries(inner)) add(placeIn(place, name), each, depth + 1);
      return;
    }
    const text = cut(textOf(inner), MAX_VALUE);
    const { key, isSecret } = place;
    if (key === '' || isSecret || found.has(key) || PLACEHOLDER.test(text) || isSensitive(text)) return;
    found.set(key, text);
  };

  add(ROOT, value, 0);
  return Object.fromEntries(found);
};

const isSensitive = (text: string): boolean => SENSITIVE_VALUE.test(text) || (text.match(NUMBER) ?? []).some(holdsCard);

/** Returns whether a number contains a card number. The expiry date or the security code may surround the card number. */
const holdsCard = (written: string): boolean => {
  for (const { index } of written.matchAll(CARD_START)) if (beginsWithCard(written, index)) return true;
  return false;
};

/** Returns whether a card number starts at `from`. Phone numbers and ISBNs lack the check digit of a card number. */
const beginsWithCard = (written: string, from: number): boolean => {
  // The checksums for an even and an odd number of digits. Every second digit from the right counts double.
  const sums: [number, number] = [0, 0];
  let count = 0;
  for (let at = from; at < written.length && count < MAX_CARD_DIGITS; at++) {
    if (!isDigit(written, at)) continue;
    const digit = Number(written[at]);
    const doubled = digit * 2 - (digit > 4 ? 9 : 0);
    sums[0] += count % 2 === 0 ? doubled : digit;
    sums[1] += count % 2 === 0 ? digit : doubled;
    count += 1;
    const sum = count % 2 === 0 ? sums[0] : sums[1];
    if (count >= MIN_CARD_DIGITS && sum % 10 === 0 && !isDigit(written, at + 1)) return true;
  }
  return false;
};

const isDigit = (text: string, at: number): boolean => /\d/.test(text.charAt(at));

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

/** Extracts facts from the output of a model. The function never throws, and takes only a limited time. */
export const cleanFacts = (output: string): ProfileFacts => {
  const facts = factsIn(plainObject(output));
  if (Object.keys(facts).length > 0) return facts;
  const fences = [...output.matchAll(FENCE)].map(([, language = '', inside = '']) => ({ isJson: /^json$/i.test(language), inside }));
  // Code blocks marked as JSON are tried before other code blocks.
  const fenced = fences.toSorted((one, other) => Number(other.isJson) - Number(one.isJson)).slice(0, MAX_TRIES);
  const read = [...fenced.map(({ inside }) => inside), output.replace(FENCE, '\n')].map(factsOf);
  return (
    read.find(({ inObject }) => Object.keys(inObject).length > 0)?.inObject ??
    read.find(({ inLines }) => Object.keys(inLines).length > 0)?.inLines ??
    {}
  );
};

/** Parses the text from the first to the last brace. Returns an empty object if this text is not JSON. */
const plainObject = (output: string): unknown => {
  try {
    return JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
  } catch {
    return {};
  }
};

/** Returns the facts in the first JSON object that contains any, or else the facts in the lines. */
const factsOf = (given: string): { readonly inObject: ProfileFacts; readonly inLines: ProfileFacts } => {
  let text = given;
  for (let from = text.indexOf('{'), tries = 0; from >= 0 && tries < MAX_TRIES; tries++) {
    const { value, end } = readObject(text, from);
    const inObject = factsIn(value);
    if (Object.keys(inObject).length > 0) return { inObject, inLines: {} };
    // An incomplete value must not be parsed as a line too.
    if (end >= text.length && !text.endsWith('}')) text = text.slice(0, from);
    from = text.indexOf('{', Math.max(end, from + 1));
  }
  return { inObject: {}, inLines: factsIn(pairsIn(text)) };
};

/** Parses lines of the form `name: value`. Used only if the text contains no other facts. */
const pairsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const place = line.search(/[:=]/);
      const bared = (part: string): string => part.trim().replace(/^[-*•"'{\s]+|(?<!["',}\s])["',}\s]+$/g, '');
      const [name, value] = [bared(line.slice(0, Math.max(place, 0))), bared(line.slice(place + 1))];
      return place > 0 && /^[\p{L}][\p{L}\p{N} _-]{0,63}$/u.test(name) && name.split(' ').length <= 4 ? [[name, value]] : [];
    }),
  );
