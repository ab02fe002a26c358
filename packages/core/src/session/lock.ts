/** A lock while it is held. */
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
