import { readFile } from 'node:fs/promises';

/** The folder of the page, from the sources and from the build alike. */
const folder = new URL('../../../inspector/', import.meta.url);

/** Names of the files of the page, without any way out of its folder. */
const NAME = /^(?:views\/)?[a-z-]+\.(?:html|css|js)$/;

/** Reads a file of the inspector page; undefined where there is none. */
export const readPageFile = async (name: string): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  if (!NAME.test(name)) return undefined;
  return readFile(new URL(name, folder)).then(
    (bytes) => new Uint8Array(bytes),
    () => undefined,
  );
};
