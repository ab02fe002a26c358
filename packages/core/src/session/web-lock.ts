import type { SessionLock } from './tokens.ts';

/** The name of a lock, and the longest wait for it. */
export interface WebLockOptions {
  /** Tabs of one origin that share a session share the name. Default: `@platform-sdk/session`. */
  readonly name?: string;
  /** Milliseconds to wait for the lock; then the refresh goes on without it. Default: 10,000. */
  readonly deadlineMs?: number;
}

/**
 * Lets one tab of an origin refresh at a time, by Web Locks. A tab that never lets go hangs no other: after the deadline the refresh
 * goes on, and takes what another tab has stored meanwhile. Where there are no Web Locks, it is as if there were no lock.
 */
export const webLock =
  ({ name = '@platform-sdk/session', deadlineMs = 10_000 }: WebLockOptions = {}): SessionLock =>
  async (work) => {
    const { locks } = (globalThis as { readonly navigator?: Partial<Navigator> }).navigator ?? {};
    let working: ReturnType<typeof work> | undefined;
    try {
      // The signal ends only the wait.
      await locks?.request(name, { signal: AbortSignal.timeout(deadlineMs) }, () => (working = work()));
    } catch {
      // Not granted in time, or refused; a failure of the work is its own.
    }
    return working ?? work();
  };
