import { syncBuiltinESMExports } from 'node:module';
import nodeTimers from 'node:timers';
import timersPromises from 'node:timers/promises';
import { promisify } from 'node:util';
import { inputError } from '@platform-sdk/core/internal';
import { promisedInterval, promisedTimeout, type PauseOptions } from './promised-timers.ts';

/**
 * The virtual time of a run. Timers, `Date` and `performance.now` use this time. It moves forward when `fireNext` is called, and while a
 * loop reads the clock very often.
 */
export interface VirtualTime {
  /** The time since the start of the run, in milliseconds. */
  readonly elapsedMs: number;
  /** The number of times that a timer was set, cleared or fired. */
  readonly changes: number;
  /** The number of fired timers. */
  readonly fired: number;
  /** The time of the next timer, in milliseconds since the start. Undefined without timers. With `onlyWaitedFor`, timers after `unref` are ignored. */
  nextAt(onlyWaitedFor: boolean): number | undefined;
  /** The errors that timers threw. */
  readonly thrown: readonly unknown[];
  /** Moves the time to the next timer and calls it. */
  fireNext(): void;
  /** Drops all timers, because the process of the journey has ended. */
  drop(): void;
  /** Drops all timers, and ignores timers that are set later. */
  freeze(): void;
  /** Restores the real timers and clocks. */
  uninstall(): void;
}

interface Timer {
  readonly id: number;
  readonly call: () => void;
  readonly everyMs: number | undefined;
  delayMs: number;
  at: number;
  /** False after `unref`. The process does not wait for such a timer. */
  isWaitedFor: boolean;
}

/** How often a loop may read the clock before the time moves forward. Without this limit, a loop that waits for the clock would never end. */
const FREE_READS = 1000;
// Stores the real functions, because a test runner may replace them with fake timers.
const { setImmediate, clearImmediate } = nodeTimers;

/** The mark of a replaced `setTimeout`. */
const MARK = Symbol('virtual time');

const createTimers = () => {
  const timers = new Map<unknown, Timer>();
  const state = { now: 0, changes: 0, fired: 0, reads: 0, readsSince: 0, isFrozen: false };
  let lastId = 0;

  const earliest = (onlyWaitedFor = false): readonly [unknown, Timer] | undefined => {
    let found: readonly [unknown, Timer] | undefined;
    for (const entry of timers) if ((entry[1].isWaitedFor || !onlyWaitedFor) && (!found || entry[1].at < found[1].at)) found = entry;
    return found;
  };

  const set = (call: () => void, given: number | undefined, isRepeated: boolean): object => {
    state.changes += 1;
    // As in Node, a timer waits for at least one millisecond.
    const delayMs = Math.max(1, Number(given) || 1);
    const timer: Timer = {
      id: ++lastId,
      call,
      everyMs: isRepeated ? delayMs : undefined,
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

  /** Reads the clock. If a loop reads the clock repeatedly, the time moves forward. */
  const read = (): number => {
    if (state.readsSince !== state.changes) [state.readsSince, state.reads] = [state.changes, 0];
    state.reads += 1;
    if (state.reads > FREE_READS) state.now += 1;
    return state.now;
  };

  return { timers, state, earliest, set, clear, read };
};

type Timers = ReturnType<typeof createTimers>;

type Callback = (...values: unknown[]) => void;

const replacementsOf = (timers: Timers, clearReal: typeof clearTimeout) => {
  const { set, clear } = timers;
  const clearAny = (handle?: unknown): void => {
    clear(handle);
    // The timer may have been set before the run.
    clearReal(handle as NodeJS.Timeout);
  };
  return {
    setTimeout: Object.assign((call: Callback, ms?: number, ...values: unknown[]) => set(() => call(...values), ms, false), {
      [MARK]: true,
      [promisify.custom]: promisedTimeout(timers),
    }),
    setInterval: (call: Callback, ms?: number, ...values: unknown[]) => set(() => call(...values), ms, true),
    clearTimeout: clearAny,
    clearInterval: clearAny,
  };
};

const timeoutSignal =
  ({ set }: Timers) =>
  (ms: number): AbortSignal => {
    const controller = new AbortController();
    set(() => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')), ms, false);
    return controller.signal;
  };

/** Returns a `Date` whose current time is virtual. It is a proxy of the real class, so that `instanceof` works. */
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

/** Reserves the timers for one sweep. Throws if another sweep is running. Returns a function that releases the timers. */
export const claimTimers = (): (() => void) => {
  if (owners.size > 0) throw anotherSweep();
  const owner = {};
  owners.add(owner);
  return () => void owners.delete(owner);
};

/** Replaces properties of an object. Returns a function that restores them. */
const replace = (target: object, values: Readonly<Record<string, unknown>>): (() => void) => {
  const real = Object.keys(values).map((name) => [name, Object.getOwnPropertyDescriptor(target, name)] as const);
  Object.assign(target, values);
  return () => {
    for (const [name, descriptor] of real)
      if (descriptor) Object.defineProperty(target, name, descriptor);
      else Reflect.deleteProperty(target, name);
  };
};

/** Replaces the timers and clocks of this process. Throws if they are already replaced. */
export const installVirtualTime = (startAt: number): VirtualTime => {
  if (MARK in globalThis.setTimeout) throw anotherSweep();
  const timers = createTimers();
  const { state, read } = timers;
  const replacements = replacementsOf(timers, clearTimeout);
  const pause = promisedTimeout(timers);
  const started = performance.now();
  const undo = [
    replace(globalThis, { ...replacements, setImmediate, clearImmediate, Date: virtualDate(() => Math.floor(startAt + read())) }),
    replace(performance, { now: () => started + read() }),
    replace(AbortSignal, { timeout: timeoutSignal(timers) }),
    replace(nodeTimers, replacements),
    replace(timersPromises, { setTimeout: pause, setInterval: promisedInterval(pause) }),
    replace(timersPromises.scheduler, {
      wait: (ms: number, options?: PauseOptions) => pause(ms, undefined, options),
    }),
  ];
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
    get fired() {
      return state.fired;
    },
    nextAt: (onlyWaitedFor) => timers.earliest(onlyWaitedFor)?.[1].at,
    fireNext() {
      const [handle, timer] = timers.earliest() ?? [];
      if (!timer) return;
      state.changes += 1;
      state.fired += 1;
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
      for (const back of undo) back();
      syncBuiltinESMExports();
    },
  };
};
