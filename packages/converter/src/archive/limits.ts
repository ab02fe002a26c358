import { inputError } from '@platform-sdk/core/contract';
import { archiveError } from './error.ts';
import type { ArchiveLimits } from './types.ts';

/** The default maximum of an archive, in bytes. */
export const MAX_ARCHIVE_BYTES = 512 * 1024 * 1024;

const LIMITS = ['maxArchiveBytes', 'maxEntries', 'maxTotalBytes', 'maxEntryBytes', 'maxRatio'] as const;

/** Rejects limits without effect, such as `NaN`. */
export const checkLimits = (limits: ArchiveLimits): void => {
  for (const name of LIMITS) {
    const limit = limits[name];
    if (limit !== undefined && !(typeof limit === 'number' && limit >= 0))
      throw inputError(`${name} must be a number that is not negative`, name, 'converter.download');
  }
};

export const archiveTooLong = (maxBytes: number): ReturnType<typeof archiveError> =>
  archiveError('LIMIT', `The archive has more than ${maxBytes} bytes; raise maxArchiveBytes to receive it`, 'maxArchiveBytes');
