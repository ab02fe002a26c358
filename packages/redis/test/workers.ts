/** Starts processes, which end with the test. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Library } from './clients.ts';
import { until } from './redis-server.ts';
import type { Job, Report } from './worker.ts';

export interface Worker {
  readonly reports: readonly Report[];
  /** Gives the process a job. */
  begin(job: Job): void;
  /** Waits for a report of this type. */
  reported<Type extends Report['type']>(type: Type): Promise<Extract<Report, { type: Type }>>;
  signal(name: NodeJS.Signals): void;
  ended(): Promise<unknown>;
}

const PROGRAM = join(import.meta.dirname, 'worker.ts');

export const startWorker = (library: Library, port: number): Worker => {
  const child = fork(PROGRAM, [library, String(port)], { execArgv: ['-C', '@platform-sdk/source'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const reports: Report[] = [];
  child.on('message', (message) => reports.push(message as Report));
  return {
    reports,
    begin: (job) => void child.send(job),
    async reported<Type extends Report['type']>(type: Type) {
      const find = (): Extract<Report, { type: Type }> | undefined =>
        reports.find((report): report is Extract<Report, { type: Type }> => report.type === type);
      await until(() => find() ?? child.exitCode !== null);
      const found = find();
      if (!found) throw new Error(`The process ended without the report "${type}".`);
      return found;
    },
    signal: (name) => void child.kill(name),
    ended: async () => (child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined),
  };
};

/** Starts processes, half of them on either library. */
export const startWorkers = (count: number, port: number): Worker[] =>
  Array.from({ length: count }, (_, index) => startWorker(index % 2 === 0 ? 'redis' : 'ioredis', port));
