import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, it, vi } from 'vitest';
import type * as Connections from '../src/http/senders/node-http/connections.ts';

// No entry of the package exports this module.
const inner = new URL('../src/http/senders/node-http/connections.ts', import.meta.url).href;
const { createIdleConnections } = (await import(inner)) as typeof Connections;

/** Lets the time limit of an idle connection pass while a call checks it. Resolves with true if the connection was closed. */
const scene = (
  during: (idle: ReturnType<typeof createIdleConnections>, socket: Socket) => void,
  clock: Pick<typeof Date, 'now'> = performance,
): Promise<boolean> => {
  const idle = createIdleConnections((work) => void setImmediate(work));
  const socket = new Socket();
  idle.keep(socket);
  const checked = Promise.resolve(idle.check());
  during(idle, socket);
  const now = clock.now();
  vi.spyOn(clock, 'now').mockImplementation(() => now + 5000);
  return checked.then(() => socket.destroyed);
};

it('closes an idle connection when its time limit has passed', async () => {
  await expect(scene(() => undefined)).resolves.toBe(true);
});

it('closes an idle connection after the machine slept, which only the wall clock shows', async () => {
  await expect(scene(() => undefined, Date)).resolves.toBe(true);
});

it('does not close a connection that a call took before the time limit', async () => {
  await expect(scene((idle, socket) => idle.release(socket))).resolves.toBe(false);
});

it('causes no warning of Node if the time limit passes between two reads of the clock', async () => {
  const warnings: string[] = [];
  const note = ({ name }: Error): void => void warnings.push(name);
  process.on('warning', note);
  const idle = createIdleConnections((work) => void setImmediate(work));
  let now = performance.now();
  // Each read of the clock returns a later time than the read before.
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 3000));
  const sockets = Array.from({ length: 3 }, () => new Socket());
  for (const socket of sockets) idle.keep(socket);
  await vi.waitFor(() => expect(sockets.every(({ destroyed }) => destroyed)).toBe(true), { timeout: 20_000 });
  process.off('warning', note);
  expect(warnings).toEqual([]);
});

const isKept = (header: string): boolean => {
  const idle = createIdleConnections((work) => void setImmediate(work));
  const socket = new Socket();
  idle.noteLimit({ headers: { 'keep-alive': header }, socket } as unknown as IncomingMessage);
  const kept = idle.keep(socket);
  socket.destroy();
  return kept;
};

it.each(['timeout=1', 'Timeout=1', 'TIMEOUT=0', 'timeout="1"', 'max=5, timeout = 1', 'max=5;timeout=1', 'timeout=1, timeout=100'])(
  "reads the server's limit for idle connections from %s",
  (header) => expect(isKept(header)).toBe(false),
);

it.each(['timeout=2', 'x-timeout=1', 'timeouts=1', 'timeout=-1', 'timeout', 'timeout=soon', '', `timeout=${'9'.repeat(400)}`])(
  'keeps an idle connection if its limit is missing or long enough: %s',
  (header) => expect(isKept(header)).toBe(true),
);
