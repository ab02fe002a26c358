import { saveFile } from '@platform-sdk/core/disk';
import type { AgentPassActivityExportResult } from '../types.ts';

/** Writes an export to a path. The file appears there whole, in the place of what was there, or not at all. */
export const saveTo = (file: Pick<AgentPassActivityExportResult, 'receive' | 'stream'>, path: string): Promise<void> =>
  saveFile(file, path, 'agentPasses.activity.export');
