import timersPromises from 'node:timers/promises';
import { syncBuiltinESMExports } from 'node:module';
import { inputError } from '@platform-sdk/core/internal';

/** The time of a run. Timers, `Date` and `performance.now` follow it, and it passes only when `fireNext` is called. */
export interface VirtualTime {
  /** The time since the start of the run, in milliseconds. */
  readonly elapsedMs: number;
  /** Counts set, cleared and fired timers. */
  readonly changes: number;
  /** The time of the next timer, in milliseconds since the start. Undefined without timers. `onlyWaitedFor` ignores those after `unref`. */
  nextAt(onlyWaitedFor: boolean): number | undefined;
  /** The errors that timers threw. */
  readonly thrown: readonly unknown[];
  /** Moves the time to the next timer and calls it. */
  fireNext(): void;
  /** Drops all timers: the process of the journey has ended. */
  drop(): void;
  /** Drops all timers, and those that are set later. */
  freeze(): void;
  /** Puts the real time back. */
  uninstall(): void;
}

interface Timer {
  readonly id: number;
  readonly call: () => void;
  readonly everyMs: number | undefined;
  delayMs: number;
  at: number;
  /** False after `unref`: the process does not wait for it. */
  isWaitedFor: boolean;
}

/** The mark of a replaced `setTimeout`. */
const MARK = Symbol('virtual time');

/** The timers of a run, the earliest first. */
const createTimers = () => {
  const timers = new Map<unknown, Timer>();
  const state = { now: 0, changes: 0, isFrozen: false };
  let lastId = 0;

  const earliest = (onlyWaitedFor = false): readonly [unknown, Timer] | undefined => {
    let found: readonly [unknown, Timer] | undefined;
    for (const entry of timers) if ((entry[1].isWaitedFor || !onlyWaitedFor) && (!found || entry[1].at < found[1].at)) found = entry;
    return found;
  };

  const set = (call: () => void, given: number | undefined, isRepeated: boolean): object => {
    state.changes += 1;
    const delayMs = Math.max(0, Number(given) || 0);
    const timer: Timer = {
      id: ++lastId,
      call,
      everyMs: isRepeated ? Math.max(1, delayMs) : undefined,
      delayMs,
      at: state.now + delayMs,
      isWaitedFor: true,
    };
    const handle = {
      ref() {
        timer.isWaitedFor = true;
        return handle;
      },
      unref() {
        timer.isWaitedFor = false;
        return handle;
      },
      hasRef: () => timer.isWaitedFor,
      refresh() {
        timer.at = state.now + timer.delayMs;
        return handle;
      },
      close: () => clear(handle),
      [Symbol.toPrimitive]: () => timer.id,
    };
    if (!state.isFrozen) timers.set(handle, timer);
    return handle;
  };

  const clear = (given: unknown): void => {
    if (timers.delete(given)) state.changes += 1;
    else if (typeof given === 'number' || typeof given === 'string')
      for (const [handle, { id }] of timers) if (id === Number(given)) timers.delete(handle);
  };

  return { timers, state, earliest, set, clear };
};

type Timers = ReturnType<typeof createTimers>;

type Callback = (...values: unknown[]) => void;

const replacementsOf = ({ set, clear }: Timers, clearReal: typeof clearTimeout) => {
  const clearAny = (handle?: unknown): void => {
    clear(handle);
    // A timer from before the run.
    clearReal(handle as NodeJS.Timeout);
  };
  return {
    setTimeout: Object.assign((call: Callback, ms?: number, ...values: unknown[]) => set(() => call(...values), ms, false), {
      [MARK]: true,
    }),
    setInterval: (call: Callback, ms?: number, ...values: unknown[]) => set(() => call(...values), ms, true),
    clearTimeout: clearAny,
    clearInterval: clearAny,
  };
};

/** `setTimeout` of `node:timers/promises`. */
const promisedTimeout =
  ({ set, clear }: Timers) =>
  (ms?: number, value?: unknown, { signal }: { readonly signal?: AbortSignal } = {}): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const abort = (): void => {
        clear(handle);
        reject(signal?.reason as Error);
      };
      const handle = set(
        () => {
          signal?.removeEventListener('abort', abort);
          resolve(value);
        },
        ms,
        false,
      );
      if (signal?.aborted) abort();
      else signal?.addEventListener('abort', abort, { once: true });
    });

const timeoutSignal =
  ({ set }: Timers) =>
  (ms: number): AbortSignal => {
    const controller = new AbortController();
    set(() => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')), ms, false);
    return controller.signal;
  };

/** A `Date` whose current time is virtual. It is the same class, so that `instanceof` works. */
const virtualDate = (now: () => number): DateConstructor =>
  new Proxy(Date, {
    construct: (real, values: readonly unknown[], target) =>
      Reflect.construct(real, values.length > 0 ? values : [now()], target) as object,
    apply: (real) => new real(now()).toString(),
    get: (real, name) => (name === 'now' ? now : (Reflect.get(real, name) as unknown)),
  });

const anotherSweep = (): Error =>
  inputError('sweep: another sweep is running in this process. Wait for its end, because both replace the timers');

/** The sweep that owns the timers of this process. */
const owners = new Set<object>();

/** Keeps the timers for one sweep. Throws during another sweep. Returns the function that ends the claim. */
export const claimTimers = (): (() => void) => {
  if (owners.size > 0) throw anotherSweep();
  const owner = {};
  owners.add(owner);
  return () => void owners.delete(owner);
};

/** Replaces the timers and clocks of this process. Throws if they are already replaced. */
export const installVirtualTime = (startAt: number): VirtualTime => {
  if (MARK in globalThis.setTimeout) throw anotherSweep();
  const timers = createTimers();
  const { state } = timers;
  const real = { setTimeout, setInterval, clearTimeout, clearInterval, Date };
  const timeout: unknown = Reflect.get(AbortSignal, 'timeout');
  const { setTimeout: promised } = timersPromises;
  const started = performance.now();
  Object.assign(globalThis, replacementsOf(timers, clearTimeout), { Date: virtualDate(() => Math.floor(startAt + state.now)) });
  Object.assign(performance, { now: () => started + state.now });
  Object.assign(AbortSignal, { timeout: timeoutSignal(timers) });
  Object.assign(timersPromises, { setTimeout: promisedTimeout(timers) });
  syncBuiltinESMExports();

  const thrown: unknown[] = [];
  return {
    thrown,
    get elapsedMs() {
      return state.now;
    },
    get changes() {
      return state.changes;
    },
    nextAt: (onlyWaitedFor) => timers.earliest(onlyWaitedFor)?.[1].at,
    fireNext() {
      const [handle, timer] = timers.earliest() ?? [];
      if (!timer) return;
      state.changes += 1;
      state.now = Math.max(state.now, timer.at);
      if (timer.everyMs === undefined) timers.timers.delete(handle);
      else timer.at = state.now + timer.everyMs;
      try {
        timer.call();
      } catch (error) {
        thrown.push(error);
      }
    },
    drop: () => timers.timers.clear(),
    freeze() {
      state.isFrozen = true;
      timers.timers.clear();
    },
    uninstall() {
      Object.assign(globalThis, real);
      Reflect.deleteProperty(performance, 'now');
      Object.assign(AbortSignal, { timeout });
      Object.assign(timersPromises, { setTimeout: promised });
      syncBuiltinESMExports();
    },
  };
};
