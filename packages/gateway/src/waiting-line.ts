/** A waiting call. */
interface Waiter {
  /** Starts the call. `call` is the name under which its slot is counted. */
  readonly begin: (call: string) => void;
  /** Ends the wait because the store failed. */
  readonly fail: (error: unknown) => void;
  /** Ends the wait because a pause is longer than `maxPauseMs`. */
  readonly giveUp: (pauseMs: number) => void;
  readonly maxPauseMs: number;
}

interface Link extends Waiter {
  before: Link | undefined;
  after: Link | undefined;
}

/** The queue of waiting calls. Each step takes constant time for any number of calls. */
export interface WaitingLine {
  readonly size: () => number;
  readonly first: () => Waiter | undefined;
  /** Adds a waiter at the end. Returns a function that removes the waiter. */
  readonly join: (waiter: Waiter) => () => void;
  /** Returns the waiters whose maximum pause is shorter than `pauseMs`. */
  readonly impatient: (pauseMs: number) => Waiter[];
}

export const createWaitingLine = (): WaitingLine => {
  let first: Link | undefined;
  let last: Link | undefined;
  let size = 0;
  /** The waiters, grouped by their maximum pause. Most waiters have the same maximum. */
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
