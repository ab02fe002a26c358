import { PlatformError } from '../diagnostics/errors.ts';
import { bounded } from './bounded.ts';

/** The longest wait for code that is loaded on demand. Without this limit, a dead connection would never fail. */
const MAX_LOAD_MS = 5000;

/** Resolves with code that is loaded on demand, such as the reader of an archive. Rejects if the code cannot be loaded. */
export const required = <Code>(code: Promise<Code>, purpose: string): Promise<Code> =>
  bounded(code, MAX_LOAD_MS, undefined).catch(() => {
    throw new PlatformError('network', `The code for ${purpose} could not be loaded`, { outcome: 'not-sent' });
  });
