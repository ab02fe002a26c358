/** A lock that is held. */
export interface Lease {
  /** Aborts when the lease is lost: another took the lock over, or it expired without a renewal. */
  readonly signal: AbortSignal;
  /** True for a lock that its former holder did not release: it may be stopped, and use what it has when it wakes. Default: false. */
  readonly isTakenOver?: boolean;
  /** Releases the lock. May be called twice. */
  release(): Promise<void>;
}

/** Lets one tab or process refresh at a time. */
export interface SessionLock {
  /** Waits for the lock. Rejects when `signal` aborts. Exactly one waiter takes over the lock of a dead holder. */
  acquire(signal?: AbortSignal): Promise<Lease>;
}

/** Returns the lease of a place that has no locks. */
export const unlocked = (): Lease => ({ signal: new AbortController().signal, release: async () => undefined });
