const ignore = (): void => undefined;

/** Calls a callback of the caller. It never throws: `failed` is called when the callback throws, or when its promise rejects. */
export const notify = (call: () => unknown, failed: () => void = ignore): void => {
  try {
    Promise.resolve(call()).catch(failed);
  } catch {
    failed();
  }
};
