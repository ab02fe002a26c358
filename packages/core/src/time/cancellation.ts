/** The part of an `AbortSignal` that a wait needs. */
export interface Cancellation {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** A cancellation, and the function that triggers it. An `AbortController` costs as much as a tenth of a call. */
export interface CancellationSource extends Cancellation {
  cancel(): void;
}

export const createCancellation = (): CancellationSource => {
  const listeners = new Set<() => void>();
  let aborted = false;
  return {
    get aborted() {
      return aborted;
    },
    addEventListener: (_, listener) => void listeners.add(listener),
    removeEventListener: (_, listener) => void listeners.delete(listener),
    cancel() {
      aborted = true;
      for (const listener of listeners) listener();
    },
  };
};

/** Returns a signal that aborts with the first of several; undefined without one. */
export const anySignal = (...signals: readonly (AbortSignal | null | undefined)[]): AbortSignal | undefined => {
  const present = signals.filter((signal) => signal != null);
  return present.length > 1 ? AbortSignal.any(present) : present[0];
};
