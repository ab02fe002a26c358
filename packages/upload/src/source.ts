import { isPlatformError, type PlatformError } from '@platform-sdk/core';
import { inputError } from '@platform-sdk/core/contract';
import { checkName, checkType, HEAD_BYTES } from './file-type.ts';
import type { FileSource } from './types.ts';

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

interface Node {
  readonly process?: { getBuiltinModule?: NodeJS.Process['getBuiltinModule'] };
}

const wrong = (what: string, field = 'file'): PlatformError => inputError(`upload.upload: ${field} ${what}`, field);

const fromPath = async (path: string, name?: string): Promise<Prepared> => {
  const builtin = (globalThis as Node).process?.getBuiltinModule;
  if (!builtin) throw wrong('can be a path on Node only', 'file.path');
  try {
    // It reads the file when it is sent, piece by piece.
    const blob = await builtin('node:fs').openAsBlob(path);
    return { name: name ?? builtin('node:path').basename(path), size: blob.size, blob };
  } catch (error) {
    throw wrong(`cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'no such file'}`, 'file.path');
  }
};

const open = async (source: FileSource): Promise<Prepared> => {
  const { name, data, path, size } = Object(source) as Partial<Record<'name' | 'data' | 'path' | 'size', unknown>>;
  if (typeof path === 'string' && !(source instanceof Blob)) return fromPath(path, name as string | undefined);
  const content = source instanceof Blob ? source : data;
  if (content instanceof ReadableStream)
    return { name: name as string, size: size as number | undefined, stream: content as ReadableStream<Uint8Array> };
  if (!(content instanceof Blob || content instanceof ArrayBuffer || ArrayBuffer.isView(content)))
    throw wrong('must be a File, or have a name with data, or a path');
  const blob = content instanceof Blob ? content : new Blob([content as ArrayBuffer]);
  return { name: name as string, size: blob.size, blob };
};

/** Takes the beginning of a stream, and gives a stream that still has it. */
const peek = async (
  stream: ReadableStream<Uint8Array>,
  stop: AbortSignal,
  alive: () => void,
): Promise<{ head: Uint8Array; stream: ReadableStream<Uint8Array> }> => {
  if (stream.locked) throw wrong('is a stream that is being read already');
  const reader = stream.getReader();
  stop.addEventListener('abort', () => void reader.cancel(stop.reason).catch(() => undefined));
  const first: Uint8Array[] = [];
  let length = 0;
  while (length < HEAD_BYTES) {
    const { done, value } = await reader.read();
    if (done) break;
    first.push(value);
    length += value.length;
  }
  const head = new Uint8Array(await new Blob(first as Uint8Array<ArrayBuffer>[]).arrayBuffer());
  return {
    head,
    stream: new ReadableStream(
      {
        async pull(controller) {
          const next = first.shift() ?? (await reader.read()).value;
          alive();
          if (next) controller.enqueue(next);
          else controller.close();
        },
        cancel: (reason) => reader.cancel(reason),
      },
      { highWaterMark: 0 },
    ),
  };
};

/** Why a file that was there could not be read. */
export const unreadable = (error: unknown): PlatformError =>
  isPlatformError(error) ? error : wrong(`cannot be read: ${error instanceof Error ? error.message : String(error)}`);

/** Opens a file and refuses what must not be sent, before anything is. */
export const prepare = async (source: FileSource, mayBeAny: boolean, stop: AbortSignal, alive: () => void): Promise<Prepared> => {
  const prepared = await open(source);
  const { name, blob, stream } = prepared;
  checkName(name);
  try {
    if (stream) {
      const peeked = await peek(stream, stop, alive);
      if (!mayBeAny) checkType(name, peeked.head.subarray(0, HEAD_BYTES));
      if (!('XMLHttpRequest' in globalThis)) return { ...prepared, stream: peeked.stream };
      // A browser's request cannot be a stream; what it gathers may be on its disk.
      const gathered = await new Response(peeked.stream).blob();
      return { name, size: gathered.size, blob: gathered };
    }
    if (!mayBeAny) checkType(name, new Uint8Array(await (blob as Blob).slice(0, HEAD_BYTES).arrayBuffer()));
    return prepared;
  } catch (error) {
    throw unreadable(error);
  }
};
