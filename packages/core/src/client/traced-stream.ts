import type { Opened } from '../operation/opened.ts';
import type { TracedCall, Tracing } from '../operation/tracing.ts';

/**
 * Opens a response inside a tracer. The traced call ends with its whole, or with its failure: when the response is closed, or later if its
 * reader may retry.
 */
export const openTraced = (wrap: NonNullable<Tracing['call']>, call: TracedCall, open: () => Promise<Opened>): Promise<Opened> =>
  new Promise((resolve, reject) => {
    const reading = async (): Promise<unknown> => {
      const opened = await open();
      return new Promise((finish, fail) => resolve(watched(opened, finish, fail)));
    };
    // A failure behind the headers has its own way to the caller.
    wrap(call, reading).catch(reject);
  });

/** Returns a response that calls `finish` or `fail` at its end. */
const watched = (opened: Opened, finish: (whole: unknown) => void, fail: (failure: unknown) => void): Opened => {
  let whole: unknown;
  let failure: unknown;
  let isClosed = false;
  let isHeld = false;
  const end = (): void => (failure === undefined ? finish(whole) : fail(failure));
  return {
    ...opened,
    check(document) {
      whole = document;
      opened.check(document);
    },
    toCallerError: (error) => (failure = opened.toCallerError(error)),
    close(isComplete) {
      opened.close(isComplete);
      isClosed = true;
      if (!isHeld) end();
    },
    hold() {
      isHeld = true;
      return (reason) => {
        failure = reason;
        // A rejected option leaves the connection open for another attempt to read it.
        if (isClosed) end();
      };
    },
  };
};
