/** The timers and the monotonic clock of this process, which only `advance` moves forward. */
export interface FakeTime {
  /** Moves the clock forward, and runs the timers that are due. */
  advance(ms: number): Promise<void>;
  /** Runs pending callbacks without moving the clock. */
  settle(): Promise<void>;
  restore(): void;
}

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** Replaces the timers of this process. */
export function takeTime(): FakeTime {
  const { setTimeout: realSet, clearTimeout: realClear } = globalThis;
  const realNow = performance.now.bind(performance);
  const timers = new Map<number, Timer>();
  let now = realNow();
  let next = 1;

  const set = (run: () => void, ms = 0): number => {
    timers.set(next, { at: now + ms, run });
    return next++;
  };
  globalThis.setTimeout = set as unknown as typeof setTimeout;
  globalThis.clearTimeout = ((id: number) => void timers.delete(id)) as unknown as typeof clearTimeout;
  performance.now = () => now;

  const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
  return {
    settle,
    async advance(ms) {
      const end = now + ms;
      for (;;) {
        const due = [...timers].filter(([, { at }]) => at <= end).toSorted(([, one], [, other]) => one.at - other.at);
        if (due.length === 0) break;
        for (const [id, { at, run }] of due) {
          if (!timers.delete(id)) continue;
          now = Math.max(now, at);
          run();
        }
        await settle();
      }
      now = end;
      await settle();
    },
    restore() {
      globalThis.setTimeout = realSet;
      globalThis.clearTimeout = realClear;
      performance.now = realNow;
    },
  };
}
