/// <reference lib="esnext.disposable" preserve="true" />
import type { CallOptions, Platform, PlatformError } from '@platform-sdk/core';
import { inputError, notify } from '@platform-sdk/core/contract';
import { localChangeOf, pinsOf, stepOf } from './input.ts';
import { trackOwner } from './current-owner.ts';
import { openPendingChanges } from './pending-changes.ts';
import { ownersOf, type UserId } from './owner.ts';
import { watchPage } from './page-lifecycle.ts';
import { createSender } from './sender.ts';
import type { SettingsStorage } from './storage.ts';
import type { SettingsCompleteOnboardingStepInput, SettingsPinInput, SettingsChange, SettingsGetInput, UserSettings } from './types.ts';
import { holds, merge, only, type LocalSettings, type PendingWrites } from './changes.ts';

/** The options of a settings store. */
export interface SettingsStoreOptions {
  /** The client that the settings are for. Default: `web`. */
  readonly client?: string;
  /** Keeps settings and unsent changes beyond the page or the process. Default: in memory. */
  readonly store?: SettingsStorage;
  /** The store's key. Default: `@platform-sdk/settings`. */
  readonly key?: string;
  /**
   * The id of the user whose settings these are, or a function that returns it; undefined while no user is signed in. Set it if tokens
   * come from `accessToken`, as another token may belong to another user. Default: the id of the session.
   */
  readonly user?: UserId;
  /** Values before the store or the service has any, also on the server. Default: none. */
  readonly initial?: Partial<UserSettings>;
}

/** A user's settings, local first. Its functions need no `this`, so they fit React's `useSyncExternalStore`. */
export interface SettingsStore {
  /** Returns the local settings; the same object until one changes. */
  readonly get: () => LocalSettings;
  /** Returns the settings for rendering on the server, and in the browser until hydration is complete. */
  readonly getServerSnapshot: () => LocalSettings;
  /** Changes settings immediately; they are sent half a second after the last change. Throws an input error for an unknown setting, an invalid value, and after `dispose`. */
  readonly set: (change: SettingsChange) => void;
  /** Pins projects of an organization immediately, in this order. Throws like `set`. */
  readonly pin: (pins: SettingsPinInput) => void;
  /** Marks a step of the introduction immediately. Throws like `set`. */
  readonly completeOnboardingStep: (step: Omit<SettingsCompleteOnboardingStepInput, 'client'>) => void;
  /** Reads the settings from the service; changes made here meanwhile are kept. */
  readonly load: (input?: Omit<SettingsGetInput, 'client'>, options?: CallOptions) => Promise<LocalSettings>;
  /** Called after every change of the settings, from other tabs too, and of pending changes. Returns an unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Returns changes that the service does not have yet; the same object until they change. */
  readonly pending: () => PendingWrites;
  /** Sends pending changes now. Returns whether all of them arrived. Never rejects: failures are passed to `onError`. */
  readonly flush: () => Promise<boolean>;
  /** Calls `listener` after every failed write. Returns an unsubscribe function. */
  readonly onError: (listener: (error: PlatformError) => void) => () => void;
  /** Ends timers and listeners. Pending changes stay in the store. Later changes and loads are errors. */
  readonly dispose: () => void;
  /** Sends pending changes, then disposes. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Keeps a user's settings in memory, in the store and at the service. Unsent changes of an earlier run are sent at the start. */
export const createSettingsStore = (platform: Platform, options: SettingsStoreOptions = {}): SettingsStore => {
  const { client, store, key = '@platform-sdk/settings', initial = {}, user } = options;
  const { context } = platform;
  let isDisposed = false;
  const listeners = new Set<() => void>();
  const errorListeners = new Set<(error: PlatformError) => void>();
  /** The changes made here during loads. */
  const loads = new Set<{ changes: PendingWrites }>();
  const own = client ? { client } : {};

  const warn = (message: string): void => context.log?.({ type: 'warning', message });
  const tell = <Event>(all: Set<(event: Event) => void>, event: Event): void => {
    for (const listener of all) {
      notify(
        () => listener(event),
        () => warn('A settings listener failed.'),
      );
    }
  };
  const journal = openPendingChanges({
    store,
    key,
    initial,
    now: () => context.clock.now(),
    changed: () => tell(listeners, undefined),
    warn,
  });

  const owners = ownersOf(platform, user);
  // Changes of a user without an id are not stored, even before the user is identified.
  if (owners.isAnonymous) journal.use(undefined);
  const owner = trackOwner(
    owners,
    (next, early) => {
      journal.use(next.id, early);
      sender.changed();
    },
    () => sender.changed(),
  );

  const sender = createSender({
    client: own,
    journal,
    lock: store && lockOf(store),
    lockName: () => (journal.user === undefined ? undefined : `${key} ${journal.user}`),
    clock: context.clock,
    owner: owner.get,
    identify: owner.find,
    failed: (error) => tell(errorListeners, error),
  });

  const assertOpen = (): void => {
    if (isDisposed) throw inputError('The settings are disposed: create new ones');
  };

  const change = (writes: Partial<PendingWrites>): void => {
    assertOpen();
    for (const load of loads) load.changes = merge(load.changes, writes);
    journal.change(writes);
    sender.changed();
    owner.note(writes);
  };

  const endings = [journal.dispose, owner.dispose, watchPage(sender.leave, sender.online)];
  owner.readOwner();
  if (!owner.get()) void owner.find().catch(() => undefined);

  const dispose = (): void => {
    isDisposed = true;
    sender.dispose();
    listeners.clear();
    errorListeners.clear();
    for (const end of endings.splice(0)) end();
  };

  return {
    get() {
      owner.readOwner();
      return journal.entry.values;
    },
    getServerSnapshot: () => initial,
    set(given) {
      const wanted = localChangeOf(given);
      assertOpen();
      owner.readOwner();
      const { values } = journal.entry;
      const fields = only(wanted, (name, value) => value !== undefined && value !== values[name as 'theme']);
      if (holds(fields)) change({ fields: fields as PendingWrites['fields'] });
    },
    pin(pins) {
      const { organization_id, pinned_project_ids } = pinsOf(pins);
      owner.readOwner();
      change({ pins: { [organization_id]: pinned_project_ids } });
    },
    completeOnboardingStep(step) {
      const { stepId, value } = stepOf(step);
      owner.readOwner();
      change({ steps: { [stepId]: value } });
    },
    async load(input, callOptions) {
      assertOpen();
      const mine = await owner.find();
      // A write that arrives during the load may be later than its response.
      const load = { changes: journal.entry.pending };
      loads.add(load);
      try {
        const answer = await mine.api.get({ ...own, ...input }, callOptions);
        if (isDisposed || owner.get() !== mine) return journal.entry.values;
        return journal.load(answer, load.changes);
      } finally {
        loads.delete(load);
      }
    },
    subscribe: (listener) => added(listeners, listener),
    pending() {
      owner.readOwner();
      return journal.entry.pending;
    },
    flush: sender.flush,
    onError: (listener) => added(errorListeners, listener),
    dispose,
    [Symbol.asyncDispose]: async () => {
      await sender.flush();
      dispose();
    },
  };
};

const added = <Event>(all: Set<(event: Event) => void>, listener: (event: Event) => void): (() => void) => {
  all.add(listener);
  return () => void all.delete(listener);
};

const lockOf = (store: SettingsStorage): SettingsStorage['lock'] =>
  store.lock ? (name, work) => store.lock?.(name, work) ?? work() : undefined;
