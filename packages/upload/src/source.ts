import { fromPath, fromStream } from '#sending';
import { isPlatformError, type PlatformError } from '@platform-sdk/core';
import { checkName, checkType, HEAD_BYTES } from './file-type.ts';
import type { FileSource } from './types.ts';
import { wrong } from './wrong.ts';

/** A file that is ready to be sent. */
export interface Prepared {
  readonly name: string;
  /** In bytes, when it is known. */
  readonly size: number | undefined;
  /** Can be read again, for another attempt. */
  readonly blob?: Blob;
  /** Is read once. */
  readonly stream?: ReadableStream<Uint8Array>;
}

/** How a stream is read before anything is sent. */
export interface Reading {
  /** Refuses a file by what it begins with. */
  readonly check: (head: Uint8Array) => void;
  /** Hears of every piece. */
  readonly alive: () => void;
  /** Lets the stream go. */
  readonly stop: AbortSignal;
}

/** Why a file that was there could not be read. */
export const unreadable = (error: unknown): PlatformError =>
  isPlatformError(error) ? error : wrong(`cannot be read: ${error instanceof Error ? error.message : String(error)}`);

/** Lets a stream be read by nobody else. */
export const readerOf = (stream: ReadableStream<Uint8Array>, stop: AbortSignal): ReadableStreamDefaultReader<Uint8Array> => {
  if (stream.locked) throw wrong('is a stream that is being read already');
  const reader = stream.getReader();
  stop.addEventListener('abort', () => void reader.cancel(stop.reason).catch(() => undefined));
  return reader;
};

type Members = Partial<Record<'name' | 'data' | 'path' | 'size', unknown>>;

/** Opens a file and refuses what must not be sent, before anything is. */
export const prepare = async (source: FileSource, mayBeAny: boolean, reading: Omit<Reading, 'check'>): Promise<Prepared> => {
  const { name: given, data, path, size } = Object(source) as Members;
  const name = given as string;
  const content = source instanceof Blob ? source : data;
  let prepared: Prepared;
  if (content === undefined && typeof path === 'string') prepared = await fromPath(path, name);
  else if (content instanceof ReadableStream) {
    checkName(name);
    const check = (head: Uint8Array): void => void (mayBeAny || checkType(name, head));
    return fromStream(content as ReadableStream<Uint8Array>, { name, size: size as number | undefined }, { ...reading, check }).catch(
      (error: unknown) => {
        throw unreadable(error);
      },
    );
  } else if (content instanceof Blob || content instanceof ArrayBuffer || ArrayBuffer.isView(content)) {
    const blob = content instanceof Blob ? content : new Blob([content as ArrayBuffer]);
    prepared = { name, size: blob.size, blob };
  } else throw wrong('must be a File, or have a name with data, or a path');
  checkName(prepared.name);
  if (!mayBeAny) {
    const beginning = (prepared.blob as Blob).slice(0, HEAD_BYTES).arrayBuffer();
    const head = await beginning.catch((error: unknown) => {
      throw unreadable(error);
    });
    checkType(prepared.name, new Uint8Array(head));
  }
  return prepared;
};
