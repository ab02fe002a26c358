import { saveFile } from '@platform-sdk/core/disk';
import type { Download } from '@platform-sdk/core/internal';
import type { ArchiveReceiveOptions } from '../archive/types.ts';

/** Writes an archive to a path and replaces any existing file. The file appears only when it is complete. */
export const save = (file: Download<ArchiveReceiveOptions>, target: string, options?: ArchiveReceiveOptions): Promise<void> =>
  saveFile(file, target, 'converter.download', options);
