import { readContents, type PackedFile } from './contents.ts';
import { archiveError } from './error.ts';
import type { ArchiveContent, ArchiveEntry, ArchiveLimits } from './types.ts';
import { unpack } from './unpack.ts';

const MAX_ARCHIVE_BYTES = 512 * 1024 * 1024;

/** Refuses an archive that is longer than allowed, as soon as that is known. */
export const checkLength = (length: number, { maxArchiveBytes = MAX_ARCHIVE_BYTES }: ArchiveLimits = {}): void => {
  if (length > maxArchiveBytes) throw archiveError('LIMIT', `The archive has more than ${maxArchiveBytes} bytes`, 'maxArchiveBytes');
};

/** All of a file's content. */
const bytesOf = async (file: PackedFile): Promise<Uint8Array<ArrayBuffer>> => {
  const bytes = new Uint8Array(file.size);
  let at = 0;
  for await (const piece of unpack(file)) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
};

const entryOf = (file: PackedFile): ArchiveEntry => ({
  name: file.name,
  size: file.size,
  stream: () => unpack(file),
  bytes: () => bytesOf(file),
  text: async () => new TextDecoder().decode(await bytesOf(file)),
});

/** Opens an archive that is here already, such as one that was saved. Nothing is read before it is looked into. */
export const openArchive = (source: Blob | Uint8Array | ((limits: ArchiveLimits) => Promise<Uint8Array>)): ArchiveContent => {
  const load = async (limits: ArchiveLimits): Promise<Uint8Array> => {
    if (typeof source === 'function') return source(limits);
    checkLength(source instanceof Blob ? source.size : source.length, limits);
    return source instanceof Blob ? new Uint8Array(await source.arrayBuffer()) : source;
  };
  return {
    async *entries(limits = {}) {
      for (const file of readContents(await load(limits), limits).files) yield entryOf(file);
    },
    async extractTo(folder, options = {}) {
      const { extract } = await import('./extract.ts');
      return extract(readContents(await load(options), options), folder, options);
    },
  };
};
