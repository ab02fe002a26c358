/** Real processes that share a session by a file. */
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { SessionRecord } from '@platform-sdk/core';
import { fileTokenStore } from '@platform-sdk/core/node';
import type { Order } from './session-process.ts';
import { startSingleUseService, type SingleUseService } from './single-use-service.ts';
import type { Result } from './tabs.ts';

/** One process. */
interface Worker {
  readonly child: ChildProcess;
  /** Returns its answer; undefined if it ended before. */
  readonly ask: (order: Order) => Promise<string | undefined>;
  readonly signOuts: () => number;
}

/** Processes with one session, and the service that it is of. */
export interface Crew {
  readonly service: SingleUseService;
  readonly path: string;
  readonly workers: Worker[];
  readonly start: () => Promise<Worker>;
  /** Returns the content of the file. */
  readonly stored: () => SessionRecord;
  /** Signs in from outside, and waits until all have seen it. */
  readonly signIn: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const SCRIPT = new URL('session-process.ts', import.meta.url);

const startWorker = async (origin: string, path: string): Promise<Worker> => {
  const child = fork(SCRIPT, [origin, path], { execArgv: ['-C', '@platform-sdk/source'], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const waiting = new Map<number, (answer: string | undefined) => void>();
  let asked = 0;
  let signOuts = 0;
  child.on('message', (message) => {
    const { id, answer, signOuts: counted } = message as { readonly id: number; readonly answer: string; readonly signOuts: number };
    signOuts = counted;
    waiting.get(id)?.(answer);
    waiting.delete(id);
  });
  child.on('exit', () => {
    for (const resolve of waiting.values()) resolve(undefined);
  });
  const answerTo = (id: number): Promise<string | undefined> => new Promise((resolve) => void waiting.set(id, resolve));
  await answerTo(0);
  return {
    child,
    signOuts: () => signOuts,
    ask(order) {
      const id = ++asked;
      const answer = answerTo(id);
      child.send({ id, order });
      return answer;
    },
  };
};

/** Starts processes that are signed in. `folder` is a place for the session; a new one by default. */
export const startCrew = async (count: number, folder = mkdtempSync(join(tmpdir(), 'session-'))): Promise<Crew> => {
  const service = await startSingleUseService();
  const path = join(folder, 'session.json');
  const session = { ...service.login('ada'), receivedAt: Date.now() };
  writeFileSync(path, JSON.stringify({ generation: Date.now(), session }), { mode: 0o600 });
  const workers: Worker[] = [];
  const stored = (): SessionRecord => JSON.parse(readFileSync(path, 'utf8')) as SessionRecord;
  const start = async (): Promise<Worker> => {
    const worker = await startWorker(service.origin, path);
    workers.push(worker);
    return worker;
  };
  await Promise.all(Array.from({ length: count }, start));
  return {
    service,
    path,
    workers,
    start,
    stored,
    async signIn() {
      const { generation } = stored();
      const next = { generation: generation + 1, session: { ...service.login('ada'), receivedAt: Date.now() } };
      await fileTokenStore(path).set(next, generation);
      for (const { ask } of workers) while ((await ask('look')) !== 'true') await wait(20);
    },
    async close() {
      for (const { child } of workers) child.kill('SIGKILL');
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** A lock file as a process leaves it that is killed: of a process id that nobody has. */
export const plantDeadLock = (path: string): void => {
  const holder = { pid: 4_194_305, began: '1', machine: 'gone', mark: '00000000-0000-4000-8000-000000000000' };
  writeFileSync(`${path}.lock`, JSON.stringify(holder).slice(0, 40));
};

/** Lets the access token end again and again, each time under calls of all processes. */
export const measureProcesses = async (
  count: number,
  expiries: number,
  beforeEach: (crew: Crew) => unknown = () => undefined,
): Promise<Result> => {
  const crew = await startCrew(count);
  const { service, workers } = crew;
  try {
    let notOne = 0;
    let failed = 0;
    for (let round = 0; round < expiries; round++) {
      await beforeEach(crew);
      const before = service.counts.exchanged;
      service.expire();
      const answers = await Promise.all(workers.map(({ ask }) => ask('call')));
      failed += answers.filter((answer) => answer !== 'ok').length;
      if (service.counts.exchanged - before !== 1) notOne++;
    }
    const lost = workers.reduce((sum, { signOuts }) => sum + signOuts(), 0);
    return { expiries, notOne, failed, reused: service.counts.reused, lost };
  } finally {
    await crew.close();
  }
};
