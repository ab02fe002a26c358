/** The reader of a stream's events: one loop at most. */
export interface Audience<Event> {
  /** Returns the loop's item for an event; undefined without a loop. */
  readonly take: (event: Event) => unknown;
  isPresent(): boolean;
  /** Begins a loop. Returns false if it is too late: after another loop, or after an event that no loop took. */
  join(pick: (event: Event) => unknown): boolean;
}

export const createAudience = <Event>(): Audience<Event> => {
  let pick: ((event: Event) => unknown) | undefined;
  let isLate = false;
  return {
    take(event) {
      isLate = true;
      return pick?.(event);
    },
    isPresent: () => pick !== undefined,
    join(given) {
      if (isLate || pick) return false;
      pick = given;
      return true;
    },
  };
};
