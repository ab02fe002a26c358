import { PlatformError } from '@platform-sdk/core';
// The timers are imported, because a sweep replaces the global timers. The worker must use real time.
import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers';
import { Worker, type Transferable } from 'node:worker_threads';
import { loadPackageFiles } from '../../package-files/load.ts';
import { runTask as runInThisThread } from './in-page.ts';
import { FATAL_HEAP_MIB, limitError, MAX_MEMORY, MAX_MS } from './limits.ts';
import type { RunTask } from './tasks.ts';
import type { Order, Report } from './worker.ts';

const LOOK_EVERY_MS = 10;
const IDLE_MS = 10_000;

/** The only worker of the process. It runs one task at a time. If a task exceeds a limit, a new worker replaces it. */
interface Shop {
  worker?: Worker | undefined;
  /** True if the worker cannot be started. Documents are then parsed in this thread, and only their size is limited. */
  isMissing?: boolean;
  idle?: NodeJS.Timeout | undefined;
  /** Settles when the previous task has ended. */
  last: Promise<unknown>;
}

const shop: Shop = { last: Promise.resolve() };

const close = (): void => {
  void shop.worker?.terminate();
  shop.worker = undefined;
};

/** Starts the worker. Returns undefined if its code cannot be loaded, such as in a bundle or a Yarn archive. */
const start = async (): Promise<Worker | undefined> => {
  const file = (await loadPackageFiles())?.documentWorker();
  if (file === undefined) return undefined;
  const worker = new Worker(new URL(file), {
    name: 'documents',
    // Code that parses documents must not read environment variables of the process.
    env: {},
    execArgv: file.endsWith('.ts') ? ['-C', '@platform-sdk/source'] : [],
    resourceLimits: { maxOldGenerationSizeMb: FATAL_HEAP_MIB, maxYoungGenerationSizeMb: 16 },
  });
  const forget = (): void => void (shop.worker === worker && (shop.worker = undefined));
  // The worker can also fail between tasks.
  worker.on('error', forget);
  worker.on('exit', forget);
  const isReady = await new Promise<boolean>((resolve) => {
    worker.once('message', () => resolve(true));
    worker.once('error', () => resolve(false));
    worker.once('exit', () => resolve(false));
  });
  return isReady ? worker : undefined;
};

/** Returns the worker, and starts it at the first call. Returns undefined if the worker cannot start. */
const startOnce = async (): Promise<Worker | undefined> => {
  if (shop.worker || shop.isMissing) return shop.worker;
  shop.worker = await start().catch(() => undefined);
  shop.isMissing = shop.worker === undefined;
  return shop.worker;
};

const errorOf = (error: Error): PlatformError =>
  (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? limitError('BROWSER_ERROR', 'takes too much memory')
    : limitError('BROWSER_ERROR', `cannot be read: ${error.message}`);

/** Returns the buffers in a task's input. They are transferred to the worker instead of copied. */
const bytesIn = (input: object): Transferable[] =>
  Object.values(input).flatMap((value: unknown) => (value instanceof Uint8Array ? [value.buffer as ArrayBuffer] : []));

/** Runs a task in the worker. Stops the worker if the task exceeds a limit. */
const perform = (worker: Worker, order: Order, maxMs: number): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const until = performance.now() + maxMs;
    let watch: NodeJS.Timeout | undefined;

    const end = (): void => {
      clearInterval(watch);
      watch = undefined;
      worker.off('message', onReport).off('error', onError).off('exit', onExit);
    };
    const stop = (error: Error): void => {
      end();
      close();
      reject(error);
    };
    const onError = (error: Error): void => stop(errorOf(error));
    const onExit = (): void => stop(limitError('BROWSER_ERROR', 'ended its worker'));
    const onReport = (report: Report): void => {
      if ('isReady' in report) return;
      end();
      if ('output' in report) return resolve(report.output);
      const { message, status, code } = report.error;
      return reject(code === undefined ? new Error(message) : new PlatformError('http', message, { status, code }));
    };
    const look = (): void => {
      if (performance.now() > until) return stop(limitError('TIMEOUT', `takes longer than ${maxMs} ms`));
      // Deno provides no heap statistics, so only the time is limited there. The call rejects if the worker has ended.
      void (worker as Partial<Worker>).getHeapStatistics?.().then(
        ({ used_heap_size, external_memory }) => {
          if (watch && used_heap_size + external_memory > MAX_MEMORY) stop(limitError('BROWSER_ERROR', 'takes too much memory'));
        },
        () => undefined,
      );
    };

    worker.on('message', onReport).on('error', onError).on('exit', onExit);
    worker.ref();
    watch = setInterval(look, LOOK_EVERY_MS);
    worker.postMessage(order, bytesIn(order.input as object));
  });

/** Allows the process to exit while the worker is idle, and stops an idle worker after a while. */
const rest = (): void => {
  shop.worker?.unref();
  shop.idle = setTimeout(close, IDLE_MS).unref();
};

/** Runs a task in the worker, or in this thread if no worker can start. Stops the worker if the task takes too long. */
export const runTaskWithin =
  (maxMs: number): RunTask =>
  (name, input) => {
    const work = shop.last
      .then(async () => {
        clearTimeout(shop.idle);
        const worker = await startOnce();
        return worker ? perform(worker, { name, input }, maxMs) : runInThisThread(name, input);
      })
      .finally(rest);
    shop.last = work.catch(() => undefined);
    return work as never;
  };

export const runTask: RunTask = runTaskWithin(MAX_MS);
