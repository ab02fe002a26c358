/** One who waits. */
interface Waiter {
  /** Its turn has come: `call` names its place. */
  readonly begin: (call: string) => void;
  /** Ends the wait, because nobody can count. */
  readonly fail: (error: unknown) => void;
  /** Ends the wait, because a pause is longer than `maxPauseMs`. */
  readonly giveUp: (pauseMs: number) => void;
  readonly maxPauseMs: number;
}

interface Link extends Waiter {
  before: Link | undefined;
  after: Link | undefined;
}

/** Waiters in the order in which they came. Joining, leaving and the next one cost the same however many wait. */
export interface WaitingLine {
  readonly size: () => number;
  readonly first: () => Waiter | undefined;
  /** Adds a waiter at the end. Returns a function that takes it out. */
  readonly join: (waiter: Waiter) => () => void;
  /** Those who would not wait as long as this. */
  readonly impatient: (pauseMs: number) => Waiter[];
}

export const createWaitingLine = (): WaitingLine => {
  let first: Link | undefined;
  let last: Link | undefined;
  let size = 0;
  /** By how long a pause they wait for: mostly one number. */
  const patience = new Map<number, Set<Link>>();
  return {
    size: () => size,
    first: () => first,
    join(waiter) {
      const link: Link = { ...waiter, before: last, after: undefined };
      if (last) last.after = link;
      else first = link;
      last = link;
      size++;
      const alike = patience.get(link.maxPauseMs) ?? new Set();
      patience.set(link.maxPauseMs, alike.add(link));
      return () => {
        if (!alike.delete(link)) return;
        if (alike.size === 0 && patience.get(link.maxPauseMs) === alike) patience.delete(link.maxPauseMs);
        if (link.before) link.before.after = link.after;
        else first = link.after;
        if (link.after) link.after.before = link.before;
        else last = link.before;
        size--;
      };
    },
    impatient: (pauseMs) => [...patience].flatMap(([maxPauseMs, links]) => (maxPauseMs < pauseMs ? [...links] : [])),
  };
};
