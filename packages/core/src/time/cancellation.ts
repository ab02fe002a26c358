/** The part of an `AbortSignal` that a wait needs. */
export interface Cancellation {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** A cancellation with the function that triggers it. An `AbortController` takes up to a tenth of a call's time. */
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

/** Returns a signal that aborts when the first of several aborts. Undefined if there is none. */
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
