/** The timer functions that a pause needs. */
interface PauseTimers {
  readonly set: (call: () => void, ms: number | undefined, isRepeated: boolean) => object;
  readonly clear: (handle: unknown) => void;
}

export interface PauseOptions {
  readonly signal?: AbortSignal;
}

type Pause = (ms?: number, value?: unknown, options?: PauseOptions) => Promise<unknown>;

/** As in Node, the reason of the signal becomes the cause of the error. */
const abortError = ({ reason }: AbortSignal): Error =>
  Object.assign(new Error('The operation was aborted', { cause: reason }), { name: 'AbortError', code: 'ABORT_ERR' });

/** Creates a `setTimeout` that behaves as in `node:timers/promises`. */
export const promisedTimeout =
  ({ set, clear }: PauseTimers): Pause =>
  (ms, value, { signal } = {}) =>
    new Promise((resolve, reject) => {
      const abort = (): void => {
        clear(handle);
        if (signal) reject(abortError(signal));
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

/** Creates a `setInterval` that behaves as in `node:timers/promises`. */
export const promisedInterval = (pause: Pause) =>
  async function* (...values: Parameters<Pause>): AsyncGenerator<unknown> {
    for (;;) yield await pause(...values);
  };
