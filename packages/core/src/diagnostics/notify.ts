const ignore = (): void => undefined;

/** Calls a callback of the application. Never throws. Calls `failed` when the callback throws or its promise rejects. */
export const notify = (call: () => unknown, failed: () => void = ignore): void => {
  try {
    Promise.resolve(call()).catch(failed);
  } catch {
    failed();
  }
};
