import type { SchemaData } from '@platform-sdk/core/contract';
import { counted } from '../counted.ts';
import { inputAfter, itemKey, type OperationEntry } from '../operations/operations.ts';
import { replaceSecrets } from '../operations/secrets.ts';
import { printable } from '../printable.ts';
import type { Terminal } from '../terminal.ts';
import type { Input } from './input.ts';
import { cellOf, recordLines, rowOf, tableHead, tableRows, tableShape, type TableShape } from './table.ts';

/** Options for printing a result. */
export interface Printing {
  readonly json: boolean;
  readonly showSecrets: boolean;
  /** The maximum number of items. If undefined, only the first page of a list is printed. */
  readonly limit: number | undefined;
}

/** The state that the printers of one call share. */
interface Printer extends Printing {
  readonly terminal: Terminal;
  readonly entry: OperationEntry;
  readonly input: Input;
  /** Returns a copy in which `[hidden]` replaces each secret, unless `showSecrets` is true. */
  readonly visible: (value: unknown, schema?: SchemaData) => unknown;
}

/** Prints the result of a client's method as it arrives. At the end, prints the number of secrets that were hidden. */
export const printResult = async (
  returned: unknown,
  call: { readonly entry: OperationEntry; readonly input: Input },
  printing: Printing,
  terminal: Terminal,
): Promise<void> => {
  let hidden = 0;
  const visible: Printer['visible'] = (value, schema) =>
    replaceSecrets(value, schema, (secret) => (printing.showSecrets ? secret : ((hidden += 1), '[hidden]')));
  const printer: Printer = { ...printing, ...call, terminal, visible };
  await PRINTERS[call.entry.kind](returned, printer);
  if (hidden > 0) terminal.printError(`${counted(hidden, 'secret')} hidden. --show-secrets prints them.`);
};

type Print = (returned: unknown, printer: Printer) => Promise<void>;

/** Prints a document. A list is printed as a table, or as JSON with one line for each item. */
const printDocument: Print = async (returned, printer) => {
  const { terminal, json, entry, visible } = printer;
  const { printError, write, columns, style } = terminal;
  const value = visible(await returned, entry.operation.output);
  if (Array.isArray(value)) {
    const table: Table = { shape: undefined, count: 0 };
    await printItems(value, table, printer);
    printSummary(table, '', printer);
  } else if (value === undefined || value === null) {
    if (!json) printError('Done. The service returned no content.');
  } else if (json || typeof value !== 'object') await write(`${json ? JSON.stringify(value) : cellOf(value)}\n`);
  else await write(`${recordLines(value as Record<string, unknown>, columns, (text) => style('dim', text)).join('\n')}\n`);
};

/** A table whose rows are printed page by page. */
interface Table {
  shape: TableShape | undefined;
  count: number;
}

/** Prints items as lines of JSON or as rows. The first items determine the columns. */
const printItems = async (items: readonly unknown[], table: Table, { json, terminal, entry }: Printer): Promise<void> => {
  const rows = items.map(rowOf);
  const head = !json && table.count === 0 && rows.length > 0;
  if (head) table.shape = tableShape(rows, terminal.columns, itemKey(entry));
  table.count += items.length;
  const lines = table.shape ? tableRows(table.shape, rows) : items.map((item) => JSON.stringify(item));
  if (head && table.shape) lines.unshift(terminal.style('dim', tableHead(table.shape)));
  if (lines.length > 0) await terminal.write(`${lines.join('\n')}\n`);
};

/** Prints the number of items and the names of omitted columns to the standard error. Prints nothing with `--json`. */
const printSummary = ({ shape, count }: Table, note: string, { json, terminal }: Printer): void => {
  if (json) return;
  const isCut = shape && shape.omitted.length > 0 && terminal.columns !== Infinity;
  const omitted = isCut ? ` Not shown: ${shape.omitted.join(', ')}. --json shows all.` : '';
  terminal.printError(terminal.style('dim', `${counted(count, 'item')}.${note}${omitted}`));
};

type Page = Readonly<Record<string, unknown>>;

const printPages: Print = async (returned, printer) => {
  const { entry, input, limit } = printer;
  const [name, list] = Object.entries(entry.operation.output.properties ?? {}).find(([, { type }]) => type === 'array') ?? ['data'];
  const table: Table = { shape: undefined, count: 0 };
  let note = '';
  for await (const page of (returned as { pages: () => AsyncIterable<Page> }).pages()) {
    const items = (page[name] as readonly unknown[]).slice(0, (limit ?? Infinity) - table.count);
    await printItems(
      items.map((item) => printer.visible(item, list?.items)),
      table,
      printer,
    );
    if (limit === undefined && inputAfter(entry, input, page)) note = ' There are more: --all, or --limit <number>.';
    if (limit === undefined || table.count >= limit) break;
  }
  printSummary(table, note, printer);
};

interface EventStream extends AsyncIterable<unknown> {
  readonly text: () => AsyncIterable<string>;
  readonly final: () => Promise<unknown>;
}

const printStream: Print = async (returned, printer) => {
  const { terminal, json, visible } = printer;
  const stream = returned as EventStream;
  if (json) {
    for await (const event of stream) await terminal.write(`${JSON.stringify(visible(event))}\n`);
    return;
  }
  const final = stream.final();
  let last = '';
  try {
    for await (const text of stream.text()) await terminal.write((last = printable(text)));
  } finally {
    if (last !== '' && !last.endsWith('\n')) await terminal.write('\n');
  }
  const { usage } = (await final) as { readonly usage?: unknown };
  // A reply without text, such as a tool call, is printed as a document.
  if (last === '') await printDocument(final, printer);
  else if (usage) terminal.printError(terminal.style('dim', `usage: ${JSON.stringify(usage)}`));
};

interface Job extends AsyncIterable<{ readonly type: string; readonly text?: string }> {
  readonly result: () => Promise<unknown>;
}

/** Prints the log of a job to the standard error, and then its result. */
const printJob: Print = async (returned, printer) => {
  const { printError, style } = printer.terminal;
  const job = returned as Job;
  for await (const { type, text } of job) if (type === 'log') printError(style('dim', printable(text ?? '')));
  await printDocument(job.result(), printer);
};

const printFile: Print = async (returned, { terminal }) => {
  const file = (await returned) as { readonly stream: () => AsyncIterable<Uint8Array> };
  for await (const chunk of file.stream()) await terminal.write(chunk);
};

const PRINTERS: Readonly<Record<OperationEntry['kind'], Print>> = {
  document: printDocument,
  pages: printPages,
  stream: printStream,
  job: printJob,
  file: printFile,
};
