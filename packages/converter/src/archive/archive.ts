import type { ArchiveSource } from './open.ts';
import type { ArchiveContent } from './types.ts';

/** An archive that is read, with all that reading takes, only when it is looked into. */
export const archiveOf = (source: ArchiveSource): ArchiveContent => ({
  async *entries(limits = {}) {
    const { entriesOf } = await import('./open.ts');
    yield* entriesOf(source, limits);
  },
  async extractTo(folder, options = {}) {
    const { extract } = await import('#disk');
    return extract(source, folder, options);
  },
});

/** Opens an archive that is here already, such as one that was saved. Nothing is read before it is looked into. */
export const openArchive = (archive: Blob | Uint8Array): ArchiveContent => archiveOf(archive);
