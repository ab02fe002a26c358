import { createHook } from 'node:async_hooks';

/** Work of Node's threads that ends without a timer: file access, name look-ups and web crypto. Other types can also be synchronous work. */
const WORK = /^(?:FSREQ|FILEHANDLECLOSEREQ|GETADDRINFO|GETNAMEINFO|(?:HASH|SIGN|KEYGEN|CIPHER)REQUEST$)/;
/** Compression. Node does not always report its end, because compression may be synchronous. */
const COMPRESSION = 'ZLIB';
const COMPRESSION_MS = 100;

/** Counts the work that Node's threads do for this process. */
export interface PendingWork {
  readonly count: number;
  stop(): void;
}

// Stores the real clock, because a test runner may replace it with a fake clock.
const { hrtime } = process;
const nowMs = (): number => Number(hrtime.bigint() / 1_000_000n);

/** Counts the work that must end before virtual time may move forward. */
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
