import type { Clock, PlatformOptions } from '@platform-sdk/core';
import { inputError } from '@platform-sdk/core/internal';
import type { LocalConverterOptions } from '../options/converter.ts';
import type { LocalGatewayOptions } from '../options/gateway.ts';
import type { LocalRateLimits } from '../options/rate-limits.ts';
import type { LocalSearchOptions } from '../options/search.ts';
import type { LocalUploadOptions } from '../options/upload.ts';
import { createCopier } from '../state/copy.ts';
import { fill } from '../state/fill.ts';
import type { Store } from '../state/store.ts';
import { createInbox, type InboxMessage, type Outbox } from './inbox.ts';
import { createSecrets, type FillRandom, type Secrets } from './secrets.ts';

/** The options that rules read. */
export interface Settings {
  readonly apiKey: string;
  /** The gateway's Bearer token for the default project. */
  readonly gatewayKey: string;
  readonly requireActivation: boolean;
  readonly refreshTokensSingleUse: boolean;
  readonly refreshTokenReuse: 'reject' | 'end-session';
  readonly accessTokenSeconds: number;
  readonly refreshTokenSeconds: number;
  readonly rateLimits: Required<LocalRateLimits>;
  readonly wireNames: NonNullable<PlatformOptions['wireNames']>;
  readonly gateway: LocalGatewayOptions;
  readonly search: LocalSearchOptions;
  readonly converter: LocalConverterOptions;
  readonly upload: LocalUploadOptions;
}

/** The platform's clock, which can be moved forward. To move the clock of the clients too, pass it to `createPlatform` as the option `clock`. */
export interface LocalClock extends Clock {
  /** Moves the clock forward at once. `reset` moves it back. */
  advance(milliseconds: number): void;
}

/** The state that all rules share. */
export interface World extends Secrets {
  readonly settings: Settings;
  readonly clock: LocalClock;
  readonly inbox: Outbox;
  /** Returns the current time in ISO 8601. */
  timestamp(): string;
  /** Returns a new id: a UUID, unless the option `ids` is set. */
  id(): string;
  /** Returns the records of a service. The records are created at the first use. */
  records<T>(store: Store<T>): T;
  /** Counts the reads of records and the changes of the clock. If the count has not changed, the state has not changed. */
  readonly reads: number;
  /** The number of running requests. */
  readonly running: number;
  /** Marks a request as running, because it may still change records that it has read. Returns a function that marks the end of the request. */
  begin(): () => void;
  /**
   * Copies the state. The copy shares unchanged parts with the last copy. Stores that no rule has read since the last copy are not compared.
   * `bytes` is the approximate size of the changed parts.
   */
  capture(): CapturedState;
  /** Restores a copied state. Running requests keep their old records. */
  restore(state: WorldState): void;
  reset(): void;
}

/** A copied state, and the approximate size of the parts that changed since the last copy. */
interface CapturedState {
  readonly state: WorldState;
  readonly bytes: number;
}

/** An immutable copy of a platform's state. */
export interface WorldState {
  readonly aheadMs: number;
  readonly lastId: number;
  readonly messages: readonly InboxMessage[];
  /** Records, by store name. */
  readonly stores: ReadonlyMap<string, unknown>;
}

export interface WorldParts {
  readonly settings: Settings;
  readonly now: () => number;
  readonly ids: (() => string) | undefined;
  readonly random: FillRandom | undefined;
}

export const createWorld = ({ settings, now, ids, random = (bytes) => crypto.getRandomValues(bytes) }: WorldParts): World => {
  const inbox = createInbox();
  const stores = new Map<string, unknown>();
  // The restored records of stores that no rule has read yet.
  const waiting = new Map<string, unknown>();
  const transient = new Set<string>();
  let copier = createCopier();
  // The last copies of stores, and the names of stores that may have changed since.
  const copies = new Map<string, unknown>();
  const touched = new Set<string>();
  let running = 0;
  let ahead = 0;
  let lastId = 0;
  let reads = 0;

  // The elapsed time of the monotonic clock, and the platform's time when the monotonic clock was last read.
  let passed = 0;
  let lookedAt = now();

  const clock: LocalClock = {
    now: () => now() + ahead,
    monotonic() {
      const time = clock.now();
      // The machine's clock may be set back, but the elapsed time must never decrease.
      passed += Math.max(0, time - lookedAt);
      lookedAt = time;
      return passed;
    },
    advance(milliseconds) {
      if (!Number.isFinite(milliseconds))
        throw inputError(`clock.advance: milliseconds must be a number, not ${String(milliseconds)}`, 'milliseconds');
      reads += 1;
      ahead += milliseconds;
    },
  };

  const setAhead = (milliseconds: number): void => {
    clock.monotonic();
    ahead = milliseconds;
    lookedAt = clock.now();
  };

  const lastingStores = (): [string, unknown][] =>
    [...waiting, ...stores].filter(([name]) => !transient.has(name)).toSorted(([one], [other]) => (one < other ? -1 : 1));

  return {
    settings,
    clock,
    inbox,
    timestamp: () => new Date(clock.now()).toISOString(),
    id: ids ?? (() => `00000000-0000-4000-8000-${(++lastId).toString(16).padStart(12, '0')}`),
    ...createSecrets(random),
    records<T>(store: Store<T>): T {
      reads += 1;
      const { storeName } = store;
      touched.add(storeName);
      let found = stores.get(storeName) as T | undefined;
      if (found === undefined) {
        stores.set(storeName, (found = store()));
        if (store.isTransient) transient.add(storeName);
        if (waiting.has(storeName)) fill(found, waiting.get(storeName), storeName);
        waiting.delete(storeName);
      }
      return found;
    },
    get running() {
      return running;
    },
    get reads() {
      return reads;
    },
    capture() {
      const lasting = lastingStores();
      const changed = lasting.filter(([name]) => touched.has(name) || !copies.has(name));
      const { messages, stores: copied } = copier.copy({ messages: inbox.all, stores: new Map(changed) });
      for (const [name, records] of copied) copies.set(name, records);
      if (running === 0) touched.clear();
      const all = new Map(lasting.map(([name]) => [name, copies.get(name)]));
      return { state: { aheadMs: ahead, lastId, messages, stores: all }, bytes: copier.takeBytes() };
    },
    begin() {
      running += 1;
      return () => void (running -= 1);
    },
    restore(state) {
      reads += 1;
      // The copy is copied again, because rules change the restored records.
      const { messages, stores: copied } = createCopier().copy({ messages: state.messages, stores: state.stores });
      stores.clear();
      waiting.clear();
      for (const [name, records] of copied) waiting.set(name, records);
      inbox.replace(messages);
      setAhead(state.aheadMs);
      lastId = state.lastId;
      copier = createCopier();
      copies.clear();
    },
    reset() {
      reads += 1;
      stores.clear();
      waiting.clear();
      copies.clear();
      inbox.clear();
      setAhead(0);
      lastId = 0;
    },
  };
};
