/** Processes that run jobs with Redis. */
import { fork } from 'node:child_process';
import { programAt } from '@platform-sdk/test-helpers/program-at';
import type { Library } from './clients.ts';
import { until } from './redis-server.ts';
import type { Job, Report } from './worker.ts';

/** A process, and the reports of its current job. */
export interface Worker {
  readonly reports: readonly Report[];
  /** Starts a job of the process. The reports of the previous job are dropped. */
  begin(job: Job): void;
  /** Ends a job that makes calls. The job then reports its calls. */
  stop(): void;
  reported<Type extends Report['type']>(type: Type): Promise<Extract<Report, { type: Type }>>;
  signal(name: NodeJS.Signals): void;
  end(): Promise<void>;
}

const PROGRAM = programAt(new URL('worker.ts', import.meta.url));

const startWorker = (library: Library): Worker => {
  const child = fork(PROGRAM, [library], { execArgv: ['-C', '@platform-sdk/source'] });
  let reports: Report[] = [];
  child.on('message', (message) => reports.push(message as Report));
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  return {
    get reports() {
      return reports;
    },
    begin(job) {
      reports = [];
      child.send(job);
    },
    stop: () => void child.send({ do: 'stop' }),
    async reported<Type extends Report['type']>(type: Type) {
      const find = (): Extract<Report, { type: Type }> | undefined =>
        reports.find((report): report is Extract<Report, { type: Type }> => report.type === type);
      await until(() => find() ?? hasEnded());
      const found = find();
      if (!found) throw new Error(`The process ended without the report "${type}".`);
      return found;
    },
    signal: (name) => void child.kill(name),
    async end() {
      child.kill('SIGKILL');
      await until(hasEnded);
    },
  };
};

/** Starts processes, half of them with each library, and waits until they accept jobs. */
export const startWorkers = async (count: number): Promise<Worker[]> => {
  const workers = Array.from({ length: count }, (_, index) => startWorker(index % 2 === 0 ? 'redis' : 'ioredis'));
  await Promise.all(workers.map((worker) => worker.reported('ready')));
  return workers;
};
