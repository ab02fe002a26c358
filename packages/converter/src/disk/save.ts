import { saveFile } from '@platform-sdk/core/disk';
import type { Download } from '@platform-sdk/core/contract';
import type { ArchiveReceiveOptions } from '../archive/types.ts';

/** Writes an archive to a path. The file appears there whole, in the place of what was there, or not at all. */
export const save = (file: Download<ArchiveReceiveOptions>, target: string, options?: ArchiveReceiveOptions): Promise<void> =>
  saveFile(file, target, 'converter.download', options);
