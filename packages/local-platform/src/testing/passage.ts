import timers from 'node:timers/promises';
import type { VirtualTime } from './virtual-time.ts';

// Kept, because virtual time replaces it in the module.
const { setImmediate: turn, setTimeout: realPause } = timers;
// Kept, because a test runner may have fake timers.
const { hrtime } = process;

/** Turns of the event loop without an event, after which only a timer can continue the journey. */
const QUIET_TURNS = 25;
/** How long unfinished work outside of the journey may delay the virtual time, in real milliseconds. */
const PATIENCE_MS = 5000;

/** The surroundings of a run that virtual time must wait for. */
interface Signs {
  /** Returns a text that changes with each event of the run. */
  readonly marks: () => string;
  /** Returns whether work is running that ends without a timer. */
  readonly isBusy: () => boolean;
  /** Returns whether a response stalls, so that nothing but a timer can follow. */
  readonly hasStalled: () => boolean;
  /** Returns whether the run repeats requests or timers without an end. */
  readonly isEndless: () => boolean;
}

const nowMs = (): number => Number(hrtime.bigint() / 1_000_000n);

/** Lets virtual time pass in a run. The next timer fires when nothing else can happen. */
export const createPassage = (time: VirtualTime, { marks, isBusy, hasStalled, isEndless }: Signs) => {
  const signs = (): string => `${time.changes} ${marks()}`;

  /** Waits until nothing happens any more without a timer. */
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

  /** Waits for an event that no timer and no request announces, such as a response of another server. Returns false without such an event. */
  const somethingElse = async (isOver: () => boolean): Promise<boolean> => {
    const [last, since] = [signs(), nowMs()];
    while (!isOver() && signs() === last && nowMs() - since < PATIENCE_MS) await realPause(5);
    return isOver() || signs() !== last;
  };

  /** Lets time pass until `isOver`. Returns false if that never happens. In the background, timers after `unref` are ignored. */
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
