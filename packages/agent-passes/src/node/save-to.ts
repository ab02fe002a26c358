import { saveFile } from '@platform-sdk/core/disk';
import type { AgentPassActivityExportResult } from '../types.ts';

/** Writes an export to a path and replaces any existing file. The file appears only when it is complete. */
export const saveTo = (file: Pick<AgentPassActivityExportResult, 'receive' | 'stream'>, path: string): Promise<void> =>
  saveFile(file, path, 'agentPasses.activity.export');
