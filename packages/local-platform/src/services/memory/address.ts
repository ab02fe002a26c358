/** Matches a postal code: digits, or the British form. */
const POSTAL_CODE = /(?<![\p{L}\d-])(?:\d{3,6}(?:[ -]\d{2,4})?|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})(?![\p{L}\d-])/u;

/** Splits an address such as `1 High Street, Springfield, IL 62704, USA`. Returns an empty object for other texts. */
export const addressIn = (text: string): Record<string, string> => {
  const [street = '', ...parts] = text.split(',').map((part) => part.trim());
  if (parts.length === 0 || !/\d/.test(street)) return {};
  const code = parts.map((part) => POSTAL_CODE.exec(part)?.[0]).find((found) => found !== undefined);
  const [city, ...regions] = parts.map((part) => part.replace(POSTAL_CODE, '').trim()).filter((part) => part !== '');
  const last = regions.at(-1);
  // Two capital letters are a US state, except `UK` and `US`.
  const isState = regions.length === 1 && /^(?!U[KS]$)[A-Z]{2}$/.test(last ?? '');
  const country = isState ? undefined : last;
  const state = isState ? last : regions.at(-2);
  const found = { street, city, state, country, postalCode: code };
  return Object.fromEntries(Object.entries(found).filter((entry): entry is [string, string] => entry[1] !== undefined));
};
