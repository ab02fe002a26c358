import { createBreaks } from './breaks.ts';

/** Lists that are filled step by step, so that other requests are served between the steps. */
export interface Steps {
  /** Returns an empty list, which the steps fill with what is made of each item. Undefined is left out. */
  readonly fill: <In, Out>(from: readonly In[], make: (item: In, index: number) => Out | undefined) => Out[];
  /** Fills the lists with breaks. */
  run(): Promise<void>;
  /** Fills them at once. A failure ends `run`. */
  finish(): void;
}

/** A list that is not full yet. */
interface Filling {
  next: number;
  readonly count: number;
  add(index: number): void;
}

/** The clock is read once for so many items. */
const ITEMS_OF_A_STEP = 32;

/** Creates steps. Lists that an item begins are filled before its next item, as if each were filled at once. */
export const createSteps = (): Steps => {
  const open: Filling[] = [];
  /** Begun since the last step, in order. */
  let begun: Filling[] = [];
  let failure: { readonly error: unknown } | undefined;

  /** Returns false once all lists are filled. */
  const step = (): boolean => {
    for (const each of begun.toReversed()) open.push(each);
    begun = [];
    const filling = open.at(-1);
    if (!filling || failure) return false;
    const end = Math.min(filling.count, filling.next + ITEMS_OF_A_STEP);
    while (filling.next < end && begun.length === 0) filling.add(filling.next++);
    if (filling.next === filling.count) open.pop();
    return true;
  };

  return {
    fill<In, Out>(from: readonly In[], make: (item: In, index: number) => Out | undefined): Out[] {
      const list: Out[] = [];
      const add = (index: number): void => {
        const made = make(from[index] as In, index);
        if (made !== undefined) list.push(made);
      };
      begun.push({ next: 0, count: from.length, add });
      return list;
    },
    async run() {
      const breaks = createBreaks();
      while (step()) {
        const pause = breaks();
        if (pause) await pause;
      }
      if (failure) throw failure.error;
    },
    finish() {
      try {
        while (step());
      } catch (error) {
        failure = { error };
      }
    },
  };
};
