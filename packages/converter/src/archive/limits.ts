import { checkNames, inputError } from '@platform-sdk/core/internal';
import { archiveError } from './error.ts';
import type { ArchiveExtractOptions, ArchiveLimits, ArchiveReceiveOptions } from './types.ts';

/** The default maximum of an archive, in bytes. */
export const MAX_ARCHIVE_BYTES = 512 * 1024 * 1024;

const NAMES = { maxArchiveBytes: 1, maxEntries: 1, maxTotalBytes: 1, maxEntryBytes: 1, maxRatio: 1, signal: 1, overwrite: 1 } as const;

/** Rejects limits without effect, such as `NaN`. */
export const checkLimits = (limits: ArchiveLimits): void => {
  for (const name in NAMES) {
    const limit = limits[name as keyof ArchiveLimits];
    if (name.startsWith('max') && limit !== undefined && !(typeof limit === 'number' && limit >= 0))
      throw inputError(`${name} must be a number that is not negative`, name, 'converter.download');
  }
};

/** Also rejects unknown names. The call has already checked its own options. */
export const checkReceiving = (options: ArchiveExtractOptions | ArchiveReceiveOptions): void =>
  checkLimits(checkNames('converter.download', options, NAMES));

export const archiveTooLong = (maxBytes: number): ReturnType<typeof archiveError> =>
  archiveError('LIMIT', `The archive has more than ${maxBytes} bytes; raise maxArchiveBytes to receive it`, 'maxArchiveBytes');
