import { useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';

/** The asynchronous work of a component, and its state for display. */
export interface Task<State extends object> {
  readonly get: () => State;
  readonly subscribe: (listener: () => void) => () => void;
  /** Changes the state and renders it immediately. */
  readonly set: (change: Partial<State>) => void;
  /** Cancels the previous run, sets the state `begun` and runs `work`. Resolves with undefined if the work fails or is cancelled. */
  readonly run: <Result>(begun: Partial<State>, work: (run: Run<State>) => Promise<Result>) => Promise<Result | undefined>;
  /** Cancels the current run. */
  readonly cancel: () => void;
}

interface Run<State> {
  readonly signal: AbortSignal;
  /** Changes the state, unless the run is cancelled. Simultaneous changes are rendered together. */
  readonly change: (change: Partial<State>) => void;
}

/** The states of a task when no work is running. */
export interface TaskStates<State> {
  readonly initial: State;
  readonly cancelled: Partial<State>;
  readonly failed: (error: unknown) => Partial<State>;
}

const createTask = <State extends object>({ initial, cancelled, failed }: TaskStates<State>): Task<State> => {
  const listeners = new Set<() => void>();
  let state = initial;
  let stop: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const render = (): void => {
    clearTimeout(timer);
    timer = undefined;
    for (const listener of listeners) listener();
  };

  const set = (change: Partial<State>): void => {
    state = { ...state, ...change };
    render();
  };

  return {
    get: () => state,
    set,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async run(begun, work) {
      stop?.abort();
      const own = (stop = new AbortController());
      const change = (part: Partial<State>): void => {
        if (stop !== own) return;
        state = { ...state, ...part };
        timer ??= setTimeout(render);
      };
      set(begun);
      try {
        const result = await work({ signal: own.signal, change });
        if (stop === own) return result;
      } catch (error) {
        change(failed(error));
      } finally {
        if (stop === own) {
          stop = undefined;
          render();
        }
      }
      return undefined;
    },
    cancel() {
      if (!stop) return;
      stop.abort();
      stop = undefined;
      set(cancelled);
    },
  };
};

/** Returns the task of a component. Cancels the task when the component unmounts. A new `id` also cancels the task, and creates a new task. */
export const useTask = <State extends object>(create: () => TaskStates<State>, id?: string): readonly [task: Task<State>, state: State] => {
  const [owned, setOwned] = useState(() => ({ id, task: createTask(create()) }));
  const current = owned.id === id ? owned : { id, task: createTask(create()) };
  // React renders again before it updates the page.
  if (current !== owned) setOwned(current);
  const { task } = current;
  useEffect(() => task.cancel, [task]);
  return [task, useSyncExternalStore(task.subscribe, task.get, task.get)];
};

/** Returns a reference to the value of the latest render, for work that starts later. */
export const useLatest = <Value>(value: Value): RefObject<Value> => {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
};
