import type { Opened } from '../operation/opened.ts';
import type { TracedCall, Tracing } from '../operation/tracing.ts';

/** Opens a response inside a tracer. The traced call ends when the response is closed: with its whole, or with its failure. */
export const openTraced = (wrap: NonNullable<Tracing['call']>, call: TracedCall, open: () => Promise<Opened>): Promise<Opened> =>
  new Promise((resolve, reject) => {
    const reading = async (): Promise<unknown> => {
      const opened = await open();
      return new Promise((finish, fail) => {
        let whole: unknown;
        let failure: Error | undefined;
        resolve({
          ...opened,
          check(document) {
            whole = document;
            opened.check(document);
          },
          toCallerError(error) {
            const shown = opened.toCallerError(error);
            failure = shown as Error;
            return shown;
          },
          close() {
            opened.close();
            if (failure) fail(failure);
            else finish(whole);
          },
        });
      });
    };
    // A failure behind the headers has its own way to the caller.
    wrap(call, reading).catch(reject);
  });
