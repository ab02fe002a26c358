import { PlatformError } from '../diagnostics/errors.ts';
import { amount, checkOptions } from '../schema/options.ts';
import { object, optional, string } from '../schema/schema.ts';

/** A held lock. */
export interface Lease {
  /** Aborts when the lease is lost: another holder took over, or the lease expired without a renewal. */
  readonly signal: AbortSignal;
  /** True if the former holder did not release the lock. That holder may wake later, and still use its tokens. Default: false. */
  readonly isTakenOver?: boolean;
  /** Releases the lock. May be called twice. */
  release(): Promise<void>;
}

/** Lets one tab or process refresh at a time. */
export interface SessionLock {
  /** Waits for the lock. Rejects when `signal` aborts. Exactly one waiter takes over the lock of a dead holder. */
  acquire(signal?: AbortSignal): Promise<Lease>;
}

/** Returns the lease of a lock that never blocks. */
export const unlocked = (): Lease => ({ signal: new AbortController().signal, release: async () => undefined });

/** The options of a web lock. */
export interface WebLockOptions {
  /** Tabs of one origin with the same name share the lock. Default: `@platform-sdk/session`. */
  readonly name?: string;
  /** Milliseconds after which the lock is taken from a tab that still holds it. Default: 40,000, longer than a refresh takes. */
  readonly deadlineMs?: number;
}

const webLockOptions = object<WebLockOptions>({ name: optional(string), deadlineMs: optional(amount) });

type Locks = Navigator['locks'];

/**
 * Uses Web Locks to let one tab of an origin refresh at a time. If a tab does not release the lock, exactly one other tab takes it over
 * after the deadline. Web Locks are missing on pages with an insecure origin. There, this function locks nothing.
 */
export const webLock = (options: WebLockOptions = {}): SessionLock => {
  const { name = '@platform-sdk/session', deadlineMs = 40_000 } = checkOptions('webLock', webLockOptions, options);
  return {
    acquire: (signal) => {
      const { locks } = (globalThis as { readonly navigator?: { readonly locks?: Locks } }).navigator ?? {};
      return locks ? acquire(locks, name, deadlineMs, signal) : Promise.resolve(unlocked());
    },
  };
};

const acquire = (locks: Locks, name: string, deadlineMs: number, signal: AbortSignal | undefined): Promise<Lease> =>
  new Promise((resolve, reject) => {
    const waiting = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isSettled = false;

    const settle = (finish: () => void): void => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', abandon);
      finish();
    };
    const isWaiting = (): boolean => !isSettled;
    const abandon = (): void => {
      waiting.abort();
      settle(() => reject(signal?.reason as Error));
    };

    /** Waits in the queue, and then holds the lock until it is released. */
    const request = async (options: LockOptions): Promise<void> => {
      const lost = new AbortController();
      let done: Promise<unknown> = Promise.resolve();
      const end = async (release: () => void): Promise<void> => {
        release();
        await done.catch(() => undefined);
      };
      const hold = (release: () => void): void => {
        const lease = { signal: lost.signal, isTakenOver: options.steal === true, release: () => end(release) };
        settle(() => resolve(lease));
      };
      try {
        // If the caller has cancelled, or holds the lock already, the lock is released immediately.
        done = locks.request(name, options, () => (isSettled ? undefined : holdNamed(locks, name, isWaiting, hold)));
        await done;
      } catch {
        lost.abort();
        if (options.steal) settle(() => reject(new PlatformError('network', 'The lock could not be taken over', { outcome: 'not-sent' })));
        // A page without access to locks shares no storage with other tabs, so it needs no lock.
        else if (!waiting.signal.aborted) settle(() => resolve(unlocked()));
      }
    };

    /** Takes the lock from a tab that has held it for at least `deadlineMs`. If several tabs wait, exactly one of them does this. */
    const watch = async (holder: string): Promise<void> => {
      await locks.request(`${name}/steal`, async () => {
        const now = await holderOf(locks, name);
        if (isSettled) return;
        if (now === '' || now !== holder) return schedule(now);
        waiting.abort();
        void request({ steal: true });
        while (isWaiting()) await nextTurn();
      });
    };
    const schedule = (holder: string): void => {
      // If the locks cannot be queried, the tab only waits in the queue.
      if (!isSettled) timer = setTimeout(() => void watch(holder).catch(() => undefined), deadlineMs);
    };

    if (signal?.aborted) return abandon();
    signal?.addEventListener('abort', abandon);
    void request({ signal: waiting.signal });
    void holderOf(locks, name).then(schedule, () => undefined);
  });

/** Holds a second lock, whose name identifies this holder, even among holders in the same tab. */
const holdNamed = (locks: Locks, name: string, isWaiting: () => boolean, hold: (release: () => void) => void): Promise<unknown> =>
  locks.request(`${holderPrefix(name)}${crypto.randomUUID()}`, () => (isWaiting() ? new Promise<void>(hold) : undefined));

const holderPrefix = (name: string): string => `${name}/held-by/`;

/** Returns the names of the second locks, joined by commas. Each name identifies a holder. A holder that has lost the lock might not have noticed the loss yet. */
const holderOf = async (locks: Locks, name: string): Promise<string> => {
  const { held = [] } = await locks.query();
  const names = held.flatMap((lock) => (lock.name?.startsWith(holderPrefix(name)) ? lock.name : []));
  return names.toSorted().join();
};

const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
