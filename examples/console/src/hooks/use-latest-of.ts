import { useEffect, useState } from 'react';

/** The latest value of a sequence, and the latest failure if no value followed it. */
export interface Latest<Value> {
  readonly value?: Value;
  readonly error?: unknown;
}

/** Follows an endless sequence of values, such as `watchMetrics`, until the component unmounts. */
export const useLatestOf = <Value>(
  open: (signal: AbortSignal, onFailure: (error: unknown) => void) => AsyncIterable<Value>,
): Latest<Value> => {
  const [latest, setLatest] = useState<Latest<Value>>({});
  useEffect(() => {
    const leave = new AbortController();
    const set = (next: Latest<Value>): void => {
      if (!leave.signal.aborted) setLatest((before) => ({ ...before, ...next }));
    };
    const follow = async (): Promise<void> => {
      try {
        for await (const value of open(leave.signal, (error) => set({ error }))) set({ value, error: undefined });
      } catch (error) {
        set({ error });
      }
    };
    void follow();
    return () => leave.abort();
  }, [open]);
  return latest;
};
