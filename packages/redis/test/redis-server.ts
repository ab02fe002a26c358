/** Debian's Redis server. Every test file starts its own servers. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
// The configuration of vitest loads this file, and resolves no packages of the workspace.
import { heldPort } from '../../test-helpers/src/held-port.ts';

const PROGRAM = process.env['REDIS_SERVER_PATH'] ?? '/usr/bin/redis-server';

export const isInstalled = existsSync(PROGRAM);

/** Prints before the other tests that the Redis tests are skipped. */
export const setup = (): void => {
  if (!isInstalled) console.log(`Tests left out, because the Redis server is not installed: no ${PROGRAM}.`);
};

/** Waits for a condition. Fails after 120 seconds. */
export const until = async (condition: () => unknown): Promise<void> => {
  const deadline = performance.now() + 120_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`never came true: ${condition.toString()}`);
    await wait(5);
  }
};

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const settle = (result: boolean): void => {
      socket.destroy();
      resolve(result);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
  });

/** A server that tests can stop, freeze and start again. */
export interface RedisServer {
  readonly port: number;
  readonly url: string;
  start(): Promise<void>;
  /** Ends the server. Without persistence, it loses its data. */
  stop(): Promise<void>;
  /** Stops the process and keeps its connections open, like a network partition. */
  freeze(): void;
  thaw(): void;
  [Symbol.asyncDispose](): Promise<void>;
}

export const startRedis = async (...settings: readonly string[]): Promise<RedisServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'platform-sdk-redis-'));
  const port = await heldPort();
  let child: ChildProcess | undefined;
  // The server also ends if a test run ends early.
  const kill = (): unknown => child?.kill('SIGKILL');
  process.once('exit', kill);
  const server: RedisServer = {
    port,
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no', ...settings];
      child = spawn(PROGRAM, args, { stdio: 'ignore' });
      await until(() => accepts(port));
    },
    async stop() {
      const ended = child && once(child, 'exit');
      kill();
      await ended;
      child = undefined;
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    async [Symbol.asyncDispose]() {
      await server.stop();
      process.off('exit', kill);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
};
