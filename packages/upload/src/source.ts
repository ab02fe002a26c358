import { fromPath, fromStream } from '#sending';
import type { PlatformError } from '@platform-sdk/core';
import { isPlatformError } from '@platform-sdk/core/internal';
import { checkName, checkType, HEAD_BYTES } from './file-type.ts';
import type { FileSource } from './types.ts';
import { fileError } from './file-error.ts';

/** A file that is ready to be sent. Exactly one of `blob`, `open` and `stream` is set. */
export interface Prepared {
  readonly name: string;
  /** The size in bytes; undefined if unknown. */
  readonly size: number | undefined;
  /** The file, which can be read again for another attempt. */
  readonly blob?: Blob;
  /** Opens a file on disk. Called for each attempt. */
  readonly open?: () => ReadableStream<Uint8Array>;
  /** The file as a stream, which can be read only once. */
  readonly stream?: ReadableStream<Uint8Array>;
}

/** Throws if the extension or the first bytes of a file are invalid. Does nothing with `checkType: false`. */
export type Check = (name: string, head: Uint8Array) => void;

/** Options for reading a stream before anything is sent. */
export interface Reading {
  readonly check: Check;
  /** Called with every piece. */
  readonly alive: () => void;
  /** Releases the stream when the signal aborts. */
  readonly stop: AbortSignal;
}

/** Converts the error of a file that could not be read. Returns a `PlatformError` unchanged. */
export const unreadable = (error: unknown): PlatformError =>
  isPlatformError(error) ? error : fileError(`cannot be read: ${(error as Error | undefined)?.message ?? String(error)}`);

/** Prepares a file that can be read repeatedly. */
export const fromBlob = async (name: string, blob: Blob, check: Check): Promise<Prepared> => {
  check(name, new Uint8Array(await blob.slice(0, HEAD_BYTES).arrayBuffer()));
  return { name, size: blob.size, blob };
};

type Members = Partial<Record<'name' | 'data' | 'path' | 'size', unknown>>;

/** Opens a file. Throws if the file must not be sent. */
export const prepare = async (source: FileSource, mayBeAny: boolean, reading: Omit<Reading, 'check'>): Promise<Prepared> => {
  const { name: given, data, path, size, ...unknown } = Object(source) as Members;
  const name = given as string;
  const content = source instanceof Blob ? source : data;
  const check: Check = (called, head) => void (mayBeAny || checkType(called, head));
  // Node streams, such as the stream of `createReadStream`, are rejected.
  if ((Object(content ?? source) as { readonly pipe?: unknown }).pipe)
    throw fileError('must be { name, data } with Readable.toWeb(stream), or { path }');
  const isPath = content === undefined && typeof path === 'string';
  const [stray] = source instanceof Blob ? [] : Object.keys(unknown);
  if (stray !== undefined && (isPath || content !== undefined))
    throw fileError('is unknown: the fields are name, data, size and path', `file.${stray}`);
  if (isPath) return fromPath(path, name, check);
  // React Native lacks `ReadableStream`.
  const isStream = 'ReadableStream' in globalThis && content instanceof ReadableStream;
  const isData = isStream || content instanceof Blob || content instanceof ArrayBuffer || ArrayBuffer.isView(content);
  if (given === undefined || !isData) throw fileError('must be a File, { name, data } or { path }');
  checkName(name);
  if (!isStream) return fromBlob(name, content instanceof Blob ? content : new Blob([content as ArrayBuffer]), check);
  if (size !== undefined && !(Number.isSafeInteger(size) && (size as number) >= 0))
    throw fileError('must be a number of bytes', 'file.size');
  return fromStream(content as ReadableStream<Uint8Array<ArrayBuffer>>, { name, size: size as number | undefined }, { ...reading, check });
};
