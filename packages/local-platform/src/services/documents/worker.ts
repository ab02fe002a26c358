import { isPlatformError } from '@platform-sdk/core';
import { parentPort } from 'node:worker_threads';
import { checkOutput } from './limits.ts';
import { tasks, type TaskName } from './tasks.ts';

export interface Order {
  readonly name: TaskName;
  readonly input: unknown;
}

/** A message from the worker, which reports that the worker is ready or that a task has ended. */
export type Report =
  | { readonly isReady: true }
  | { readonly output: unknown }
  | { readonly error: { readonly message: string; readonly status?: number | undefined; readonly code?: string | undefined } };

const finish = async ({ name, input }: Order): Promise<Report> => {
  try {
    return { output: checkOutput(await (tasks[name] as (given: unknown) => unknown)(input)) };
  } catch (error) {
    if (!isPlatformError(error)) return { error: { message: error instanceof Error ? error.message : String(error) } };
    const { message, status, code } = error;
    return { error: { message, status, code } };
  }
};

parentPort?.on('message', (order: Order) => {
  void finish(order).then((report) => parentPort?.postMessage(report));
});
parentPort?.postMessage({ isReady: true } satisfies Report);
