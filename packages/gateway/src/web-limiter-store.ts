import { storedValue } from '@platform-sdk/core/internal';
import { windowFrom, windowToText } from './call-window.ts';
import type { LimiterStore } from './limiter-store.ts';
import { sharedWindowStore } from './shared-window.ts';

/** Counts the calls of all tabs of an origin in IndexedDB. Transactions run one after another, so each reads the previous transaction's writes. */
export const webLimiterStore = (name = '@platform-sdk/gateway'): LimiterStore => {
  const withValue = storedValue({ database: name, store: 'windows', key: 'calls', durability: 'relaxed' });
  return sharedWindowStore((work) =>
    withValue('readwrite', (text, replace) => {
      const now = Date.now();
      const window = windowFrom(text as string | undefined, now);
      const result = work(window, now);
      replace(windowToText(window));
      return result;
    }),
  );
};
