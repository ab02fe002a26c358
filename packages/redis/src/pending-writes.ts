/** Items that wait to be written. They are written in the background, and retried until they succeed. */
export interface PendingWrites {
  /** Returns the value that waits to be written. */
  get(name: string): string | undefined;
  set(name: string, value: string): void;
  /** Writes all items now. Rejects if the write fails. The items are still retried. */
  flush(): Promise<void>;
  /** Drops waiting items. */
  dispose(): void;
}

type Item = readonly [name: string, value: string];

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 30_000;

/** Creates a queue of items. `onFailure` is called after every write that failed. */
export const createPendingWrites = (
  writeItems: (items: readonly Item[]) => Promise<unknown>,
  onFailure: (error: unknown) => void,
): PendingWrites => {
  const waiting = new Map<string, string>();
  let writing: Promise<void> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isDisposed = false;

  const retryLater = (): void => {
    if (isDisposed) return;
    retry = setTimeout(writeSoon, Math.min(FIRST_PAUSE_MS * 2 ** failures++, MAX_PAUSE_MS));
    (retry as { unref?: () => void }).unref?.();
  };

  const writeAll = async (): Promise<void> => {
    try {
      while (waiting.size > 0) {
        const batch = [...waiting];
        await writeItems(batch);
        failures = 0;
        // An item that was set again during the write stays.
        for (const [name, value] of batch) if (waiting.get(name) === value) waiting.delete(name);
      }
    } catch (error) {
      onFailure(error);
      retryLater();
      throw error;
    } finally {
      // This runs synchronously after the last check of waiting items, so an item that is set later starts another write.
      writing = undefined;
    }
  };

  const flush = async (): Promise<void> => {
    clearTimeout(retry);
    if (waiting.size > 0) await (writing ??= writeAll());
  };
  const writeSoon = (): void => void flush().catch(() => undefined);

  return {
    get: (name) => waiting.get(name),
    set(name, value) {
      waiting.set(name, value);
      if (!writing) writeSoon();
    },
    flush,
    dispose() {
      isDisposed = true;
      clearTimeout(retry);
      waiting.clear();
    },
  };
};
