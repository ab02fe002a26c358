import { PlatformError } from '@platform-sdk/core/internal';

/** The problem of an archive: the `code` of its error. */
export type ArchiveProblem =
  /** The file is not an archive, or its end is missing. */
  | 'TRUNCATED'
  /** The archive contradicts itself. */
  | 'DAMAGED'
  /** A file does not match its checksum. */
  | 'WRONG_CRC'
  /** A file is longer or shorter than its size in the directory. */
  | 'WRONG_SIZE'
  | 'ENCRYPTED'
  /** The compression is unsupported, or the archive has several parts. */
  | 'UNSUPPORTED'
  /** Files share bytes of the archive. */
  | 'OVERLAPPING'
  /** A name points outside the folder, or has a special meaning on some file system. */
  | 'UNSAFE_NAME'
  /** Some file system treats two names as equal. */
  | 'DUPLICATE_NAME'
  /** An entry is a link or a device. */
  | 'NOT_A_FILE'
  /** The limit that `field` names is exceeded. */
  | 'LIMIT'
  /** The folder already has a file or a link at the path of a file. */
  | 'UNSAFE_TARGET'
  /** The system cannot write a file. The message contains the system's code, such as `ENOSPC`. */
  | 'NOT_WRITTEN';

/** Creates the error of a rejected archive. `field` names the entry or the limit. */
export const archiveError = (code: ArchiveProblem, message: string, field?: string, cause?: unknown): PlatformError =>
  new PlatformError('archive', message, { code, field, operation: 'converter.download' }, { cause });

/** Returns a name in quotes, shortened for messages. */
export const quoted = (name: string): string => JSON.stringify(name.length > 100 ? `${name.slice(0, 100)}…` : name);
