import { generationOf } from './record.ts';
import type { SessionRecord, TokenStore } from './tokens.ts';

/** Keeps the session as long as this object lives. The default. */
export const inMemoryTokenStore = (): TokenStore => {
  let stored: SessionRecord | undefined;
  return {
    get: () => stored,
    set(next, expected) {
      if (generationOf(stored) !== expected) return false;
      stored = next;
      return true;
    },
  };
};
