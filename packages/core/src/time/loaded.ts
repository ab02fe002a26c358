import { bounded } from './bounded.ts';

/** Code that has not arrived by then is done without: a connection that lost its packets answers nothing. */
const MAX_LOAD_MS = 5000;

/**
 * Resolves with code that is loaded on demand; with undefined if it cannot be loaded, or not in time. A page may be offline, and a deployment
 * may have removed the file.
 */
export const loaded = <Code>(code: Promise<Code>): Promise<Code | undefined> =>
  bounded(code, MAX_LOAD_MS, undefined).catch(() => undefined);
