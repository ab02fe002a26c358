import { isMembers, type Members } from '@platform-sdk/core/internal';
import { mapStrings } from '../map-strings.ts';

/** A value, shortened to a maximum size. */
export interface Shortened {
  readonly value: unknown;
  /** The index of the next item of a list that was cut. Absent if the rest of the list fits. */
  readonly nextItem?: number;
  /** Describes the missing parts. Absent if the value is complete. */
  readonly note?: string;
}

/** Returns only the named fields, such as `data.id`. In lists, selects the fields of each item. Without names, returns the value. */
export const pick = (value: unknown, names: readonly string[]): unknown =>
  picked(value, names.length === 0 ? [[]] : names.map((name) => name.split('.')));

const picked = (value: unknown, paths: readonly (readonly string[])[]): unknown => {
  if (paths.some((path) => path.length === 0)) return value;
  if (Array.isArray(value)) return value.map((item) => picked(item, paths));
  if (!isMembers(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      const tails = paths.filter(([head]) => head === key).map((path) => path.slice(1));
      const found = tails.length > 0 ? picked(inner, tails) : undefined;
      return found === undefined ? [] : [[key, found]];
    }),
  );
};

/** Returns the field names of a value. For a list, returns the field names of its first item. */
export const fieldNames = (value: unknown): string[] => {
  const found: unknown = Array.isArray(value) ? value[0] : value;
  return isMembers(found) ? Object.keys(found) : [];
};

const sizeOf = (value: unknown): number => (value === undefined ? 0 : JSON.stringify(value).length);

/** Shortens a value to `maxCharacters` of JSON: keeps the items of its longest list that fit, from `skip` on, or else cuts its strings. */
export const shorten = (value: unknown, maxCharacters: number, skip = 0): Shortened => {
  const key = longestList(value);
  if (key === undefined) return shortenTexts(value, maxCharacters);
  const list = (key === '' ? value : (value as Members)[key]) as readonly unknown[];
  const withList = (items: readonly unknown[]): unknown => (key === '' ? items : { ...(value as Members), [key]: items });
  const rest = list.slice(skip);
  let size = sizeOf(withList([]));
  let count = 0;
  while (count < rest.length) {
    size += sizeOf(rest[count]) + 1;
    if (size > maxCharacters) break;
    count += 1;
  }
  if (count === rest.length) return { value: withList(rest) };
  const end = skip + Math.max(count, 1);
  const shown = `Items ${skip + 1} to ${end} of ${list.length} are shown`;
  // If the first item does not fit, its strings are cut.
  const cut = count > 0 ? { value: withList(rest.slice(0, count)) } : shortenTexts(withList(rest.slice(0, 1)), maxCharacters);
  const note = [shown, cut.note].filter(Boolean).join('. ');
  return { value: cut.value, note, ...(end < list.length && { nextItem: end }) };
};

/** Returns the key of the list with the most characters; an empty string if the value itself is a list; undefined without lists. */
const longestList = (value: unknown): string | undefined => {
  if (Array.isArray(value)) return '';
  if (!isMembers(value)) return undefined;
  const lists = Object.entries(value).filter(([, inner]) => Array.isArray(inner) && inner.length > 0);
  return lists.toSorted(([, one], [, other]) => sizeOf(other) - sizeOf(one))[0]?.[0];
};

const shortenTexts = (value: unknown, maxCharacters: number): Shortened => {
  if (sizeOf(value) <= maxCharacters) return { value };
  const note = `The result is longer than ${maxCharacters} characters, and was cut`;
  for (let limit = maxCharacters; limit >= 40; limit = Math.floor(limit / 2)) {
    const cut = mapStrings(value, (text) => cutText(text, limit));
    if (sizeOf(cut) <= maxCharacters) return { value: cut, note };
  }
  return { value: cutText(JSON.stringify(value), Math.floor(maxCharacters / 2)), note };
};

export const cutText = (text: string, limit: number): string =>
  text.length <= limit ? text : `${text.slice(0, limit)}... (${text.length - limit} more characters)`;
