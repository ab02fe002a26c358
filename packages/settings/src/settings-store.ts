/// <reference lib="esnext.disposable" preserve="true" />
import type { CallOptions, Platform, PlatformError } from '@platform-sdk/core';
import { anyObject, callable, either, object, objectWith, optional, orNull, string } from '@platform-sdk/core/contract';
import { asyncDisposeKey, checkNoPromise, checkOptions, inputError, notify } from '@platform-sdk/core/internal';
import { localChangeOf, pinsOf, stepOf } from './input.ts';
import { trackOwner, type CurrentOwner } from './current-owner.ts';
import { openPendingChanges, type PendingChanges, type Warn } from './pending-changes.ts';
import { ownersOf, type UserId } from './owner.ts';
import { watchPage } from './page-lifecycle.ts';
import { createSender, type Sender } from './sender.ts';
import type { SettingsStorage } from './storage.ts';
import type { SettingsCompleteOnboardingStepInput, SettingsPinInput, SettingsChange, SettingsGetInput, UserSettings } from './types.ts';
import { holds, merge, only, type LocalSettings, type PendingWrites } from './changes.ts';

/** The options of a settings store. */
export interface SettingsStoreOptions {
  /** The name of the client application whose settings these are. Default: `web`. */
  readonly client?: string;
  /** Stores settings and unsent changes, so that they survive a restart of the page or the process. Default: only in memory. */
  readonly store?: SettingsStorage;
  /** The key in the store. Default: `@platform-sdk/settings`. */
  readonly key?: string;
  /**
   * The id of the user whose settings these are, or a function that returns it. Undefined while no user is signed in. Set this option if
   * tokens come from `accessToken`, because a different token may belong to another user. Default: the id of the session.
   */
  readonly user?: UserId;
  /** The values that `get` returns until the store or the service returns values, also on the server. Default: none. */
  readonly initial?: Partial<UserSettings>;
}

const settingsStoreOptions = object<SettingsStoreOptions>({
  client: orNull(string),
  store: orNull(objectWith<SettingsStorage>('getItem', 'setItem')),
  key: optional(string),
  user: orNull(either(string, callable<Extract<UserId, () => unknown>>())),
  initial: orNull(anyObject<Partial<UserSettings>>()),
});

/** A user's settings on this device. The functions do not use `this`, so you can pass them to React's `useSyncExternalStore`. */
export interface SettingsStore {
  /** Returns the local settings. Returns the same object until a setting changes. */
  readonly get: () => LocalSettings;
  /** Returns the settings for rendering on the server, and in the browser until hydration is complete. */
  readonly getServerSnapshot: () => LocalSettings;
  /** Changes settings immediately, and sends them half a second after the last change. Throws an input error for an unknown setting or an invalid value, and after `dispose`. */
  readonly set: (change: SettingsChange) => void;
  /** Pins projects of an organization immediately, in this order. Throws like `set`. */
  readonly pin: (pins: SettingsPinInput) => void;
  /** Marks an onboarding step immediately. Throws like `set`. */
  readonly completeOnboardingStep: (step: Omit<SettingsCompleteOnboardingStepInput, 'client'>) => void;
  /** Reads the settings from the service. Local changes during the request are kept. */
  readonly load: (input?: Omit<SettingsGetInput, 'client'>, options?: CallOptions) => Promise<LocalSettings>;
  /** Calls `listener` after every change of the settings or of pending changes, including changes in other tabs. Returns an unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Returns changes that the service has not received yet. Returns the same object while the pending changes are the same. */
  readonly pending: () => PendingWrites;
  /** Sends pending changes now. Resolves with true if all of them arrived. Never rejects: failures are passed to `onError`. */
  readonly flush: () => Promise<boolean>;
  /** Calls `listener` after every failed write, except if its fields are then sent separately. Returns an unsubscribe function. */
  readonly onError: (listener: (error: PlatformError) => void) => () => void;
  /** Stops timers and listeners. Pending changes stay in the store. Later changes and loads throw. */
  readonly dispose: () => void;
  /** Sends pending changes, then calls `dispose`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** A set of listeners. If a listener throws, the other listeners are still called. */
interface Listeners<Event> {
  readonly add: (listener: (event: Event) => void) => () => void;
  readonly call: (event: Event) => void;
  readonly clear: () => void;
}

/** The parts of a settings store. */
interface Parts {
  readonly journal: PendingChanges;
  readonly owner: CurrentOwner;
  readonly sender: Sender;
  readonly changes: Listeners<void>;
  readonly errors: Listeners<PlatformError>;
  /** The running loads, each with the changes that win over its response. */
  readonly loads: Set<{ changes: PendingWrites }>;
  isDisposed: boolean;
}

/** Creates a store that keeps a user's settings in memory, in `store` and on the service. At the start, sends changes of an earlier run. */
export const createSettingsStore = (platform: Platform, options: SettingsStoreOptions = {}): SettingsStore => {
  checkNoPromise('createSettingsStore: the platform', platform);
  const { client, initial } = checkOptions('createSettingsStore', settingsStoreOptions, options);
  const initialSettings = initial ?? {};
  const own = client ? { client } : {};
  const parts = openParts(platform, options, initialSettings, own);
  const { journal, owner, sender, changes, errors } = parts;
  const endings = [journal.dispose, owner.dispose, watchPage(sender.leave, sender.online)];
  owner.readOwner();
  if (!owner.get()) void owner.find().catch(() => undefined);

  const dispose = (): void => {
    parts.isDisposed = true;
    sender.dispose();
    changes.clear();
    errors.clear();
    for (const end of endings.splice(0)) end();
  };

  const asyncDispose: typeof Symbol.asyncDispose = asyncDisposeKey();
  return {
    get() {
      owner.readOwner();
      return journal.entry.values;
    },
    getServerSnapshot: () => initialSettings,
    set(given) {
      const wanted = localChangeOf(given);
      assertOpen(parts);
      owner.readOwner();
      // Another process may have changed the value, and files send no notifications.
      journal.read();
      const { values } = journal.entry;
      const fields = only(wanted, (name, value) => value !== undefined && value !== values[name as 'theme']);
      if (holds(fields)) change(parts, { fields: fields as PendingWrites['fields'] });
    },
    pin(pins) {
      const { organization_id, pinned_project_ids } = pinsOf(pins);
      owner.readOwner();
      change(parts, { pins: { [organization_id]: pinned_project_ids } });
    },
    completeOnboardingStep(step) {
      const { stepId, value } = stepOf(step);
      owner.readOwner();
      change(parts, { steps: { [stepId]: value } });
    },
    load: (input, callOptions) => load(parts, { ...own, ...input }, callOptions),
    subscribe: (listener) => changes.add(listener),
    pending() {
      owner.readOwner();
      return journal.entry.pending;
    },
    flush: sender.flush,
    onError: (listener) => errors.add(listener),
    dispose,
    [asyncDispose]: async () => {
      await sender.flush();
      dispose();
    },
  };
};

/** Creates the pending changes, the owner and the sender, which call each other. */
const openParts = (
  platform: Platform,
  options: SettingsStoreOptions,
  initial: Partial<UserSettings>,
  client: { readonly client?: string },
): Parts => {
  const { store, key = '@platform-sdk/settings', user } = options;
  const { context } = platform;
  const warn: Warn = (code, message) => context.log?.({ type: 'warning', code, message });
  const changes = createListeners<void>(warn);
  const errors = createListeners<PlatformError>(warn);
  const now = (): number => context.clock.now();
  const journal = openPendingChanges({ store, key, initial, now, changed: changes.call, warn });

  const owners = ownersOf(platform, user);
  // Changes of a user without an id are never stored, even before the user is identified.
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
    client,
    journal,
    lock: store && lockOf(store),
    lockName: () => (journal.user === undefined ? undefined : `${key} ${journal.user}`),
    clock: context.clock,
    owner: owner.get,
    identify: owner.find,
    failed: errors.call,
  });
  return { journal, owner, sender, changes, errors, loads: new Set(), isDisposed: false };
};

const assertOpen = ({ isDisposed }: Parts): void => {
  if (isDisposed) throw inputError('The settings are disposed: create new ones');
};

const change = (parts: Parts, writes: Partial<PendingWrites>): void => {
  assertOpen(parts);
  for (const each of parts.loads) each.changes = merge(each.changes, writes);
  parts.journal.change(writes);
  parts.sender.changed();
  parts.owner.note(writes);
};

const load = async (parts: Parts, input: SettingsGetInput, options: CallOptions | undefined): Promise<LocalSettings> => {
  const { journal, owner, loads } = parts;
  assertOpen(parts);
  const mine = await owner.find();
  // Changes that are made during the load are newer than its response.
  const loading = { changes: journal.entry.pending };
  loads.add(loading);
  try {
    const values = await mine.api.get(input, options);
    if (parts.isDisposed || owner.get() !== mine) return journal.entry.values;
    return journal.load(values, loading.changes);
  } finally {
    loads.delete(loading);
  }
};

const createListeners = <Event>(warn: Warn): Listeners<Event> => {
  const all = new Set<(event: Event) => void>();
  return {
    add(listener) {
      all.add(listener);
      return () => void all.delete(listener);
    },
    call(event) {
      for (const listener of all) {
        notify(
          () => listener(event),
          () => warn('CALLBACK_FAILED', 'A settings listener failed.'),
        );
      }
    },
    clear: () => all.clear(),
  };
};

const lockOf = (store: SettingsStorage): SettingsStorage['lock'] =>
  store.lock ? (name, work) => store.lock?.(name, work) ?? work() : undefined;
