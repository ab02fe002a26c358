import { mapStrings } from '../map-strings.ts';

/** The format of a string, without its characters. */
export type Form = 'empty' | 'time' | 'date' | 'uuid' | 'e-mail' | 'address' | 'number' | 'UPPER_CASE' | 'lower_case' | 'word' | 'text';

const FORMS: readonly (readonly [Form, RegExp])[] = [
  ['empty', /^$/],
  ['time', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/],
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['uuid', /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i],
  ['e-mail', /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  ['address', /^https?:\/\//],
  ['number', /^-?\d+(?:\.\d+)?$/],
  ['UPPER_CASE', /^[A-Z][A-Z\d_]*$/],
  ['lower_case', /^[a-z][a-z\d_]*$/],
  ['word', /^[\w-]+$/],
];

/** The maximum length of an examined string. All known formats are shorter. */
const MAX_LENGTH = 300;

export const formOf = (text: string): Form => {
  if (text.length > MAX_LENGTH) return 'text';
  return FORMS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'text';
};

/** Matches typical field names. A name with four digits or twelve hexadecimal characters in a row (`DATA`) is probably data. */
const FIELD_NAME = /^_?[A-Za-z][A-Za-z\d]*(?:[-_][A-Za-z\d]+)*$/;
const DATA = /\d{4}|[\da-f]{12}/i;
const MAX_NAME = 40;

/** The placeholder for keys that may be data, such as an e-mail address, and for strings that contain a secret. */
const WITHHELD = '(withheld)';

/** The minimum length of a secret to search for, in characters. Shorter secrets also occur in ordinary words. */
const MIN_SECRET = 6;

/** Returns a copy of a report in which strings with secrets are masked. `isOwn` returns true for names of the contracts, which stay. */
export const withoutSecrets = <Report>(report: Report, secrets: Iterable<string>, isOwn: (text: string) => boolean): Report => {
  const forms = [...secrets]
    .filter((secret) => secret.length >= MIN_SECRET)
    .flatMap((secret) => [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64').replaceAll('=', '')])
    .map((secret) => secret.toLowerCase());
  const shown = (text: string): string => {
    const lower = text.toLowerCase();
    return !isOwn(text) && forms.some((secret) => lower.includes(secret)) ? WITHHELD : text;
  };
  return mapStrings(report, shown, shown) as Report;
};

export const isFieldName = (name: string): boolean => name.length <= MAX_NAME && FIELD_NAME.test(name) && !DATA.test(name);

/** Returns a key, or a placeholder if it may be data. */
export const shownName = (name: string): string => (isFieldName(name) ? name : WITHHELD);
