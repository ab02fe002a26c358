import type { Lease, SessionLock } from './lock.ts';

/** The name of a lock, and the longest time that one tab may hold it. */
export interface WebLockOptions {
  /** Tabs of one origin that share a session share the name. Default: `@platform-sdk/session`. */
  readonly name?: string;
  /** Milliseconds after which the lock is taken from the same tab that still holds it. Default: 40,000, longer than a refresh takes. */
  readonly deadlineMs?: number;
}

type Locks = Navigator['locks'];

/**
 * Lets one tab of an origin refresh at a time, by Web Locks. A tab that never releases the lock loses it after the deadline to exactly one
 * other. Without Web Locks, as on pages of unsafe origins, it is as if there were no lock.
 */
export const webLock = ({ name = '@platform-sdk/session', deadlineMs = 40_000 }: WebLockOptions = {}): SessionLock => ({
  acquire: (signal) => {
    const { locks } = (globalThis as { readonly navigator?: { readonly locks?: Locks } }).navigator ?? {};
    return locks ? acquire(locks, name, deadlineMs, signal) : Promise.resolve(unlocked());
  },
});

const unlocked = (): Lease => ({ signal: new AbortController().signal, release: async () => undefined });

const acquire = (locks: Locks, name: string, deadlineMs: number, signal: AbortSignal | undefined): Promise<Lease> =>
  new Promise((resolve, reject) => {
    const waiting = new AbortController();
    const lost = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = { isGranted: false };
    const isOver = (): boolean => wait.isGranted || signal?.aborted === true;

    const settle = (): void => {
      wait.isGranted = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', abandon);
    };
    const abandon = (): void => {
      settle();
      waiting.abort();
      reject(signal?.reason as Error);
    };

    /** Holds the lock until it is released. */
    const request = async (options: LockOptions): Promise<void> => {
      const mine = { isGranted: false };
      let done = Promise.resolve();
      try {
        done = locks.request(name, options, () => {
          // The caller has left, or holds it already.
          if (isOver()) return undefined;
          mine.isGranted = true;
          settle();
          // A second lock tells this holder from every other, also of the same tab.
          return locks.request(
            `${holderPrefix(name)}${crypto.randomUUID()}`,
            () =>
              new Promise<void>((release) =>
                resolve({
                  signal: lost.signal,
                  release: async () => {
                    release();
                    await done.catch(() => undefined);
                  },
                }),
              ),
          );
        });
        await done;
      } catch {
        if (mine.isGranted) lost.abort();
        // A page that may use no locks shares no storage either.
        else if (!waiting.signal.aborted) resolve(unlocked());
      }
    };

    /** Takes the lock from a tab that has held it for the whole deadline. Of several that wait, one does. */
    const watch = async (holder: string): Promise<void> => {
      await locks.request(`${name}/steal`, async () => {
        const now = await holderOf(locks, name);
        if (isOver()) return;
        if (now === '' || now !== holder) return schedule(now);
        waiting.abort();
        void request({ steal: true });
        while (!isOver()) await nextTurn();
      });
    };
    const schedule = (holder: string): void => {
      if (!isOver()) timer = setTimeout(() => void watch(holder), deadlineMs);
    };

    if (signal?.aborted) return abandon();
    signal?.addEventListener('abort', abandon);
    void request({ signal: waiting.signal });
    void holderOf(locks, name).then(schedule);
  });

const holderPrefix = (name: string): string => `${name}/held-by/`;

/** Names those who hold the lock, or lost it and have not noticed yet. */
const holderOf = async (locks: Locks, name: string): Promise<string> => {
  const { held = [] } = await locks.query();
  const names = held.flatMap((lock) => (lock.name?.startsWith(holderPrefix(name)) ? lock.name : []));
  return names.toSorted().join();
};

const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
