import { isPlatformError, PlatformError } from '@platform-sdk/core';
import type { Contents, PackedFile } from '../archive/contents.ts';
import { archiveError, quoted } from '../archive/error.ts';
import type { Extracted, ExtractOptions } from '../archive/types.ts';
import { unpack } from '../archive/unpack.ts';
import { nodeModules, partName } from './node-modules.ts';
import { createPlaces } from './places.ts';

/** Unpacks everything into a folder beside, and moves it to its place only when all of it is good; what fails then is undone. */
export const extract = async ({ files, folders }: Contents, folder: string, options: ExtractOptions): Promise<Extracted> => {
  const modules = nodeModules('archive.extractTo');
  const { fs, path } = modules;
  const { signal, overwrite = false } = options;
  /** What is worked on. */
  let current: string | undefined;
  function* eachOf<Item>(items: readonly Item[], nameOf: (item: Item) => string): Generator<Item> {
    for (const item of items) {
      current = nameOf(item);
      yield item;
    }
  }
  try {
    await fs.mkdir(folder, { recursive: true });
    // Links above the folder are the caller's; those within it are not gone through.
    const root = await fs.realpath(folder);
    const part = path.join(root, partName());
    await fs.mkdir(part, { mode: 0o700 });
    const places = createPlaces(modules, root, overwrite);
    let isClean = true;
    try {
      const moves = files.map((file, index) => ({ file, from: path.join(part, String(index)) }));
      for (const { file, from } of eachOf(moves, ({ file: { name } }) => name))
        await fs.writeFile(from, contentOf(file, signal), { flag: 'wx', mode: 0o644 });
      for (const { name } of eachOf(files, (file) => file.name)) await places.check(name);
      for (const name of eachOf(folders, String)) await places.makeFolder(name);
      for (const { file, from } of eachOf(moves, ({ file: { name } }) => name)) await places.move(from, file.name);
    } catch (error) {
      isClean = await places.undo();
      throw error;
    } finally {
      // What could not be put back in its place is not thrown away.
      if (isClean) for (const each of [part, ...places.leftovers]) await fs.rm(each, { recursive: true, force: true });
    }
  } catch (error) {
    throw isPlatformError(error) ? error : notWritten(error, current);
  }
  return { files: files.map(({ name }) => name), bytes: files.reduce((sum, { size }) => sum + size, 0) };
};

async function* contentOf(file: PackedFile, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array, undefined> {
  const checkSignal = (): void => {
    if (signal?.aborted)
      throw new PlatformError('aborted', 'The unpacking was aborted', { operation: 'converter.download' }, { cause: signal.reason });
  };
  checkSignal();
  for await (const piece of unpack(file)) {
    checkSignal();
    yield piece;
  }
}

const notWritten = (error: unknown, name: string | undefined): Error => {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  const what = name === undefined ? 'The archive' : quoted(name);
  return archiveError('NOT_WRITTEN', `${what} is not unpacked: the system cannot write it (${code})`, name, error);
};
