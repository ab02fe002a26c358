import { abortSignal, amount, boolean, object, optional, orNull } from '@platform-sdk/core/contract';
import { checkOptions } from '@platform-sdk/core/internal';
import { archiveError } from './error.ts';
import type { ArchiveExtractOptions, ArchiveReceiveOptions } from './types.ts';

/** The default maximum size of an archive, in bytes. */
export const MAX_ARCHIVE_BYTES = 512 * 1024 * 1024;

const extractOptions = object<ArchiveExtractOptions>({
  maxArchiveBytes: optional(amount),
  maxEntries: optional(amount),
  maxTotalBytes: optional(amount),
  maxEntryBytes: optional(amount),
  maxRatio: optional(amount),
  signal: orNull(abortSignal),
  overwrite: optional(boolean),
});

/** Checks the options of receiving or unpacking an archive. */
export const checkReceiving = (options: ArchiveExtractOptions | ArchiveReceiveOptions): void =>
  void checkOptions('converter.download', extractOptions, options as ArchiveExtractOptions, 'converter.download');

export const archiveTooLong = (maxBytes: number): ReturnType<typeof archiveError> =>
  archiveError('LIMIT', `The archive has more than ${maxBytes} bytes; raise maxArchiveBytes to receive it`, 'maxArchiveBytes');
