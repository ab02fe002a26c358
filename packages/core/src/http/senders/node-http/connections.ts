import type * as http from 'node:http';
import type { Agent, IncomingMessage } from 'node:http';
import type * as https from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isSafe } from '../../redirects.ts';

/** Calls a function after one turn of the event loop. */
export type Turn = (work: () => void) => void;

/**
 * Returns Node's own `setImmediate`, or a replacement if a test fakes `setImmediate`. With a fake, a call over a real connection would
 * wait forever. Pass the function of `node:timers`: Jest fakes only the global function, and Jest's jsdom lacks the global function.
 */
export const turnOf = (found: Turn): Turn => (/\bnew Immediate\(/.test(Function.prototype.toString.call(found)) ? found : byMessage);

const byMessage: Turn = (work) => {
  const { MessageChannel } = process.getBuiltinModule('node:worker_threads');
  const { port1, port2 } = new MessageChannel();
  port2.once('message', () => {
    port1.close();
    work();
  });
  port1.postMessage('');
};

/** A timer that calls a function once. The timer does not keep the process alive. */
export interface Alarm {
  /** Calls the function after `ms` milliseconds. Replaces an earlier time. */
  readonly set: (ms: number) => void;
  readonly clear: () => void;
}

export const createAlarm = (work: () => void): Alarm => {
  // The timeout of a socket is the only timer of Node that tests do not fake. In jsdom, other timers are numbers without `unref`.
  const timer = new (process.getBuiltinModule('node:net').Socket)().on('timeout', work);
  return {
    set: (ms) => void timer.setTimeout(Math.max(1, ms)),
    clear: () => void timer.setTimeout(0),
  };
};

/** The modules of Node that a request needs. */
export interface NodeModules {
  readonly http: typeof http;
  readonly https: typeof https;
  readonly setImmediate: (work: () => void) => void;
}

/** The agents of a process, which keep connections alive between requests. */
export interface Pool {
  readonly agentFor: (target: URL) => Agent;
  readonly idle: IdleConnections;
  readonly turn: Turn;
}

interface Pooled {
  readonly agent: Agent;
  readonly proxyEnv: object | undefined;
}

export const createPool = (modules: NodeModules): Pool => {
  const turn = turnOf(modules.setImmediate);
  const idle = createIdleConnections(turn);
  const pools = new Map<string, Pooled>();
  return {
    idle,
    turn,
    agentFor: (target) => {
      const { protocol } = target;
      const module = protocol === 'https:' ? modules.https : modules.http;
      // Requests in plain http to this machine bypass proxies, because their credentials must not leave the machine.
      const isDirect = protocol === 'http:' && isSafe(target);
      const proxyEnv = isDirect ? undefined : proxyEnvOf(module.globalAgent);
      const key = isDirect ? 'direct' : protocol;
      let pooled = pools.get(key);
      if (!pooled || pooled.proxyEnv !== proxyEnv) pools.set(key, (pooled = { agent: createAgent(module, proxyEnv, idle), proxyEnv }));
      return pooled.agent;
    },
  };
};

/** Returns the proxies of the environment. Node passes them to its own agents if proxies are enabled. */
const proxyEnvOf = (agent: Agent): object | undefined =>
  (agent as Agent & { readonly options: { readonly proxyEnv?: object } }).options.proxyEnv;

const createAgent = ({ Agent }: NodeModules['http' | 'https'], proxyEnv: object | undefined, idle: IdleConnections): Agent => {
  // With Node's limit of 256 idle connections, 500 calls in flight would open a new connection for every tenth call.
  const agent = new Agent({ keepAlive: true, maxFreeSockets: Infinity, ...(proxyEnv && { proxyEnv }) });
  const reuseSocket = agent.reuseSocket.bind(agent);
  if (proxyEnv) noteTunnels(agent);
  return Object.assign(agent, {
    keepSocketAlive: idle.keep,
    reuseSocket: (socket: Socket, request: Parameters<Agent['reuseSocket']>[1]): void => {
      idle.release(socket);
      reuseSocket(socket, request);
    },
  });
};

/** Options of a request whose connection may be a tunnel. */
export interface TunnelOptions {
  /** Called with the connection to the proxy, before the tunnel is open. */
  readonly onConnection: (socket: Duplex | null | undefined) => void;
}

/**
 * Passes each new connection to its request. Node passes a tunnel to its request only when the tunnel is open. If a request is destroyed
 * before the tunnel is open, nothing else would close the tunnel.
 */
const noteTunnels = (agent: Agent): void => {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const socket = connect(options, callback);
    (options as Partial<TunnelOptions>).onConnection?.(socket);
    return socket;
  };
};

/** The time that an idle connection is kept, unless its server sends a limit. */
const IDLE_MS = 4000;
const MAX_IDLE_MS = 600_000;
/** A connection is closed this long before the server's limit, so that the server does not close it while a request is being sent. */
const MARGIN_MS = 1000;

/** Matches the server's limit. Names of parameters are case-insensitive, and a value may be quoted. */
const TIMEOUT = /(?:^|[\s,;])timeout\s*=\s*"?(\d+)/i;

/** Decides how long each idle connection is kept, and closes it after that time. */
export interface IdleConnections {
  /** Stores the server's limit for its connection: `Keep-Alive: timeout=5`. */
  readonly noteLimit: (incoming: IncomingMessage) => void;
  /** Keeps a connection that became idle. Returns false if the connection must be closed. Replaces an agent's `keepSocketAlive`. */
  readonly keep: (socket: Socket) => boolean;
  /** Stops the timer of a connection that is used again. */
  readonly release: (socket: Socket) => void;
  /** Waits until Node has noticed which connections the servers closed, and closes connections whose time is over. */
  readonly check: () => Promise<void> | void;
}

/** The time when an idle connection is closed. */
interface End {
  readonly monotonic: number;
  /** While a machine sleeps, its monotonic clock stops, and it does not notice when the server closes a connection. */
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

  /** Sets the timer that all idle connections share. A timer for each connection would be set and removed with every request. */
  const sweepAt = (end: number): void => {
    if (end >= nextSweep) return;
    nextSweep = end;
    sweeper.set(end - performance.now());
  };

  /** Waits for two turns of the event loop. Between the turns, Node reads everything that has arrived. Callers share these turns until the first is over. */
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

    // Node's own method ignores the server's limit if the agent lacks a timeout, and an agent's timeout also aborts running requests.
    keep: (socket) => {
      const limitMs = limits.get(socket) ?? IDLE_MS;
      if (limitMs <= 0) return false;
      const monotonic = performance.now() + limitMs;
      ends.set(socket, { monotonic, wall: Date.now() + limitMs });
      sweepAt(monotonic);
      void startLook();
      // An idle connection does not keep the process alive.
      socket.unref();
      return true;
    },

    release: (socket) => void ends.delete(socket),

    // A server may close a connection unnoticed: right after its response, or while this thread is busy or this process asleep.
    check: () => (ends.size > 0 ? startLook() : undefined),
  };
};
