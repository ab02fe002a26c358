import type * as fs from 'node:fs/promises';
import type { PlatformError } from '@platform-sdk/core';
import { isPlatformError } from '@platform-sdk/core/internal';
import { checkName, HEAD_BYTES } from '../file-type.ts';
import { fileError } from '../file-error.ts';
import * as browser from './browser.ts';

const PIECE_BYTES = 65_536;

interface Node {
  readonly process?: { getBuiltinModule?: NodeJS.Process['getBuiltinModule'] };
}

/** The state of a file when it was checked, which shows later changes. */
interface State {
  readonly size: number;
  readonly mtimeMs: number;
}

type Files = Pick<typeof fs, 'open' | 'stat'>;

/** Yields a file piece by piece. Closes the file at its end, or when the reader stops. */
async function* piecesOf({ open }: Files, path: string, known: State): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  const handle = await open(path);
  try {
    const checkSame = async (): Promise<void> => {
      const { size, mtimeMs } = await handle.stat();
      if (size !== known.size || mtimeMs !== known.mtimeMs) throw fileError('was changed since it was checked');
    };
    await checkSame();
    let total = 0;
    for (;;) {
      // The length is set because the file handles of Yarn Plug'n'Play read nothing without it.
      const { bytesRead, buffer } = await handle.read(new Uint8Array(PIECE_BYTES), 0, PIECE_BYTES);
      if (bytesRead === 0) break;
      total += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
    // The chunk reader rejects a different length, so only a change with the same length is checked here.
    if (total === known.size) await checkSame();
  } finally {
    await handle.close();
  }
}

/** Creates a stream of pieces. Cancelling the stream ends the source of the pieces. */
const streamOf = (pieces: AsyncGenerator<Uint8Array, undefined>): ReadableStream<Uint8Array> =>
  new ReadableStream(
    {
      async pull(controller) {
        const { value } = await pieces.next();
        if (value) controller.enqueue(value);
        else controller.close();
      },
      cancel: async () => void (await pieces.return(undefined)),
    },
    { highWaterMark: 0 },
  );

/** Reads the start of a file. Throws if its length contradicts the reported size, because sizes are reliable only for files on a disk. */
const headOf = async (pieces: AsyncIterable<Uint8Array<ArrayBuffer>>, size: number): Promise<Uint8Array> => {
  const first: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const piece of pieces) {
    first.push(piece);
    if ((length += piece.length) >= HEAD_BYTES) break;
  }
  if (length > size || length < Math.min(size, HEAD_BYTES)) throw fileError('has another length than the system reports', 'file.path');
  return new Uint8Array(await new Blob(first).slice(0, HEAD_BYTES).arrayBuffer());
};

const unreadable = (error: unknown): PlatformError => {
  const { code = String(error) } = error as NodeJS.ErrnoException;
  return fileError(`cannot be read: ${code === 'ENOENT' ? 'no such file (ENOENT)' : code}`, 'file.path');
};

/** Checks a file. The file is read piece by piece when it is sent. */
export const fromPath: typeof browser.fromPath = async (path, given, check) => {
  const builtin = (globalThis as Node).process?.getBuiltinModule;
  if (!builtin) return browser.fromPath(path, given, check);
  const name = given ?? builtin('node:path').basename(path);
  checkName(name);
  const files = builtin('node:fs/promises');
  try {
    const found = await files.stat(path);
    // Opening a pipe would block until a process writes to it.
    if (!found.isFile()) throw fileError('is no regular file', 'file.path');
    const { size } = found;
    check(name, await headOf(piecesOf(files, path, found), size));
    return { name, size, open: () => streamOf(piecesOf(files, path, found)) };
  } catch (error) {
    throw isPlatformError(error) ? error : unreadable(error);
  }
};
