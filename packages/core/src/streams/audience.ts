/** Who takes the events of a stream: one loop, or nobody. */
export interface Audience<Event> {
  /** What the loop makes of an event; undefined where nobody takes it. */
  readonly take: (event: Event) => unknown;
  isPresent(): boolean;
  /** A loop begins. Returns false if it comes too late: for another loop, or behind an event that nobody took. */
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
