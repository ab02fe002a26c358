/** Longer work without a break would keep other requests waiting. */
const MAX_WORK_MS = 20;

/**
 * Returns a function for loops over many records. It returns a promise when other requests should be served first, and undefined before that:
 * awaiting every time would cost more than most loops.
 */
export const createBreaks = (): (() => Promise<void> | undefined) => {
  let since = performance.now();
  return () => {
    if (performance.now() - since < MAX_WORK_MS) return undefined;
    return new Promise((resolve) => {
      setTimeout(() => {
        since = performance.now();
        resolve();
      });
    });
  };
};
