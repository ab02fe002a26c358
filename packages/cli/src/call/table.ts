import { printable } from '../printable.ts';

type Row = Readonly<Record<string, unknown>>;

/** Ids, hashes and times fit. Longer texts are cut at a terminal. */
const MAX_CELL = 42;
const GAP = 2;

/** A column with its width. */
interface Column {
  readonly name: string;
  readonly width: number;
  readonly isNumber: boolean;
}

/** The columns of a table, which all of its pages share. */
export interface TableShape {
  readonly columns: readonly Column[];
  /** Columns that the terminal is too narrow for. */
  readonly omitted: readonly string[];
}

/** Chooses the columns of a table: simple values in the order of the fields, as many as fit. Undefined if no row has a simple value. */
export const tableShape = (rows: readonly Row[], width: number): TableShape | undefined => {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const simple = names.filter((name) => rows.every((row) => isSimple(row[name])) && rows.some((row) => cellOf(row[name]) !== ''));
  if (simple.length === 0) return undefined;
  const columns: Column[] = [];
  let used = 0;
  for (const name of simple) {
    const column = columnOf(name, rows, columns.length === 0 ? Infinity : width === Infinity ? Infinity : MAX_CELL);
    if (columns.length > 0 && used + GAP + column.width > width) continue;
    used += (columns.length > 0 ? GAP : 0) + column.width;
    columns.push(column);
  }
  const shown = new Set(columns.map(({ name }) => name));
  return { columns, omitted: names.filter((name) => !shown.has(name) && rows.some((row) => cellOf(row[name]) !== '')) };
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

/** Returns the heading of a table. */
export const tableHead = ({ columns }: TableShape): string => lineOf(columns.map((column) => [column, column.name]));

/** Returns a line for each row. */
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

/** Returns true for a value that fits in a cell: a string, a number or a list of them. */
const isSimple = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || (Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null));

/** Returns a value as one line. Absent values are empty. */
export const cellOf = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value) && isSimple(value)) return value.map(cellOf).join(', ');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return printable(text).replaceAll('\n', ' ');
};

const WIDE = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}/u;

/** Returns the number of columns that a terminal uses for a text. */
export const textWidth = (text: string): number => {
  let width = 0;
  for (const character of text.replaceAll(/\p{M}/gu, '')) width += WIDE.test(character) ? 2 : 1;
  return width;
};

const cut = (text: string, width: number): string => {
  if (textWidth(text) <= width) return text;
  let kept = '';
  for (const character of text) {
    if (textWidth(kept + character) > width - 1) break;
    kept += character;
  }
  return `${kept}…`;
};

/** Returns an object as lines: its simple values, then its lists as tables and its long texts. */
export const recordLines = (record: Row, width: number, style: (text: string) => string): string[] => {
  const fields = flat(record, '');
  const short = fields.filter(([, value]) => isSimple(value) && !isText(value));
  const labels = Math.max(0, ...short.map(([name]) => textWidth(name)));
  const lines = short.map(([name, value]) => `${style(name.padEnd(labels))}  ${cellOf(value)}`.trimEnd());
  for (const [name, value] of fields.filter(([, each]) => !isSimple(each) || isText(each)))
    lines.push('', style(name), ...(isText(value) ? printable(value).split('\n') : listLines(value as readonly unknown[], width, style)));
  return lines[0] === '' ? lines.slice(1) : lines;
};

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim().includes('\n');

/** Returns a list of objects as a table with its omitted columns. */
export const listLines = (items: readonly unknown[], width: number, style: (text: string) => string): string[] => {
  const rows = items.map(rowOf);
  const shape = tableShape(rows, width);
  if (!shape) return rows.map((row) => cellOf(row));
  const note = shape.omitted.length > 0 && width !== Infinity ? [style(`not shown: ${shape.omitted.join(', ')}`)] : [];
  return [style(tableHead(shape)), ...tableRows(shape, rows), ...note];
};

/** Returns an item of a list as a row. */
export const rowOf = (item: unknown): Row =>
  typeof item === 'object' && item !== null && !Array.isArray(item) ? Object.fromEntries(flat(item as Row, '')) : { value: item };

/** Returns the fields of an object. Those of inner objects have dotted names. */
const flat = (record: Row, prefix: string): (readonly [name: string, value: unknown])[] =>
  Object.entries(record).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
      ? flat(value as Row, `${prefix}${name}.`)
      : [[prefix + name, value] as const],
  );
