import type { StoredSession } from '@platform-sdk/core';

/** What a token store keeps: the session, or the fact that the user signed out. */
export interface SessionRecord {
  /** Grows by one with every write, sign-outs included. */
  readonly generation: number;
  /** The session; null after a sign-out. */
  readonly session: StoredSession | null;
}

/** Where a session outlives the process or the page. */
export interface TokenStore {
  /** Returns the record written last; undefined when nothing was ever written. Rejects when the store cannot be read. */
  get(): unknown;
  /** Writes `next` if the stored generation is still `expected` (0 when nothing is stored). Returns whether it was written. */
  set(next: SessionRecord, expected: number): boolean | Promise<boolean>;
  /** Calls `listener` when another tab or process may have written. Returns an unsubscribe function. */
  subscribe?(listener: () => void): () => void;
}

/** Lets one tab or process refresh at a time. */
export interface SessionLock {
  /** Waits for the lock. Rejects when `signal` aborts. A dead holder's lock is taken over by exactly one waiter. */
  acquire(signal?: AbortSignal): Promise<Lease>;
}

/** A lock that is held. */
export interface Lease {
  /** Aborts when the lease is lost: stolen, or expired without renewal. */
  readonly signal: AbortSignal;
  /** Releases the lock. Safe to call twice. */
  release(): Promise<void>;
}
