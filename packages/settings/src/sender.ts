import type { Clock, PlatformError } from '@platform-sdk/core';
import { bounded, MAX_TIMER_MS } from '@platform-sdk/core/internal';
import type { SettingsClient } from './client.ts';
import { repetitionAt } from './entry.ts';
import type { PendingChanges } from './pending-changes.ts';
import type { Owner } from './owner.ts';
import type { SettingsStorage } from './storage.ts';
import { holds, isEmpty, merge, NONE, without, type PendingWrites } from './changes.ts';

const DEBOUNCE_MS = 500;
const MAX_BACKOFF_MS = 60_000;
/** The maximum wait for a lock, in milliseconds. A suspended tab may hold the lock for hours. */
const LOCK_MS = 10_000;

export interface SenderParts {
  readonly client: { readonly client?: string };
  readonly journal: PendingChanges;
  /** Ensures that only one tab sends at a time. */
  readonly lock: SettingsStorage['lock'];
  readonly lockName: () => string | undefined;
  readonly clock: Clock;
  /** Returns the user of the pending changes. Returns undefined until a user is found. */
  readonly owner: () => Owner | undefined;
  /** Finds the user, and switches the pending changes to that user. */
  readonly identify: () => Promise<Owner>;
  readonly failed: (error: PlatformError) => void;
}

/** Sends pending changes to the service. */
export interface Sender {
  /** Called after a change. Pending changes are sent half a second after the last change. */
  readonly changed: () => void;
  /** Called when the page may close at any moment. */
  readonly leave: () => void;
  readonly online: () => void;
  readonly flush: () => Promise<boolean>;
  readonly dispose: () => void;
}

/** The state of a sender. */
interface Sending extends SenderParts {
  readonly disposal: AbortController;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** The current run, which sends changes. */
  running: Promise<void> | undefined;
  /** The changes that are being sent. */
  sent: PendingWrites | undefined;
  /** The requests of a closing page, which do not wait for the current run. */
  beside: Promise<void>;
  failures: number;
  /** The earliest time of the next automatic attempt, in milliseconds of the monotonic clock. */
  notBefore: number;
  isOffline: boolean;
}

export const createSender = (parts: SenderParts): Sender => {
  const sending: Sending = {
    ...parts,
    disposal: new AbortController(),
    timer: undefined,
    running: undefined,
    sent: undefined,
    beside: Promise.resolve(),
    failures: 0,
    notBefore: 0,
    isOffline: false,
  };
  const { journal } = parts;
  return {
    changed: () => schedule(sending, DEBOUNCE_MS),
    leave: () => leave(sending),
    online() {
      if (!sending.isOffline) return;
      sending.notBefore = 0;
      schedule(sending, 0);
    },
    async flush() {
      if (!isDisposed(sending)) await sending.running;
      if (!isDisposed(sending)) await run(sending);
      return isEmpty(journal.entry.pending);
    },
    dispose() {
      sending.disposal.abort();
      schedule(sending, 0);
    },
  };
};

const isDisposed = ({ disposal }: Sending): boolean => disposal.signal.aborted;

/** Returns the time at which sent changes must be sent a second time. Returns undefined if this is unnecessary. */
const repetition = ({ journal, clock }: Sending): number | undefined => repetitionAt(journal.entry, clock.now());

const schedule = (sending: Sending, ms: number): void => {
  const { journal, clock, notBefore } = sending;
  clearTimeout(sending.timer);
  sending.timer = undefined;
  const isNothingPending = isEmpty(journal.entry.pending);
  const repeatAt = repetition(sending);
  if (isDisposed(sending) || (isNothingPending && repeatAt === undefined)) return;
  const dueMs = isNothingPending && repeatAt !== undefined ? repeatAt - clock.now() : ms;
  // The due time may be in the past, and Node prints a warning for a negative delay.
  const waitMs = Math.min(Math.max(0, dueMs, notBefore - clock.monotonic()), MAX_TIMER_MS);
  sending.timer = setTimeout(() => void run(sending), waitMs);
};

/** Sends pending changes. If a run is already sending changes, returns its promise. */
const run = (sending: Sending, isLeaving = false): Promise<void> => {
  clearTimeout(sending.timer);
  sending.timer = undefined;
  return (sending.running ??= sendAll(sending, isLeaving).finally(() => {
    const { pending } = sending.journal.entry;
    // Rejected values wait for a later change. Values that changed during the run are sent.
    const isChanged = !isEmpty(without(pending, sending.sent));
    const isWaiting = isEmpty(pending) && repetition(sending) !== undefined;
    if (sending.timer === undefined && (isChanged || isWaiting)) schedule(sending, DEBOUNCE_MS);
    sending.sent = sending.running = undefined;
  }));
};

const sendAll = async (sending: Sending, isLeaving: boolean): Promise<void> => {
  const { journal, owner, identify, failed } = sending;
  const known = isLeaving ? owner() : undefined;
  const found = known ?? (await identify().catch((error: unknown) => error as PlatformError));
  if (isDisposed(sending)) return;
  if (!('api' in found)) {
    failed(found);
    // If no owner was found, the pending changes count as sent, so that the end of this run does not start the next attempt.
    sending.sent = journal.entry.pending;
    return void mayContinue(sending, found);
  }
  const pushAll = async (): Promise<void> => {
    if (!isLeaving) await sending.beside;
    if (isDisposed(sending) || owner() !== found) return;
    journal.read();
    journal.repeat(isLeaving);
    sending.sent = journal.entry.pending;
    await push(sending, found, sending.sent, isLeaving);
  };
  await (isLeaving ? pushAll() : inTurn(sending, pushAll));
};

/** Runs `work` while no other tab sends for this user. If another tab does not release the lock, runs `work` after `LOCK_MS`. */
const inTurn = async (sending: Sending, work: () => Promise<void>): Promise<void> => {
  const { journal, lock, lockName, disposal } = sending;
  const name = lockName();
  if (!lock || name === undefined || (isEmpty(journal.entry.pending) && repetition(sending) === undefined)) return work();
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

/** Sends changes with one call after another. A closing page sends all calls in parallel, because it cannot wait. */
const push = async (sending: Sending, own: Owner, writes: PendingWrites, isLeaving: boolean): Promise<void> => {
  const calls = callsOf(sending, writes);
  if (isLeaving) return void (await Promise.all(calls.map((call) => pushOne(sending, own, call))));
  for (const call of calls) {
    const next = await pushOne(sending, own, call);
    if (!next) return;
    for (const replacement of next) calls.push(replacement);
  }
};

/** Sends one call. If the service rejected several fields, returns a call for each. Returns undefined if further calls would fail too. */
const pushOne = async (sending: Sending, own: Owner, [part, call]: Call): Promise<readonly Call[] | undefined> => {
  const { journal, owner, failed } = sending;
  const attempt = journal.begin(part);
  const error = await call(own.api).catch((reason: unknown) => reason as PlatformError);
  if (isDisposed(sending)) return undefined;
  const names = Object.keys(part.fields ?? {});
  // One invalid field must not block the other fields, so each field is sent separately.
  const isDivisible = names.length > 1 && (error?.status === 400 || error?.status === 422);
  if (error && !isDivisible) failed(error);
  if (owner() !== own) {
    // Another user has signed in, and none of that user's pending changes is being sent.
    sending.sent = undefined;
    return undefined;
  }
  const isOpen = error?.outcome === 'unknown' || error?.outcome === 'likely-applied';
  journal.end(attempt, error ? (isOpen ? 'unknown' : 'failed') : 'arrived');
  if (isDivisible) return names.map((name) => fieldsCall(sending, { [name]: part.fields?.[name] }));
  if (error && !mayContinue(sending, error)) return undefined;
  if (!error) sending.failures = sending.notBefore = 0;
  return [];
};

/** A part of the changes, and the call that sends it. */
type Call = readonly [Partial<PendingWrites>, (api: SettingsClient) => Promise<void>];

// The client must not retry, because a retry could overwrite later values. `keepalive` lets requests continue after the page closes.
const OPTIONS = { retry: false, keepalive: true } as const;

const fieldsCall = ({ client }: Sending, fields: PendingWrites['fields']): Call => [
  { fields },
  (api) => api.update({ ...client, ...fields }, OPTIONS),
];

const callsOf = (sending: Sending, { fields, pins, steps }: PendingWrites): Call[] => [
  ...(holds(fields) ? [fieldsCall(sending, fields)] : []),
  ...Object.entries(pins).map(([organization_id, pinned_project_ids]): Call => [
    { pins: { [organization_id]: pinned_project_ids } },
    (api) => api.pin({ organization_id, pinned_project_ids }, OPTIONS),
  ]),
  ...Object.entries(steps).map(([stepId, value]): Call => [
    { steps: { [stepId]: value } },
    (api) => api.completeOnboardingStep({ ...sending.client, stepId, value }, OPTIONS),
  ]),
];

/** Returns true if other calls may succeed. After a temporary failure, schedules the next attempt for all pending changes. */
const mayContinue = (sending: Sending, { kind, status = 0, retryAfterSeconds = 0 }: PlatformError): boolean => {
  // Rejected changes are retried only after a new change.
  if (kind === 'invalid-input' || kind === 'session') return false;
  if (kind === 'http' && status < 500 && status !== 408 && status !== 429) return status !== 401;
  sending.isOffline = kind === 'network';
  const backoffMs = Math.min(MAX_BACKOFF_MS, 1000 * 2 ** sending.failures++) * (0.5 + Math.random() / 2);
  sending.notBefore = sending.clock.monotonic() + Math.max(backoffMs, retryAfterSeconds * 1000);
  schedule(sending, 0);
  return false;
};

const leave = (sending: Sending): void => {
  const { journal, clock, owner, beside } = sending;
  if (isDisposed(sending) || clock.monotonic() < sending.notBefore) return;
  const own = owner();
  if (!sending.running || !own) return void run(sending, true);
  // A closing page cannot wait for the running request, so changes made since then are sent in parallel.
  const later = without(journal.entry.pending, sending.sent ?? NONE);
  sending.sent = merge(sending.sent ?? NONE, later);
  sending.beside = Promise.all([beside, push(sending, own, later, true)]).then(() => undefined);
};
