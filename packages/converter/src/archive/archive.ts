import { checkNoPromise, required } from '@platform-sdk/core/internal';
import type { ArchiveSource } from './open.ts';
import type { ArchiveContent } from './types.ts';

/** Returns an archive that reads its bytes, and loads the code of the reader, only when its entries are used. */
export const archiveOf = (source: ArchiveSource): ArchiveContent => ({
  async *entries(limits = {}) {
    const { entriesOf } = await required(import('./open.ts'), 'archives');
    yield* entriesOf(source, limits);
  },
  async extractTo(folder, options = {}) {
    const { extract } = await required(import('#disk'), 'archives');
    return extract(source, folder, options);
  },
});

/** Opens an archive that you already have, such as a saved file. Nothing is read before its entries are used. */
export const openArchive = (archive: Blob | Uint8Array): ArchiveContent => {
  checkNoPromise('openArchive: the archive', archive);
  return archiveOf(archive);
};
