import timers from 'node:timers/promises';
import type { VirtualTime } from './virtual-time.ts';

// Stores the real functions, because virtual time replaces them in the module.
const { setImmediate: turn, setTimeout: realPause } = timers;
// Stores the real clock, because a test runner may replace it with a fake clock.
const { hrtime } = process;

/** After this many turns of the event loop without an event, only a timer can continue the journey. */
const QUIET_TURNS = 25;
/** How long unfinished work outside of the journey may delay the virtual time, in real milliseconds. */
const PATIENCE_MS = 5000;

/** The signs of activity that virtual time must wait for in a run. */
interface Signs {
  /** Returns a string that changes with each event of the run. */
  readonly marks: () => string;
  /** Returns whether work is in progress that will end without a timer. */
  readonly isBusy: () => boolean;
  /** Returns whether a response has stalled, so that only a timer can continue the journey. */
  readonly hasStalled: () => boolean;
  /** Returns whether the run repeats requests or timers endlessly. */
  readonly isEndless: () => boolean;
}

const nowMs = (): number => Number(hrtime.bigint() / 1_000_000n);

/** Moves the virtual time of a run forward. The next timer fires when nothing else can happen. */
export const createPassage = (time: VirtualTime, { marks, isBusy, hasStalled, isEndless }: Signs) => {
  const signs = (): string => `${time.changes} ${marks()}`;

  /** Waits until only a timer can cause the next event. */
  const untilQuiet = async (isOver: () => boolean): Promise<void> => {
    let [quiet, last, since] = [0, signs(), nowMs()];
    while (quiet < QUIET_TURNS && !isOver() && !isEndless()) {
      await turn();
      const now = signs();
      if (now !== last) [quiet, last, since] = [0, now, nowMs()];
      else if (isBusy() && nowMs() - since < PATIENCE_MS) await realPause(1);
      else quiet += 1;
    }
  };

  /** Waits for an event from outside the run, such as a response from another server. Returns false if no such event occurs. */
  const somethingElse = async (isOver: () => boolean): Promise<boolean> => {
    const [last, since] = [signs(), nowMs()];
    while (!isOver() && signs() === last && nowMs() - since < PATIENCE_MS) await realPause(5);
    return isOver() || signs() !== last;
  };

  /**
   * Moves the time forward until `isOver` returns true. Returns false if it does not until `untilMs`. With `isBackground`, timers after
   * `unref` are ignored.
   */
  const pass = async (isOver: () => boolean, untilMs: number, isBackground = false): Promise<boolean> => {
    for (;;) {
      await untilQuiet(isOver);
      if (isOver()) return true;
      if (isEndless()) return false;
      const next = time.nextAt(isBackground);
      if (next === undefined && !isBackground && !hasStalled() && (await somethingElse(isOver))) continue;
      if (next === undefined || next > untilMs) return false;
      time.fireNext();
    }
  };

  return { pass, untilQuiet };
};
