import { createHook } from 'node:async_hooks';

/** Work of Node's threads that ends by itself: files, names, web crypto, compression. Other names also stand for synchronous work. */
const WORK = /^(?:FSREQ|GETADDRINFO|GETNAMEINFO|ZLIB$|(?:HASH|SIGN|KEYGEN|CIPHER)REQUEST$)/;

/** Counts the work that Node's threads do for this process. */
export interface PendingWork {
  readonly count: number;
  stop(): void;
}

/** Follows work that must end before virtual time may pass. */
export const followWork = (): PendingWork => {
  const pending = new Set<number>();
  const hook = createHook({
    init: (id, type) => void (WORK.test(type) && pending.add(id)),
    before: (id) => void pending.delete(id),
    destroy: (id) => void pending.delete(id),
    // Promises are not work of a thread, and there are many.
    ...{ trackPromises: false },
  }).enable();
  return {
    get count() {
      return pending.size;
    },
    stop: () => void hook.disable(),
  };
};
