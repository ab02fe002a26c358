import type { Clock, PlatformError } from '@platform-sdk/core';
import { bounded } from '@platform-sdk/core/contract';
import type { SettingsClient } from './client.ts';
import { repetitionAt } from './entry.ts';
import type { PendingChanges } from './pending-changes.ts';
import type { Owner } from './owner.ts';
import type { SettingsStorage } from './storage.ts';
import { holds, isEmpty, NONE, without, type PendingWrites } from './changes.ts';

const DEBOUNCE_MS = 500;
const LONGEST_BACKOFF_MS = 60_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** A tab that is frozen may hold a lock for hours. */
const LOCK_MS = 10_000;

export interface SenderParts {
  readonly client: { readonly client?: string };
  readonly journal: PendingChanges;
  /** Lets one tab send at a time. */
  readonly lock: SettingsStorage['lock'];
  readonly lockName: () => string | undefined;
  readonly clock: Clock;
  /** Returns the owner of the journal; undefined before the first was found. */
  readonly owner: () => Owner | undefined;
  /** Finds the owner, and switches the journal to that user. */
  readonly identify: () => Promise<Owner>;
  readonly failed: (error: PlatformError) => void;
}

/** Sends pending changes to the service. */
export interface Sender {
  /** Called after a change. Pending changes are sent half a second after the last one. */
  readonly changed: () => void;
  /** Called when the page may end any moment. */
  readonly leave: () => void;
  readonly online: () => void;
  readonly flush: () => Promise<boolean>;
  readonly dispose: () => void;
}

/** The changes that one call sends. */
type Call = readonly [Partial<PendingWrites>, (api: SettingsClient) => Promise<void>];

export const createSender = ({ client, journal, lock, lockName, clock, owner, identify, failed }: SenderParts): Sender => {
  const disposal = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | undefined;
  /** The changes that are being sent. */
  let sent: PendingWrites | undefined;
  /** Sends that did not wait for their turn, because the page seemed to end. */
  let beside: Promise<void> = Promise.resolve();
  let failures = 0;
  /** The earliest time of the next automatic send, by the monotonic clock. */
  let notBefore = 0;
  let isOffline = false;
  const isDisposed = (): boolean => disposal.signal.aborted;

  const schedule = (ms: number): void => {
    clearTimeout(timer);
    timer = undefined;
    const repetition = repetitionAt(journal.entry, clock.now());
    if (isDisposed() || (isEmpty(journal.entry.pending) && repetition === undefined)) return;
    const dueMs = isEmpty(journal.entry.pending) && repetition !== undefined ? repetition - clock.now() : ms;
    const waitMs = Math.min(Math.max(dueMs, notBefore - clock.monotonic()), LONGEST_TIMER_MS);
    timer = setTimeout(() => void run(), waitMs);
  };

  // Later values must win, so calls are not retried here. Running requests outlive the page.
  const options = { retry: false, keepalive: true } as const;

  const callsOf = ({ fields, pins, steps }: PendingWrites): Call[] => [
    ...(holds(fields) ? [[{ fields }, (api: SettingsClient) => api.update({ ...client, ...fields }, options)] as const] : []),
    ...Object.entries(pins).map(([organization_id, pinned_project_ids]): Call => [
      { pins: { [organization_id]: pinned_project_ids } },
      (api) => api.pin({ organization_id, pinned_project_ids }, options),
    ]),
    ...Object.entries(steps).map(([stepId, value]): Call => [
      { steps: { [stepId]: value } },
      (api) => api.completeOnboardingStep({ ...client, stepId, value }, options),
    ]),
  ];

  /** Returns true if the other calls may succeed. */
  const goesOn = ({ kind, status = 0, retryAfterSeconds = 0 }: PlatformError): boolean => {
    // Rejected changes are retried only after a new change.
    if (kind === 'invalid-input' || kind === 'session') return false;
    if (kind === 'http' && status < 500 && status !== 408 && status !== 429) return status !== 401;
    isOffline = kind === 'network';
    const backoffMs = Math.min(LONGEST_BACKOFF_MS, 1000 * 2 ** failures++) * (0.5 + Math.random() / 2);
    notBefore = clock.monotonic() + Math.max(backoffMs, retryAfterSeconds * 1000);
    schedule(0);
    return false;
  };

  const push = async (own: Owner, writes: PendingWrites): Promise<void> => {
    for (const [part, call] of callsOf(writes)) {
      const attempt = journal.begin(part);
      const error = await call(own.api).catch((reason: unknown) => reason as PlatformError);
      if (isDisposed()) return;
      if (error) failed(error);
      // Pending changes now belong to another user, and none of them is being sent.
      if (owner() !== own) return void (sent = undefined);
      const isOpen = error?.outcome === 'unknown' || error?.outcome === 'likely-applied';
      journal.end(attempt, error ? (isOpen ? 'unknown' : 'failed') : 'arrived');
      if (error && !goesOn(error)) return;
      if (!error) failures = notBefore = 0;
    }
  };

  /** Runs the work while no other tab sends for this user. A lock that is never released delays the work, but does not block it. */
  const inTurn = async (work: () => Promise<void>): Promise<void> => {
    const name = lockName();
    if (!lock || name === undefined || (isEmpty(journal.entry.pending) && repetitionAt(journal.entry, clock.now()) === undefined))
      return work();
    let working: Promise<void> | undefined;
    const sendOnce = (): Promise<void> => (working ??= work());
    const granted = new Promise<void>((resolve) => {
      const held = Promise.resolve().then(() => lock(name, async () => (resolve(), sendOnce())));
      held.then(
        () => resolve(),
        () => resolve(),
      );
    });
    await bounded(granted, LOCK_MS, disposal.signal).catch(() => undefined);
    return sendOnce();
  };

  const work = async (isLeaving: boolean): Promise<void> => {
    const known = isLeaving ? owner() : undefined;
    const found = known ?? (await identify().catch((error: unknown) => error as PlatformError));
    if (isDisposed()) return;
    if (!('api' in found)) {
      failed(found);
      return void goesOn(found);
    }
    const pushAll = async (): Promise<void> => {
      if (!isLeaving) await beside;
      if (isDisposed() || owner() !== found) return;
      journal.read();
      journal.repeat(isLeaving);
      sent = journal.entry.pending;
      await push(found, sent);
    };
    await (isLeaving ? pushAll() : inTurn(pushAll));
  };

  const run = (isLeaving = false): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    return (sending ??= work(isLeaving).finally(() => {
      // Rejected values wait for a change; values that were changed meanwhile are sent.
      const isChanged = !isEmpty(without(journal.entry.pending, sent));
      const isWaiting = isEmpty(journal.entry.pending) && repetitionAt(journal.entry, clock.now()) !== undefined;
      if (timer === undefined && (isChanged || isWaiting)) schedule(DEBOUNCE_MS);
      sent = sending = undefined;
    }));
  };

  return {
    changed: () => schedule(DEBOUNCE_MS),
    leave() {
      if (isDisposed() || clock.monotonic() < notBefore) return;
      const own = owner();
      if (!sending || !own) return void run(true);
      // The page cannot await anything any more: later changes are sent in parallel to the running request.
      beside = Promise.all([beside, push(own, without(journal.entry.pending, sent ?? NONE))]).then(() => undefined);
    },
    online() {
      if (!isOffline) return;
      notBefore = 0;
      schedule(0);
    },
    async flush() {
      if (!isDisposed()) await sending;
      if (!isDisposed()) await run();
      return isEmpty(journal.entry.pending);
    },
    dispose() {
      disposal.abort();
      schedule(0);
    },
  };
};
