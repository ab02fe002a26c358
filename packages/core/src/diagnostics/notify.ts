const ignore = (): void => undefined;

/** Calls a callback of the application. It never throws: `failed` is called when the callback throws or its promise rejects. */
export const notify = (call: () => unknown, failed: () => void = ignore): void => {
  try {
    Promise.resolve(call()).catch(failed);
  } catch {
    failed();
  }
};
