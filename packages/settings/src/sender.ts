import type { Clock, PlatformError } from '@platform-sdk/core';
import type { SettingsClient } from './client.ts';
import type { Journal } from './journal.ts';
import { holds, isEmpty, without, type PendingWrites } from './writes.ts';

const DEBOUNCE_MS = 500;
const LONGEST_BACKOFF_MS = 60_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface SenderParts {
  readonly api: SettingsClient;
  readonly client: { readonly client?: string };
  readonly journal: Journal;
  readonly clock: Clock;
  /** Makes sure that the journal is the signed-in user's. */
  readonly identify: () => Promise<void>;
  readonly failed: (error: PlatformError) => void;
}

/** Brings what is pending to the service. */
export interface Sender {
  /** Something may be pending: it is sent when nothing was changed for half a second. */
  readonly changed: () => void;
  /** The page may end any moment. */
  readonly leave: () => void;
  readonly online: () => void;
  readonly flush: () => Promise<boolean>;
  readonly dispose: () => void;
}

/** Changes that one call brings. */
type Call = readonly [Partial<PendingWrites>, () => Promise<void>];

export const createSender = ({ api, client, journal, clock, identify, failed }: SenderParts): Sender => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | undefined;
  /** What is on its way. */
  let sent: PendingWrites | undefined;
  let failures = 0;
  /** Before this, on the clock that never jumps, nothing is sent by itself. */
  let notBefore = 0;
  let isOffline = false;
  let disposed = false;

  const schedule = (ms: number): void => {
    clearTimeout(timer);
    const waitMs = Math.min(Math.max(ms, notBefore - clock.monotonic()), LONGEST_TIMER_MS);
    timer = disposed || isEmpty(journal.entry.pending) ? undefined : setTimeout(() => void run(), waitMs);
  };

  // Later values must win, so nothing is sent again from within; what is on its way outlives the page.
  const options = { retry: false, keepalive: true } as const;

  const callsOf = ({ fields, pins, steps }: PendingWrites): Call[] => [
    ...(holds(fields) ? [[{ fields }, () => api.update({ ...client, ...fields }, options)] as const] : []),
    ...Object.entries(pins).map(([organization_id, pinned_project_ids]): Call => [
      { pins: { [organization_id]: pinned_project_ids } },
      () => api.pin({ organization_id, pinned_project_ids }, options),
    ]),
    ...Object.entries(steps).map(([stepId, value]): Call => [
      { steps: { [stepId]: value } },
      () => api.completeOnboardingStep({ ...client, stepId, value }, options),
    ]),
  ];

  /** Says whether the other calls may do better. */
  const goesOn = ({ kind, status = 0, retryAfterSeconds = 0 }: PlatformError): boolean => {
    // What the service refuses is not sent again before something changes.
    if (kind === 'input' || kind === 'session') return false;
    if (kind === 'http' && status < 500 && status !== 408 && status !== 429) return status !== 401;
    isOffline = kind === 'network';
    const backoffMs = Math.min(LONGEST_BACKOFF_MS, 1000 * 2 ** failures++) * (0.5 + Math.random() / 2);
    notBefore = clock.monotonic() + Math.max(backoffMs, retryAfterSeconds * 1000);
    schedule(0);
    return false;
  };

  const push = async (writes: PendingWrites): Promise<void> => {
    const { user } = journal;
    for (const [part, call] of callsOf(writes)) {
      const error = await call().catch((reason: unknown) => reason as PlatformError);
      if (error) failed(error);
      // What is pending now is another user's, and none of it is on its way.
      if (journal.user !== user) return void (sent = undefined);
      if (error) {
        if (goesOn(error)) continue;
        return;
      }
      failures = notBefore = 0;
      journal.write(({ pending }) => ({ pending: without(pending, part) }));
    }
  };

  const run = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const work = async (): Promise<void> => {
      await identify();
      journal.read();
      sent = journal.entry.pending;
      await push(sent);
    };
    return (sending ??= work().finally(() => {
      // What was refused waits for a change; what was changed meanwhile does not.
      if (timer === undefined && !isEmpty(without(journal.entry.pending, sent))) schedule(DEBOUNCE_MS);
      sent = sending = undefined;
    }));
  };

  return {
    changed: () => schedule(DEBOUNCE_MS),
    leave() {
      if (clock.monotonic() < notBefore) return;
      // Nothing can be awaited any more: what was changed since goes beside what is on its way.
      if (sent) void push(without(journal.entry.pending, sent));
      else void run();
    },
    online() {
      if (!isOffline) return;
      notBefore = 0;
      schedule(0);
    },
    async flush() {
      await sending;
      await run();
      return isEmpty(journal.entry.pending);
    },
    dispose() {
      disposed = true;
      schedule(0);
    },
  };
};
