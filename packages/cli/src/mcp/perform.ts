import type { Pages } from '@platform-sdk/core';
import { inputError } from '@platform-sdk/core/internal';
import { counted } from '../counted.ts';
import { methodOf } from '../operations/clients.ts';
import { inputAfter, type OperationEntry } from '../operations/operations.ts';
import type { AgentEnvironment } from './environment.ts';
import type { Input } from './references.ts';

/** The result of a call: for a list, one page. */
export interface Performed {
  readonly value: unknown;
  /** The input of the next page. Absent after the last page. */
  readonly nextInput?: object;
}

interface PerformOptions {
  readonly signal: AbortSignal;
  /** Called for each event of a stream or a job, with a short description. */
  readonly onProgress: (message: string) => void;
}

/** Calls an operation. Collects streams, jobs and files into one value, and reads one page of a list. */
export const perform = async (
  entry: OperationEntry,
  { platform, callOptions }: AgentEnvironment,
  input: Input,
  { signal, onProgress }: PerformOptions,
): Promise<Performed> => {
  const method = await methodOf(entry, platform);
  const options = { ...callOptions, signal };
  switch (entry.kind) {
    case 'pages':
      return firstPage(method(input, options) as Pages<unknown, unknown>, entry, input);
    case 'stream':
      return { value: await collect(method(input, options) as Events, 'final', onProgress) };
    case 'job':
      return { value: await collect(method(input, options) as Events, 'result', onProgress) };
    case 'file':
      return { value: await contentOf((await method(input, options)) as ReceivedFile) };
    case 'document':
      return { value: await method(input, options) };
  }
};

/** Converts the file fields of an input to files. */
export const withFiles = ({ fields }: OperationEntry, input: Input): Input => {
  const files = fields.filter(({ type }) => type === 'file').map(({ path }) => path[0]);
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, files.includes(name) ? fileOf(value) : value]));
};

/** Converts `{ name, text }` or `{ name, base64 }` to a file of the upload client. Rejects paths, because an agent must not read files. */
const fileOf = (value: unknown): unknown => {
  const { name, text, base64 } = Object(value) as Readonly<Record<string, unknown>>;
  const bytes = typeof base64 === 'string' && /^[\w+/=\s-]*$/.test(base64) ? Uint8Array.from(Buffer.from(base64, 'base64')) : undefined;
  const content = base64 === undefined && typeof text === 'string' ? text : bytes;
  if (typeof name !== 'string' || content === undefined)
    throw inputError('file must be an object with a name, and with its content as text or base64', 'file');
  return { name, data: new Blob([content]) };
};

const firstPage = async (pages: Pages<unknown, unknown>, entry: OperationEntry, input: Input): Promise<Performed> => {
  for await (const page of pages.pages()) {
    const nextInput = inputAfter(entry, input, page);
    return { value: page, ...(nextInput && { nextInput }) };
  }
  return { value: [] };
};

/** A stream of a chat, or a job of the converter. */
interface Events extends AsyncIterable<unknown> {
  readonly final?: () => Promise<unknown>;
  readonly result?: () => Promise<unknown>;
}

const collect = async (events: Events, end: 'final' | 'result', onProgress: PerformOptions['onProgress']): Promise<unknown> => {
  const value = events[end]?.();
  // The rejection is ignored here, because the loop throws the same failure.
  value?.catch(() => undefined);
  let count = 0;
  for await (const event of events) {
    count += 1;
    onProgress(end === 'result' ? messageOf(event) : counted(count, 'event'));
  }
  return value;
};

/** Describes an event of a job by its text, or by its type and URL. Omits the result, in which secrets are not yet hidden. */
const messageOf = (event: unknown): string => {
  const { text, type, url } = Object(event) as Readonly<Record<string, unknown>>;
  return (typeof text === 'string' ? text : [type, url].filter((each) => typeof each === 'string').join(' ')).slice(0, 160);
};

/** A received file, such as the log of an agent or the archive of a site. */
interface ReceivedFile {
  readonly name: string;
  readonly type?: string;
  readonly blob: () => Promise<Blob>;
}

const TEXT = /json|text|csv|ndjson/;

const contentOf = async (file: ReceivedFile): Promise<unknown> => {
  const blob = await file.blob();
  const type = blob.type || (file.type ?? '');
  return { name: file.name, type, size: blob.size, ...(TEXT.test(type) && { text: await blob.text() }) };
};
