import { isMembers } from '@platform-sdk/core/internal';
import { printable } from '../printable.ts';

type Row = Readonly<Record<string, unknown>>;

/** The maximum width of a cell in a terminal, except in the first column. UUIDs, address hashes and times fit. */
const MAX_CELL = 42;
const GAP = 2;

interface Column {
  readonly name: string;
  readonly width: number;
  readonly isNumber: boolean;
}

/** The columns of a table. They stay the same for all pages. */
export interface TableShape {
  readonly columns: readonly Column[];
  /** The fields without a column, because they do not fit, or because they contain objects. Fields of `meta` are listed as `meta`. */
  readonly omitted: readonly string[];
}

/**
 * Chooses the columns of a table: the key or the id, then as many fields with simple values as fit. A column that needs more than half of
 * the remaining width is only added after all narrower columns. Returns undefined if every field contains an object in some row.
 */
export const tableShape = (rows: readonly Row[], width: number, key = 'id'): TableShape | undefined => {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => rows.some((row) => cellOf(row[name]) !== ''));
  const isSimpleColumn = (name: string): boolean => !isAbout(name) && rows.every((row) => isSimple(row[name]));
  const simple = byRank(names.filter(isSimpleColumn), key);
  if (simple.length === 0) return undefined;
  const columns = simple.map((name, index) => columnOf(name, rows, index === 0 || width === Infinity ? Infinity : MAX_CELL));
  const chosen = new Set(columns.slice(0, 1));
  let left = width - (columns[0]?.width ?? 0);
  for (const share of [2, 1])
    for (const column of columns) {
      const needed = column.width + GAP;
      if (chosen.has(column) || needed * share > left) continue;
      chosen.add(column);
      left -= needed;
    }
  const shown = new Set([...chosen].map(({ name }) => name));
  return {
    columns: columns.filter((column) => chosen.has(column)),
    omitted: [...new Set(names.filter((name) => !shown.has(name)).map((name) => (isAbout(name) ? 'meta' : name)))],
  };
};

/** Returns whether a column belongs to `meta`, which contains data such as the caller's permissions. */
const isAbout = (name: string): boolean => name.startsWith('meta.');

/** Sorts names: the key, the id, the fields, the fields of inner objects, the type, and the fields of `meta`. */
const byRank = (names: readonly string[], key = 'id'): string[] => {
  const known = new Map([
    ['type', 4],
    ['id', 1],
    [key, 0],
  ]);
  const rankOf = (name: string): number => known.get(name) ?? (isAbout(name) ? 5 : name.includes('.') ? 3 : 2);
  return names.toSorted((one, other) => rankOf(one) - rankOf(other));
};

const columnOf = (name: string, rows: readonly Row[], limit: number): Column => {
  const values = rows.map((row) => row[name]);
  const widest = Math.max(textWidth(name), ...values.map((value) => textWidth(cellOf(value))));
  return {
    name,
    width: Math.min(widest, Math.max(limit, textWidth(name))),
    isNumber: values.every((value) => typeof value === 'number' || value === undefined),
  };
};

export const tableHead = ({ columns }: TableShape): string => lineOf(columns.map((column) => [column, column.name]));

export const tableRows = ({ columns }: TableShape, rows: readonly Row[]): string[] =>
  rows.map((row) => lineOf(columns.map((column) => [column, cut(cellOf(row[column.name]), column.width)])));

const lineOf = (cells: readonly (readonly [Column, string])[]): string =>
  cells
    .map(([{ width, isNumber }, text]) => {
      const padding = ' '.repeat(Math.max(0, width - textWidth(text)));
      return isNumber ? padding + text : text + padding;
    })
    .join(' '.repeat(GAP))
    .trimEnd();

/** Returns whether a value fits into a cell. Objects, and lists that contain objects, do not. */
const isSimple = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || (Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null));

/** Returns a value as one line, which is empty for null and undefined. */
export const cellOf = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value) && isSimple(value)) return value.map(cellOf).join(', ');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return printable(text).replaceAll('\n', ' ');
};

const WIDE = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}/u;

/** Returns the number of columns that a terminal uses for a string. */
export const textWidth = (text: string): number => {
  let width = 0;
  for (const character of text.replaceAll(/\p{M}/gu, '')) width += WIDE.test(character) ? 2 : 1;
  return width;
};

/** Shortens a string to a number of terminal columns. */
export const cut = (text: string, width: number): string => {
  if (textWidth(text) <= width) return text;
  let kept = '';
  for (const character of text) {
    if (textWidth(kept + character) > width - 1) break;
    kept += character;
  }
  return `${kept}…`;
};

/** Returns an object as lines: its simple values, then its lists of objects as tables and its strings with several lines. */
export const recordLines = (record: Row, width: number, style: (text: string) => string): string[] => {
  const all = Object.fromEntries(flat(record, ''));
  const fields = byRank(Object.keys(all)).map((name): [string, unknown] => [name, all[name]]);
  const short = fields.filter(([, value]) => isSimple(value) && !isText(value));
  const labels = Math.max(0, ...short.map(([name]) => textWidth(name)));
  const lines = short.map(([name, value]) => `${style(name.padEnd(labels))}  ${cellOf(value) || emptyCell(value)}`.trimEnd());
  for (const [name, value] of fields.filter(([, each]) => !isSimple(each) || isText(each)))
    lines.push('', style(name), ...(isText(value) ? printable(value).split('\n') : listLines(value as readonly unknown[], width, style)));
  return lines[0] === '' ? lines.slice(1) : lines;
};

const emptyCell = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'none' : '');

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim().includes('\n');

const listLines = (items: readonly unknown[], width: number, style: (text: string) => string): string[] => {
  const rows = items.map(rowOf);
  const shape = tableShape(rows, width);
  if (!shape) return rows.map((row) => cellOf(row));
  return [style(tableHead(shape)), ...tableRows(shape, rows)];
};

export const rowOf = (item: unknown): Row => (isMembers(item) ? Object.fromEntries(flat(item, '')) : { value: item });

/** Returns the fields of an object. The fields of inner objects get dotted names. */
const flat = (record: Row, prefix: string): (readonly [name: string, value: unknown])[] =>
  Object.entries(record).flatMap(([name, value]) =>
    isMembers(value) && Object.keys(value).length > 0 ? flat(value, `${prefix}${name}.`) : [[prefix + name, value] as const],
  );
