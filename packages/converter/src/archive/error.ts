import { PlatformError } from '@platform-sdk/core';

/** What is wrong with an archive: `code` of its error. */
export type ArchiveProblem =
  /** No archive, or one that lacks its end. */
  | 'TRUNCATED'
  /** It contradicts itself. */
  | 'DAMAGED'
  /** A file is not what its checksum says. */
  | 'WRONG_CRC'
  /** A file is longer or shorter than the directory says. */
  | 'WRONG_SIZE'
  | 'ENCRYPTED'
  /** A compression, or an archive in several parts, that is not read. */
  | 'UNSUPPORTED'
  /** Files share bytes of the archive. */
  | 'OVERLAPPING'
  /** A name that leads out of the folder, or that some file system takes for something else. */
  | 'UNSAFE_NAME'
  /** Two names that some file system takes for one. */
  | 'DUPLICATE_NAME'
  /** A link or a device. */
  | 'NOT_A_FILE'
  /** More than a limit allows: `field` names the limit. */
  | 'LIMIT'
  /** The folder has a file, or a link, where one is to be written. */
  | 'UNSAFE_TARGET'
  /** The system cannot write a file: the message has its code, such as `ENOSPC`. */
  | 'NOT_WRITTEN';

/** An archive that is refused. `field` is the name of the entry or of the limit. */
export const archiveError = (code: ArchiveProblem, message: string, field?: string, cause?: unknown): PlatformError =>
  new PlatformError('archive', message, { code, field, operation: 'converter.download' }, { cause });

/** A name as it may be shown. */
export const quoted = (name: string): string => JSON.stringify(name.length > 100 ? `${name.slice(0, 100)}…` : name);
