import { createSteps, type Steps } from '../requests/steps.ts';

/** Long lists of records that are being read. A change waits for those that began before it, so that each shows one state. */
export interface LongLists {
  readonly isEmpty: boolean;
  /** Begins to read records. */
  begin(): Steps;
  /** Reads all of them, step by step. */
  read(steps: Steps): Promise<void>;
  /** Leaves out a list that nothing will read, such as that of a rule that failed. */
  drop(steps: Steps): void;
  /** Waits for the lists that are being read now. Call `finish` after it: later lists would delay a change forever. */
  wait(): Promise<void>;
  /** Completes all lists at once. Call it directly before a change, as a list may begin at every `await`. */
  finish(): void;
}

export const createLongLists = (): LongLists => {
  const pending = new Map<Steps, Promise<void> | undefined>();
  const finish = (): void => {
    for (const steps of pending.keys()) steps.finish();
    pending.clear();
  };
  return {
    get isEmpty() {
      return pending.size === 0;
    },
    begin() {
      const steps = createSteps();
      pending.set(steps, undefined);
      return steps;
    },
    async read(steps) {
      const reading = steps.run();
      // A rule may have begun a list after a change completed its earlier ones.
      pending.set(steps, reading);
      await reading.finally(() => pending.delete(steps));
    },
    drop: (steps) => void pending.delete(steps),
    async wait() {
      await Promise.allSettled([...pending.values()].filter((reading) => reading !== undefined));
    },
    finish,
  };
};
