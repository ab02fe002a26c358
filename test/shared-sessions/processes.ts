/** Real processes that share a session in a file or in Redis. */
import { fork, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { SessionRecord, TokenStore } from '@platform-sdk/core';
import { fileTokenStore } from '@platform-sdk/core/node';
import { programAt } from '@platform-sdk/test-helpers/program-at';
import type { Order } from './session-process.ts';
import { startSingleUseService, type SingleUseService } from './single-use-service.ts';
import type { Result } from './tabs.ts';

/** A child process. */
interface Worker {
  readonly child: ChildProcess;
  /** Sends an order to the process. Returns its reply, or undefined if the process ended first. */
  readonly ask: (order: Order) => Promise<string | undefined>;
  readonly signOuts: () => number;
}

/** The store that processes share. */
export interface Place {
  /** The path of a file, or the address of a Redis server. */
  readonly address: string;
  readonly store: TokenStore;
  readonly remove: () => unknown;
}

/** A folder in memory, if the system provides it, because a write to a busy disk may exceed the time limit of a store. */
const MEMORY = '/dev/shm';

/** Stores the session in a file of this folder. Default: a new folder in memory. */
export const createFilePlace = (folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'session-'))): Place => {
  const address = join(folder, 'session.json');
  return { address, store: fileTokenStore(address), remove: () => rmSync(folder, { recursive: true, force: true }) };
};

/** Processes that share a session, and the service that issues it. */
export interface Crew {
  readonly service: SingleUseService;
  readonly address: string;
  readonly workers: Worker[];
  readonly start: () => Promise<Worker>;
  /** Returns the content of the store. */
  readonly stored: () => Promise<SessionRecord>;
  /** Stores a new session from outside, and waits until all processes have it. */
  readonly signIn: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const SCRIPT = programAt(new URL('session-process.ts', import.meta.url));

const startWorker = async (args: readonly string[], env: NodeJS.ProcessEnv): Promise<Worker> => {
  const child = fork(SCRIPT, args, { execArgv: ['-C', '@platform-sdk/source'], stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env });
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

/** Starts processes that are signed in. A process takes over the file lock of a stopped process after `staleMs`. */
export const startCrew = async (count: number, place: Place = createFilePlace(), staleMs?: number): Promise<Crew> => {
  const { address, store } = place;
  const service = await startSingleUseService();
  await store.set({ generation: Date.now(), session: { ...service.login('ada'), receivedAt: Date.now() } }, 0);
  const workers: Worker[] = [];
  const stored = async (): Promise<SessionRecord> => (await store.get()) as SessionRecord;
  const start = async (): Promise<Worker> => {
    // With Redis, the processes use two libraries in turn.
    const worker = await startWorker([service.origin, address, workers.length % 2 === 0 ? 'redis' : 'ioredis'], {
      ...process.env,
      ...(staleMs !== undefined && { STALE_MS: String(staleMs) }),
    });
    workers.push(worker);
    return worker;
  };
  await Promise.all(Array.from({ length: count }, start));
  return {
    service,
    address,
    workers,
    start,
    stored,
    async signIn() {
      const { generation } = await stored();
      const next = { generation: generation + 1, session: { ...service.login('ada'), receivedAt: Date.now() } };
      await store.set(next, generation);
      for (const { ask } of workers) while ((await ask('look')) !== 'true') await wait(20);
    },
    async close() {
      for (const { child } of workers) child.kill('SIGKILL');
      await service.close();
      await place.remove();
    },
  };
};

/** Writes the first 40 characters of a lock file with an unused process id, like a process that is killed while it writes. */
export const plantDeadLock = ({ address }: Crew): void => {
  const holder = { pid: 4_194_305, began: '1', machine: 'gone', mark: '00000000-0000-4000-8000-000000000000' };
  writeFileSync(`${address}.lock`, JSON.stringify(holder).slice(0, 40));
};

/** Lets the access token expire repeatedly, and calls from all processes after each expiry. Returns the counts. */
export const measureProcesses = async (
  count: number,
  expiries: number,
  beforeEach: (crew: Crew) => unknown = () => undefined,
  place?: Place,
): Promise<Result> => {
  const crew = await startCrew(count, place);
  const { service, workers } = crew;
  try {
    let notOne = 0;
    const failures: string[] = [];
    for (let round = 0; round < expiries; round++) {
      await beforeEach(crew);
      const before = service.counts.exchanged;
      service.expire();
      const answers = await Promise.all(workers.map(({ ask }) => ask('call')));
      failures.push(...answers.filter((answer) => answer !== 'ok').map(String));
      if (service.counts.exchanged - before !== 1) notOne++;
    }
    const lost = workers.reduce((sum, { signOuts }) => sum + signOuts(), 0);
    return { expiries, notOne, failures, reused: service.counts.reused, lost };
  } finally {
    await crew.close();
  }
};
