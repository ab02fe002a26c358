import { nodeModules, partName } from './node-modules.ts';

/** Writes a stream to a path. The file appears there whole, in the place of what was there, or not at all. */
export const save = async (body: ReadableStream<Uint8Array>, target: string): Promise<void> => {
  const { fs, path } = nodeModules('archive.saveTo');
  const part = path.join(path.dirname(target), partName());
  try {
    await fs.writeFile(part, body, { flag: 'wx', flush: true });
    await fs.rename(part, target);
  } catch (error) {
    // The disk may have failed before the stream was begun.
    await body.cancel().catch(() => undefined);
    await fs.rm(part, { force: true });
    throw error;
  }
};
