/** A simulated time that jumps to the next timer. Up to 500 simulated schedules share a timeline, so that one turn of the event loop fires the due timers of all of them. */
export interface Timeline {
  now(): number;
  after(ms: number): Promise<void>;
  at(ms: number, work: () => void): void;
  /** Runs until no timer is left, or until the time `until`. */
  run(until: number): Promise<void>;
  restore(): void;
}

/** The length of a step of time. All timers of a step fire in one turn of the event loop. */
const STEP_MS = 10;

const immediately = setImmediate;
const turn = (): Promise<void> => new Promise((resolve) => void immediately(resolve));

/** Replaces the global functions `setTimeout` and `clearTimeout` with timers of a simulated time, until `restore` is called. */
export const startTimeline = (): Timeline => {
  const { setTimeout: realSet, clearTimeout: realClear } = globalThis;
  const slots = new Map<number, Map<number, () => void>>();
  const places = new Map<number, number>();
  let time = 0;
  let count = 0;

  const set = (work: () => void, ms = 0): number => {
    const slot = Math.ceil((time + Math.max(ms, 0)) / STEP_MS + 0.001);
    const works = slots.get(slot) ?? new Map<number, () => void>();
    slots.set(slot, works);
    works.set(++count, work);
    places.set(count, slot);
    return count;
  };
  const clear = (id: number | undefined): void => {
    const slot = places.get(id ?? 0);
    if (id === undefined || slot === undefined) return;
    const works = slots.get(slot);
    works?.delete(id);
    places.delete(id);
    if (works?.size === 0) slots.delete(slot);
  };

  Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });

  return {
    now: () => time,
    after: (ms) => new Promise((resolve) => void set(resolve, ms)),
    at: (ms, work) => void set(work, ms - time),
    async run(until) {
      await turn();
      for (let next = Math.ceil(time / STEP_MS); slots.size > 0 && next * STEP_MS <= until; next++) {
        const works = slots.get(next);
        if (!works) continue;
        time = next * STEP_MS;
        slots.delete(next);
        for (const [id, work] of works) {
          places.delete(id);
          work();
        }
        await turn();
      }
      time = until;
    },
    restore: () => void Object.assign(globalThis, { setTimeout: realSet, clearTimeout: realClear }),
  };
};
