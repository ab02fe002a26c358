import { readFile } from 'node:fs/promises';
import { loadPackageFiles } from '../../package-files/load.ts';

/** Valid names of page files. The pattern excludes paths out of the folder. */
const NAME = /^(?:(?:views\/)?[a-z-]+\.(?:html|css|js)|openapi\.json)$/;

/** Reads a file of the inspector page. Returns undefined if the file does not exist. */
export const readPageFile = async (name: string): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  if (!NAME.test(name)) return undefined;
  const files = await loadPackageFiles();
  if (!files) return undefined;
  return readFile(new URL(name, files.inspectorFolder())).then(
    (bytes) => new Uint8Array(bytes),
    () => undefined,
  );
};
