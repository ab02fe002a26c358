import { inputError } from '../diagnostics/errors.ts';
import type { Download, ReceiveOptions } from '../http/download.ts';
import { nodeFiles, syncFile, type NodeFiles, writeError } from './node-files.ts';
import { removeAbandoned, temporaryName } from './temporary-files.ts';

/** Saves a download. The complete file replaces its target in one step. A failure leaves the target unchanged. */
export const saveFile = async <Options extends ReceiveOptions>(
  file: Pick<Download<Options>, 'receive' | 'stream'>,
  target: string,
  operation: string,
  options?: Options,
): Promise<void> => {
  const files = nodeFiles(operation);
  if (typeof target !== 'string' || target === '' || target.includes('\0'))
    throw inputError(`${operation}: the path must be a string that is not empty`, 'path', operation);
  const { fs, path } = files;
  const folder = path.dirname(target);
  let part: string | undefined;
  try {
    // Problems of the path throw before any byte is received.
    await checkTarget(files, target);
    part = path.join(folder, await temporaryName(files));
    const handle = await fs.open(part, 'ax');
    try {
      await removeAbandoned(files, folder).catch(() => undefined);
      await file.receive({ write: (chunk) => handle.appendFile(chunk), restart: () => handle.truncate(0) }, options);
      await syncFile(handle);
    } finally {
      await handle.close();
    }
    await fs.rename(part, target);
  } catch (error) {
    // If receiving did not begin, the connection is still open.
    await file
      .stream()
      .cancel()
      .catch(() => undefined);
    if (part !== undefined) await fs.rm(part, { force: true }).catch(() => undefined);
    throw writeError(`${JSON.stringify(target)} is not saved`, error, operation, 'path');
  }
};

const checkTarget = async ({ fs }: NodeFiles, target: string): Promise<void> => {
  const found = await fs.stat(target).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  });
  if (found?.isDirectory()) throw Object.assign(new Error('The path is a folder'), { code: 'EISDIR' });
};
