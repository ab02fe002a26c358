import { bounded } from './bounded.ts';
import type { Cancellation } from './cancellation.ts';

/** Code that has not arrived by then is done without: a connection that lost its packets answers nothing. */
const MAX_LOAD_MS = 5000;

/**
 * Resolves with code that is loaded on demand; with undefined if it cannot be loaded, or not in time, or when the signal aborts. A page may
 * be offline, and a deployment may have removed the file.
 */
export const loaded = <Code>(code: Promise<Code>, signal?: Cancellation): Promise<Code | undefined> =>
  bounded(code, MAX_LOAD_MS, signal).catch(() => undefined);
