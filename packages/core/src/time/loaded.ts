import { PlatformError } from '../diagnostics/errors.ts';
import { bounded } from './bounded.ts';
import type { Cancellation } from './cancellation.ts';

/** The longest wait for code on demand, as a connection may lose every packet. */
const MAX_LOAD_MS = 5000;

/**
 * Resolves with code that is loaded on demand; with undefined if it cannot be loaded, or not in time, or when the signal aborts. A page may
 * be offline, and a deployment may have removed the file.
 */
export const loaded = <Code>(code: Promise<Code>, signal?: Cancellation | null): Promise<Code | undefined> =>
  bounded(code, MAX_LOAD_MS, signal).catch(() => undefined);

/** Resolves with code that a call cannot do without. Rejects if it cannot be loaded. */
export const required = async <Code>(code: Promise<Code>, purpose: string): Promise<Code> => {
  const found = await loaded(code);
  if (found) return found;
  throw new PlatformError('network', `The code for ${purpose} could not be loaded`, { outcome: 'not-sent' });
};
