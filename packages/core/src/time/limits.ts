import { PlatformError } from '../diagnostics/errors.ts';

/** The wall clock, and a clock that never jumps, both in milliseconds. */
export interface Clock {
  now(): number;
  monotonic(): number;
}

export const DEFAULT_CALL_MS = 120_000;

/** The time limit of one call. */
export interface Deadline {
  /** Returns the milliseconds since the call began. */
  readonly elapsedMs: () => number;
  /** Returns the remaining time of the call, at most `limitMs`. Returns 0 when the time is over. */
  readonly remainingMs: (limitMs?: number) => number;
}

export const createDeadline = (clock: Clock, totalMs: number): Deadline => {
  const start = clock.monotonic();
  const elapsedMs = (): number => clock.monotonic() - start;
  return { elapsedMs, remainingMs: (limitMs = Infinity) => Math.max(0, Math.min(limitMs, totalMs - elapsedMs())) };
};

/** The part of an `AbortSignal` that a wait needs. */
export interface Cancellation {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** A cancellation with the function that triggers it. Creating an `AbortController` instead would take up to a tenth of a call's time. */
export interface CancellationSource extends Cancellation {
  cancel(reason?: unknown): void;
  /** Returns the same cancellation as an `AbortSignal`, for `fetch`. */
  toSignal(): AbortSignal;
}

export const createCancellation = (): CancellationSource => {
  const listeners: (() => void)[] = [];
  let controller: AbortController | undefined;
  // A getter would take as much time as all other code here.
  const source = {
    aborted: false,
    reason: undefined as unknown,
    addEventListener: (_: 'abort', listener: () => void): void => void listeners.push(listener),
    removeEventListener(_: 'abort', listener: () => void): void {
      const place = listeners.indexOf(listener);
      if (place >= 0) listeners.splice(place, 1);
    },
    cancel(reason?: unknown): void {
      if (source.aborted) return;
      source.aborted = true;
      source.reason = reason;
      controller?.abort(reason);
      for (const listener of listeners.splice(0)) listener();
    },
    toSignal(): AbortSignal {
      if (!controller) {
        controller = new AbortController();
        if (source.aborted) controller.abort(source.reason);
      }
      return controller.signal;
    },
  };
  return source;
};

/** Returns a signal that aborts when the first of several signals aborts. Returns undefined without signals. */
export const anySignal = (...signals: readonly (AbortSignal | null | undefined)[]): AbortSignal | undefined => {
  const present = signals.filter((signal) => signal != null);
  if (present.length < 2) return present[0];
  try {
    return AbortSignal.any(present);
  } catch {
    // On an edge runtime, the signal of a request belongs to another realm. The listeners end with the request, so they are not removed.
    const joined = new AbortController();
    for (const signal of present) {
      const abort = (): void => joined.abort(signal.reason);
      if (signal.aborted) abort();
      else signal.addEventListener('abort', abort);
    }
    return joined.signal;
  }
};

/** The longest delay of a timer. A timer with a longer delay would fire immediately. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** If a timer is this late, the process was stopped, or its thread was busy. */
const ASLEEP_MS = 20;
/** After the process was stopped, timers run before responses that are waiting in the socket. Waiting responses get this extra time. */
export const WAKE_MS = 500;

/**
 * Settles as `work` does, or rejects when the signal aborts or after `ms` milliseconds. When the time is over, `extension` returns how much
 * longer to wait. A timer that fires late, because the process was stopped, first waits `WAKE_MS` more. All timers and listeners are
 * removed.
 */
// oxlint-disable typescript/prefer-promise-reject-errors -- the rejection comes from `work`
export const bounded = <T>(work: Promise<T>, ms: number, signal: Cancellation | null | undefined, extension?: () => number): Promise<T> =>
  new Promise((resolve, reject) => {
    const settle = (finish: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      finish();
    };
    const abort = (): void => settle(() => reject(new PlatformError('aborted', 'The call was aborted', {}, { cause: signal?.reason })));
    const expire = (): void => {
      const extraMs = extension?.() ?? 0;
      const wakeMs = !hasWoken && performance.now() - dueAt > ASLEEP_MS ? WAKE_MS : 0;
      hasWoken = wakeMs > 0;
      if (extraMs > 0 || hasWoken) wait(Math.max(extraMs, wakeMs));
      else settle(() => reject(new PlatformError('timeout', `No response within ${Math.round(ms)} ms`)));
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    let dueAt = 0;
    let hasWoken = false;
    const wait = (time: number): void => {
      dueAt = performance.now() + Math.min(time, MAX_TIMER_MS);
      timer = setTimeout(expire, Math.min(time, MAX_TIMER_MS));
    };
    wait(ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort);
    work.then(
      (value) => settle(() => resolve(value)),
      (error: unknown) => settle(() => reject(error)),
    );
  });
// oxlint-enable typescript/prefer-promise-reject-errors

/** Waits `ms` milliseconds, or rejects as soon as the signal aborts. */
export const pause = async (ms: number, signal: Cancellation | null | undefined): Promise<void> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, Math.min(ms, MAX_TIMER_MS))));
  try {
    await bounded(over, Infinity, signal);
  } finally {
    clearTimeout(timer);
  }
};

/** The longest wait for code that is loaded on demand. Without this limit, a dead connection would never fail. */
const MAX_LOAD_MS = 5000;

/** Resolves with code that is loaded on demand, such as the reader of an archive. Rejects if the code cannot be loaded. */
export const required = <Code>(code: Promise<Code>, purpose: string): Promise<Code> =>
  bounded(code, MAX_LOAD_MS, undefined).catch(() => {
    throw new PlatformError('network', `The code for ${purpose} could not be loaded`, { outcome: 'not-sent' });
  });
