import { Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type * as Connections from '../src/http/senders/node-http/idle-connections.ts';

afterEach(() => vi.restoreAllMocks());

// No entry of the package exports this module.
const inner = new URL('../src/http/senders/node-http/idle-connections.ts', import.meta.url).href;
const { createIdleConnections } = (await import(inner)) as typeof Connections;

/** One idle connection, whose time ends while a call checks it. */
const scene = (during: (idle: ReturnType<typeof createIdleConnections>, socket: Socket) => void): Promise<boolean> => {
  const idle = createIdleConnections();
  const socket = new Socket();
  idle.keep(socket);
  const checked = Promise.resolve(idle.check());
  during(idle, socket);
  const now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now + 5000);
  return checked.then(() => socket.destroyed);
};

describe('an idle connection whose time is over', () => {
  it('is closed', async () => {
    await expect(scene(() => undefined)).resolves.toBe(true);
  });

  it('is left to another call that took it meanwhile', async () => {
    await expect(scene((idle, socket) => idle.release(socket))).resolves.toBe(false);
  });
});
