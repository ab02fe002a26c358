import { inputError } from '@platform-sdk/core/contract';
import { readContents, type PackedFile } from './contents.ts';
import { archiveError } from './error.ts';
import type { ArchiveContent, ArchiveEntry, ArchiveLimits, ExtractOptions } from './types.ts';
import { unpack } from './unpack.ts';

const MAX_ARCHIVE_BYTES = 512 * 1024 * 1024;

/** Refuses an archive that is longer than allowed, as soon as that is known. */
const checkLength = (length: number, { maxArchiveBytes = MAX_ARCHIVE_BYTES }: ArchiveLimits = {}): void => {
  if (length > maxArchiveBytes) throw archiveError('LIMIT', `The archive has more than ${maxArchiveBytes} bytes`, 'maxArchiveBytes');
};

const LIMITS = ['maxArchiveBytes', 'maxEntries', 'maxTotalBytes', 'maxEntryBytes', 'maxRatio'] as const;

/** Refuses limits that would limit nothing, such as `NaN`. */
const checkLimits = (limits: ArchiveLimits): void => {
  for (const name of LIMITS) {
    const limit = limits[name];
    if (limit !== undefined && !(typeof limit === 'number' && limit >= 0))
      throw inputError(`${name} must be a number that is not negative`, name, 'converter.download');
  }
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
export const openArchive = (source: Blob | Uint8Array | ((options: ExtractOptions) => Promise<Uint8Array>)): ArchiveContent => {
  const load = async (limits: ExtractOptions): Promise<Uint8Array> => {
    checkLimits(limits);
    if (typeof source === 'function') {
      const bytes = await source(limits);
      checkLength(bytes.length, limits);
      return bytes;
    }
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
