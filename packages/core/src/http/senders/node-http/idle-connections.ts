import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { createAlarm, type Turn } from './real-time.ts';

/** How long an idle connection is kept, unless its server sends a limit. */
const IDLE_MS = 4000;
const MAX_IDLE_MS = 600_000;
/** A server may close a little early, and a request on its way would be lost. */
const MARGIN_MS = 1000;
/** After so long, this process may have slept or been busy. */
const LOOK_MS = 1000;

/** Names of parameters have no case, and a value may be quoted. */
const TIMEOUT = /(?:^|[\s,;])timeout\s*=\s*"?(\d+)/i;

/** Selects the idle connections that may be used again. */
export interface IdleConnections {
  /** Notes how long the server of a response keeps its connection: `Keep-Alive: timeout=5`. */
  readonly noteLimit: (incoming: IncomingMessage) => void;
  /** Keeps a connection that became idle; false closes it. It replaces an agent's `keepSocketAlive`. */
  readonly keep: (socket: Socket) => boolean;
  /** Ends the clock of a connection that is used again. */
  readonly release: (socket: Socket) => void;
  /** Waits until closes that have arrived are read, and closes connections whose time is over. */
  readonly check: () => Promise<void> | void;
}

export const createIdleConnections = (turn: Turn): IdleConnections => {
  const limits = new WeakMap<Socket, number>();
  /** The idle connections, and when each is closed. */
  const ends = new Map<Socket, number>();
  let keptAt = 0;
  let look: Promise<void> | undefined;
  let nextSweep = Infinity;

  const closeOver = (): void => {
    const now = performance.now();
    for (const [socket, end] of ends) {
      if (end <= now) socket.destroy();
      if (socket.destroyed) ends.delete(socket);
    }
  };

  const sweep = (): void => {
    closeOver();
    nextSweep = Infinity;
    for (const end of ends.values()) sweepAt(end);
  };
  const sweeper = createAlarm(sweep);

  /** One timer serves all idle connections. One for each would be set and removed with every request. */
  const sweepAt = (end: number): void => {
    if (end >= nextSweep) return;
    nextSweep = end;
    sweeper.set(end - performance.now());
  };

  const startLook = (): void => void (look ??= twoTurns(turn).then(() => (look = undefined)));

  return {
    noteLimit: ({ headers, socket }) => {
      const [, seconds] = TIMEOUT.exec(String(headers['keep-alive'])) ?? [];
      if (seconds !== undefined) limits.set(socket, Math.min(Number(seconds) * 1000 - MARGIN_MS, MAX_IDLE_MS));
    },

    // Node's own method ignores the server's limit if the agent has none, and an agent's limit also cuts running requests.
    keep: (socket) => {
      const limitMs = limits.get(socket) ?? IDLE_MS;
      if (limitMs <= 0) return false;
      keptAt = performance.now();
      ends.set(socket, keptAt + limitMs);
      sweepAt(keptAt + limitMs);
      startLook();
      // An idle connection keeps no process alive.
      socket.unref();
      return true;
    },

    release: (socket) => void ends.delete(socket),

    check: () => {
      if (ends.size === 0) return;
      // A server may close silently, right after its response or while this process was idle.
      if (performance.now() - keptAt > LOOK_MS) startLook();
      return look ? look.then(closeOver) : closeOver();
    },
  };
};

/** Two turns of the event loop, so that all that has arrived is read between them. */
const twoTurns = (turn: Turn): Promise<void> => new Promise((resolve) => turn(() => turn(resolve)));
