import { generationOf, type SessionRecord, type TokenStore } from './tokens.ts';

/** Keeps the session in memory, as long as this object exists. Platforms use this store by default. */
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
