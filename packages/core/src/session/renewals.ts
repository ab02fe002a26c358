import type { PlatformError } from '../diagnostics/errors.ts';
import type { Logger } from '../diagnostics/logger.ts';
import type { Clock } from '../time/limits.ts';
import type { StoredSession } from './tokens.ts';
import { REFRESH_NEEDED } from './writable.ts';

/** Lets all calls that need a new token share one exchange of the refresh token. */
export interface Renewals {
  /** Refreshes the session, or waits for the running refresh. During the pause after a failure, rejects with the same failure. */
  renew(old: StoredSession): Promise<void>;
  /** Returns true while this refresh token is being exchanged. */
  isRunning(refreshToken: string | undefined): boolean;
}

interface Renewal {
  readonly of: string;
  readonly done: Promise<void>;
  /** Until this time, the same refresh token is not used again. */
  until: number;
}

/** The pause after a failed refresh. A refresh that was not sent causes no pause. */
const COOL_DOWN_MS = 5000;
const MAX_COOL_DOWN_MS = 300_000;

export const createRenewals = (refresh: (old: StoredSession) => Promise<void>, clock: Clock, log: Logger | undefined): Renewals => {
  let renewal: Renewal | undefined;

  const begin = (old: StoredSession): Renewal => {
    const mine: Renewal = {
      of: old.refreshToken,
      until: Infinity,
      done: refresh(old).then(
        () => void (mine.until = 0),
        (error: unknown) => {
          mine.until = isUnsent(error) ? 0 : clock.monotonic() + coolDownMs(error as PlatformError);
          // This code means that the store cannot write. The service may be available, so `refresh-unavailable` is not logged.
          if ((error as PlatformError).code !== REFRESH_NEEDED) log?.({ type: 'session', change: 'refresh-unavailable' });
          throw error;
        },
      ),
    };
    return mine;
  };

  return {
    async renew(old) {
      if (renewal?.of !== old.refreshToken || clock.monotonic() >= renewal.until) renewal = begin(old);
      await renewal.done;
    },
    isRunning: (refreshToken) => renewal?.until === Infinity && renewal.of === refreshToken,
  };
};

const coolDownMs = ({ retryAfterSeconds = 0 }: PlatformError): number =>
  Math.min(MAX_COOL_DOWN_MS, Math.max(COOL_DOWN_MS, retryAfterSeconds * 1000));

/** Returns true if a refresh never left the machine, or the browser is offline. Such a refresh is retried as soon as it is needed. */
const isUnsent = (error: unknown): boolean =>
  (error as PlatformError).outcome === 'not-sent' || (globalThis as { navigator?: Partial<Navigator> }).navigator?.onLine === false;
