import { PlatformError } from '../diagnostics/errors.ts';
import { COMPLETE, type OpenBody } from './wire.ts';

/** Leaves the body of a success to the caller. `signal` closes its connection, and `abandoned` too: no call waits for it any more. */
export const createOpenBody = (signal: AbortSignal | undefined, abandoned: AbortSignal | undefined): OpenBody => ({
  begin() {
    // The reader may have left during a refresh or a pause.
    if (abandoned?.aborted) throw new PlatformError('aborted', 'The call was aborted', { outcome: 'not-sent' });
  },
  watch: (controller) => abandoned?.addEventListener('abort', () => controller.abort()),
  connect(response, controller) {
    const abort = (): void => close();
    const close = (isComplete = false): void => {
      signal?.removeEventListener('abort', abort);
      controller.abort(isComplete ? COMPLETE : undefined);
    };
    // The caller's abort closes the connection even while nothing reads it.
    signal?.addEventListener('abort', abort);
    return { response, signal, close };
  },
});
