import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { createAlarm, type Turn } from './real-time.ts';

/** How long an idle connection is kept, unless its server sends a limit. */
const IDLE_MS = 4000;
const MAX_IDLE_MS = 600_000;
/** A server may close a little early, and a request on its way would be lost. */
const MARGIN_MS = 1000;

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

/** The time when an idle connection is closed. */
interface End {
  readonly monotonic: number;
  /** While a machine sleeps, its monotonic clock stops, and closes get lost. */
  readonly wall: number;
}

export const createIdleConnections = (turn: Turn): IdleConnections => {
  const limits = new WeakMap<Socket, number>();
  const ends = new Map<Socket, End>();
  let look: Promise<void> | undefined;
  let nextSweep = Infinity;

  const closeOver = (): void => {
    const now = performance.now();
    const time = Date.now();
    for (const [socket, { monotonic, wall }] of ends) {
      if (monotonic <= now || wall <= time) socket.destroy();
      if (socket.destroyed) ends.delete(socket);
    }
  };

  const sweep = (): void => {
    closeOver();
    nextSweep = Infinity;
    for (const { monotonic } of ends.values()) sweepAt(monotonic);
  };
  const sweeper = createAlarm(sweep);

  /** One timer serves all idle connections. One for each would be set and removed with every request. */
  const sweepAt = (end: number): void => {
    if (end >= nextSweep) return;
    nextSweep = end;
    sweeper.set(end - performance.now());
  };

  /** Takes two turns of the event loop, between which all that has arrived is read. Until the first is over, callers share them. */
  const startLook = (): Promise<void> =>
    (look ??= new Promise((resolve) =>
      turn(() => {
        look = undefined;
        turn(() => {
          closeOver();
          resolve();
        });
      }),
    ));

  return {
    noteLimit: ({ headers, socket }) => {
      const [, seconds] = TIMEOUT.exec(String(headers['keep-alive'])) ?? [];
      if (seconds !== undefined) limits.set(socket, Math.min(Number(seconds) * 1000 - MARGIN_MS, MAX_IDLE_MS));
    },

    // Node's own method ignores the server's limit if the agent has none, and an agent's limit also cuts running requests.
    keep: (socket) => {
      const limitMs = limits.get(socket) ?? IDLE_MS;
      if (limitMs <= 0) return false;
      const monotonic = performance.now() + limitMs;
      ends.set(socket, { monotonic, wall: Date.now() + limitMs });
      sweepAt(monotonic);
      void startLook();
      // An idle connection keeps no process alive.
      socket.unref();
      return true;
    },

    release: (socket) => void ends.delete(socket),

    // A server may close silently: right after its response, or while this thread was busy or this process asleep.
    check: () => (ends.size > 0 ? startLook() : undefined),
  };
};
