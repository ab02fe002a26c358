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

/** The part of the platform's options that rules read. */
export interface Settings {
  readonly apiKey: string;
  /** The Bearer of the gateway for the default project. */
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

/** The clock of the platform, in milliseconds, which can be moved forward. It fits the `clock` option of a client's platform, which then moves with it. */
export interface LocalClock extends Clock {
  /** Lets time pass at once, until the next reset. */
  advance(milliseconds: number): void;
}

/** The state that the rules of all services share. */
export interface World extends Secrets {
  readonly settings: Settings;
  readonly clock: LocalClock;
  readonly inbox: Outbox;
  /** Now, in ISO 8601. */
  timestamp(): string;
  /** A new id, a UUID unless the platform was given its own source. */
  id(): string;
  /** One service's records, created at the first use. */
  records<T>(store: Store<T>): T;
  /** The number of reads, sent messages and clock changes. An untouched state has the same number. */
  readonly reads: number;
  /** Notes that a request runs, which may keep records and change them later. Returns a function that notes its end. */
  begin(): () => void;
  /**
   * Copies the state. Unchanged parts are shared with the last copy. Stores that nothing has read since are not even compared. `bytes` is the
   * approximate size of the other parts.
   */
  capture(): CapturedState;
  /** Restores a copied state. Requests in progress continue with their own records. Throws if the copy does not fit. */
  restore(state: WorldState): void;
  reset(): void;
}

/** A copied state, and the approximate size of what it does not share with the last one. */
interface CapturedState {
  readonly state: WorldState;
  readonly bytes: number;
}

/** An immutable copy of everything that a platform keeps. */
export interface WorldState {
  readonly aheadMs: number;
  readonly lastId: number;
  readonly messages: readonly InboxMessage[];
  /** By the names of the stores. */
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
  // Restored records of stores that are not read yet.
  const waiting = new Map<string, unknown>();
  const transient = new Set<string>();
  let copier = createCopier();
  // The last copies of the stores, and the stores that may have changed since.
  const copies = new Map<string, unknown>();
  const touched = new Set<string>();
  let running = 0;
  let ahead = 0;
  let lastId = 0;
  let reads = 0;

  // The time that has passed, and the wall's time of the last look at it.
  let passed = 0;
  let lookedAt = now();

  const clock: LocalClock = {
    now: () => now() + ahead,
    monotonic() {
      const time = clock.now();
      // The machine's clock may be set back.
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
      // A copy of the copy, as the rules change records.
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
