import { createHook } from 'node:async_hooks';

/** Work of Node's threads that ends by itself: files, names, web crypto. Other names also stand for synchronous work. */
const WORK = /^(?:FSREQ|FILEHANDLECLOSEREQ|GETADDRINFO|GETNAMEINFO|(?:HASH|SIGN|KEYGEN|CIPHER)REQUEST$)/;
/** Compression. It may be synchronous, so that its end is not always reported. */
const COMPRESSION = 'ZLIB';
const COMPRESSION_MS = 100;

/** Counts the work that Node's threads do for this process. */
export interface PendingWork {
  readonly count: number;
  stop(): void;
}

// Kept, because a test runner may have fake timers.
const { hrtime } = process;
const nowMs = (): number => Number(hrtime.bigint() / 1_000_000n);

/** Follows work that must end before virtual time may pass. */
export const followWork = (): PendingWork => {
  const pending = new Set<number>();
  let compressingUntil = 0;
  const end = (id: number): void => void pending.delete(id);
  const hook = createHook({
    init(id, type) {
      if (WORK.test(type)) pending.add(id);
      else if (type === COMPRESSION) compressingUntil = nowMs() + COMPRESSION_MS;
    },
    before: end,
    destroy: end,
  }).enable();
  return {
    get count() {
      return pending.size + (compressingUntil > nowMs() ? 1 : 0);
    },
    stop: () => void hook.disable(),
  };
};
