import { endPlace, keepPlaces, pauseWindow, stateOf, takePlace, type CallWindow } from './call-window.ts';
import type { LimiterStore } from './limiter-store.ts';

/** Reads a window, lets `work` change the window, and writes it back. No other process can access the window meanwhile. */
export type WithWindow = <Result>(work: (window: CallWindow, now: number) => Result) => Promise<Result>;

/** The number of windows for which an abandoned call counts. A process may have sent its request right before it died. */
const LIVES = 1.5;

/** Creates a store from a function with exclusive access to the window that several processes or tabs share. */
export const sharedWindowStore = (withWindow: WithWindow): Required<LimiterStore> => ({
  take: (limit, windowMs, call, concurrency) =>
    withWindow((window, now) => takePlace(window, now, { call, limit, concurrency, lifeMs: windowMs * LIVES })),
  end: (call, windowMs) => withWindow((window, now) => endPlace(window, now, call, windowMs)),
  keep: (calls, windowMs) => withWindow((window, now) => keepPlaces(window, now, calls, windowMs * LIVES)),
  pause: (ms) => withWindow((window, now) => pauseWindow(window, now, ms)),
  state: () => withWindow(stateOf),
});
