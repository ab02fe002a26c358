import { open, rm, type FileHandle } from 'node:fs/promises';
import type { SchemaData } from '@platform-sdk/core/contract';
import { usageError } from '../command.ts';
import { counted } from '../counted.ts';
import type { OperationMethod } from '../operations/clients.ts';
import type { OperationEntry } from '../operations/operations.ts';
import { replaceSecrets } from '../operations/secrets.ts';
import { printable } from '../printable.ts';
import type { Terminal } from '../terminal.ts';
import type { Input } from './input.ts';
import { cellOf, listLines, recordLines, rowOf, tableHead, tableRows, tableShape, type TableShape } from './table.ts';

/** How a result is printed. */
export interface Printing {
  readonly json: boolean;
  readonly showSecrets: boolean;
  /** The maximum number of items. Undefined for the first page of a list. */
  readonly limit: number | undefined;
  /** Receives the whole result instead of the terminal. */
  readonly output: string | undefined;
}

/** A call that is ready to be sent. */
export interface ReadyCall {
  readonly entry: OperationEntry;
  readonly input: Input;
  readonly method: OperationMethod;
  readonly options: object;
}

/** What the printers of one call share. */
interface Printer extends Printing {
  readonly terminal: Terminal;
  readonly entry: OperationEntry;
  /** Returns a value without secrets. Default of `schema`: that of the response. */
  readonly visible: (value: unknown, schema?: SchemaData) => unknown;
  /** The number of secrets that were hidden. */
  hidden: number;
}

/** The text instead of a secret. */
const HIDDEN = '[hidden]';

/** Sends a call, and prints what it returns. */
export const runCall = async (call: ReadyCall, printing: Printing, terminal: Terminal): Promise<void> => {
  const { output } = printing;
  const printer: Printer = {
    ...printing,
    terminal,
    entry: call.entry,
    hidden: 0,
    visible: (value, schema = call.entry.operation.output) =>
      replaceSecrets(value, schema, (secret) => {
        if (printing.showSecrets || output !== undefined) return secret;
        printer.hidden += 1;
        return HIDDEN;
      }),
  };
  if (output === undefined) await PRINTERS[call.entry.kind](call, printer);
  else await intoNewFile(output, async (file) => save(call, printer, file));
  if (output !== undefined) terminal.printError(`Saved to ${printable(output)}`);
  if (printer.hidden > 0)
    terminal.printError(`${counted(printer.hidden, 'secret')} hidden. --show-secrets prints them, --output saves them.`);
};

/** Creates the file before anything is sent. It is removed if the call fails. */
const intoNewFile = async (path: string, fill: (file: FileHandle) => Promise<void>): Promise<void> => {
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    throw usageError(code === 'EEXIST' ? `--output: ${path} exists: name a new file` : `--output: ${path} cannot be written (${code})`);
  });
  try {
    await fill(file);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
};

/** The parts of a file that an operation returns. */
interface ReceivedFile {
  readonly stream: () => AsyncIterable<Uint8Array>;
  readonly receive: (sink: { write: (chunk: Uint8Array) => Promise<void>; restart: () => Promise<void> }) => Promise<void>;
}

const save = async (call: ReadyCall, printer: Printer, file: FileHandle): Promise<void> => {
  const { entry, method, input, options } = call;
  if (entry.kind === 'file') {
    const received = (await method(input, options)) as ReceivedFile;
    let size = 0;
    await received.receive({
      async write(chunk) {
        for (let done = 0; done < chunk.length;) done += (await file.write(chunk, done, chunk.length - done, size + done)).bytesWritten;
        size += chunk.length;
      },
      async restart() {
        size = 0;
        await file.truncate(0);
      },
    });
    return;
  }
  const items: unknown[] = [];
  if (entry.kind === 'pages') for await (const item of itemsOf(call, printer)) items.push(item);
  const result = entry.kind === 'pages' ? items : await wholeOf(method(input, options), printer);
  await file.writeFile(`${JSON.stringify(printer.visible(result) ?? null, null, 2)}\n`);
};

/** Returns the final result of a call that is no list. */
const wholeOf = async (returned: unknown, printer: Printer): Promise<unknown> => {
  if (printer.entry.kind === 'stream') return (returned as EventStream).final();
  if (printer.entry.kind === 'job') return jobResult(returned as Job, printer);
  return returned;
};

type Print = (call: ReadyCall, printer: Printer) => Promise<void>;

const printDocument: Print = async ({ method, input, options }, printer) => printValue(await method(input, options), printer);

/** Prints a document: a list has one row for each item. */
const printValue = (result: unknown, printer: Printer): void => {
  const { terminal, json } = printer;
  const { print, printError, columns, style } = terminal;
  const value = printer.visible(result);
  const dim = (text: string): string => style('dim', text);
  if (value === undefined || value === null) {
    if (!json) printError('Done. The service returned no content.');
  } else if (json) for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) print(JSON.stringify(item));
  else if (Array.isArray(value)) {
    for (const line of value.length > 0 ? listLines(value, columns, dim) : []) print(line);
    printError(dim(counted(value.length, 'item')));
  } else if (typeof value === 'object') for (const line of recordLines(value as Record<string, unknown>, columns, dim)) print(line);
  else print(cellOf(value));
};

interface Pages {
  readonly pages: () => AsyncIterable<Record<string, unknown>>;
}

/** Yields the pages that were asked for, each with its items. */
async function* pagesOf(
  { method, input, options, entry }: ReadyCall,
  { limit }: Printer,
): AsyncGenerator<{ items: unknown[]; hasMore: boolean }> {
  const { next } = (entry.operation as unknown as { paging: { next: (first: object, pages: readonly unknown[]) => unknown } }).paging;
  const name = Object.entries(entry.operation.output.properties ?? {}).find(([, { type }]) => type === 'array')?.[0] ?? 'data';
  const seen: unknown[] = [];
  let left = limit ?? Infinity;
  for await (const page of (method(input, options) as Pages).pages()) {
    // Only whether a further page exists is asked, so the pages themselves are not kept for long lists.
    if (limit === undefined) seen.push(page);
    const items = (page[name] as unknown[]).slice(0, left);
    left -= items.length;
    yield { items, hasMore: limit === undefined && next(input, seen) !== undefined };
    if (limit === undefined || left <= 0) return;
  }
}

async function* itemsOf(call: ReadyCall, printer: Printer): AsyncGenerator<unknown> {
  for await (const { items } of pagesOf(call, printer)) yield* items;
}

const printPages: Print = async (call, printer) => {
  const { terminal, json } = printer;
  const { columns, style } = terminal;
  const schema = itemSchema(call.entry);
  let shape: TableShape | undefined;
  let count = 0;
  let isMore = false;
  for await (const { items, hasMore } of pagesOf(call, printer)) {
    const visible = items.map((item) => printer.visible(item, schema));
    const rows = visible.map(rowOf);
    const isFirst = shape === undefined;
    shape ??= json || rows.length === 0 ? undefined : tableShape(rows, columns);
    const lines = json ? visible.map((item) => JSON.stringify(item)) : shape ? tableRows(shape, rows) : [];
    if (isFirst && shape) lines.unshift(style('dim', tableHead(shape)));
    if (lines.length > 0) await terminal.write(`${lines.join('\n')}\n`);
    count += items.length;
    isMore = hasMore;
  }
  if (json) return;
  const omitted = shape && shape.omitted.length > 0 && columns !== Infinity ? `. Not shown: ${shape.omitted.join(', ')}` : '';
  terminal.printError(style('dim', `${counted(count, 'item')}${isMore ? '. There are more: --all, or --limit <number>' : ''}${omitted}`));
};

const itemSchema = ({ operation }: OperationEntry) =>
  Object.values(operation.output.properties ?? {}).find(({ type }) => type === 'array')?.items;

interface EventStream extends AsyncIterable<unknown> {
  readonly text: () => AsyncIterable<string>;
  readonly final: () => Promise<unknown>;
}

const ANY: SchemaData = { type: 'any' };

const printStream: Print = async ({ method, input, options }, printer) => {
  const { terminal, json } = printer;
  const stream = method(input, options) as EventStream;
  if (json) {
    for await (const event of stream) await terminal.write(`${JSON.stringify(printer.visible(event, ANY))}\n`);
    return;
  }
  const final = stream.final();
  let last = '';
  for await (const text of stream.text()) await terminal.write((last = printable(text)));
  if (last !== '' && !last.endsWith('\n')) await terminal.write('\n');
  const result = (await final) as Record<string, unknown>;
  // A reply without text, such as a tool call, is printed as a whole.
  if (last === '') printValue(result, printer);
  else if (result['usage']) terminal.printError(terminal.style('dim', `usage: ${JSON.stringify(result['usage'])}`));
};

interface Job extends AsyncIterable<{ readonly type: string; readonly text?: string }> {
  readonly result: () => Promise<unknown>;
}

/** Prints the log of a job to the standard error. Returns the result. */
const jobResult = async (job: Job, { terminal }: Printer): Promise<unknown> => {
  for await (const { type, text } of job) if (type === 'log') terminal.printError(terminal.style('dim', printable(text ?? '')));
  return job.result();
};

const printJob: Print = async ({ method, input, options }, printer) =>
  printValue(await jobResult(method(input, options) as Job, printer), printer);

const printFile: Print = async ({ method, input, options }, { terminal }) => {
  const received = (await method(input, options)) as ReceivedFile;
  for await (const chunk of received.stream()) await terminal.write(chunk);
};

const PRINTERS: Readonly<Record<OperationEntry['kind'], Print>> = {
  document: printDocument,
  pages: printPages,
  stream: printStream,
  job: printJob,
  file: printFile,
};
