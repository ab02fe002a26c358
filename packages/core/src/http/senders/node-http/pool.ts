import type { Agent, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { isSafe } from '../../safe-address.ts';
import type { NodeModules } from './modules.ts';

/** How long an idle connection is kept, unless its server says how long it keeps it. */
const IDLE_MS = 4000;
const MAX_IDLE_MS = 600_000;
/** A server may close a little early, and a request that is on its way then is lost. */
const MARGIN_MS = 1000;

/** The connections of a process, which are kept alive between requests. */
export interface Pool {
  readonly agentFor: (target: URL) => Agent;
  /** Notes how long the server of a response keeps its connection: `Keep-Alive: timeout=5`. */
  readonly noteLimit: (incoming: IncomingMessage) => void;
}

interface Pooled {
  readonly agent: Agent;
  readonly proxyEnv: object | undefined;
}

/** Idle connections by their sockets. */
interface Idle {
  /** How long each may be idle, where its server says so. */
  readonly limits: WeakMap<object, number>;
  /** Until when each may be used. */
  readonly ends: WeakMap<object, number>;
}

export const createPool = (modules: NodeModules): Pool => {
  const idle: Idle = { limits: new WeakMap(), ends: new WeakMap() };
  const pools = new Map<string, Pooled>();
  return {
    agentFor: (target) => {
      const { protocol } = target;
      const module = protocol === 'https:' ? modules.https : modules.http;
      // Credentials for this machine stay on it.
      const isDirect = protocol === 'http:' && isSafe(target);
      const proxyEnv = isDirect ? undefined : proxyEnvOf(module.globalAgent);
      const key = isDirect ? 'direct' : protocol;
      let pooled = pools.get(key);
      if (!pooled || pooled.proxyEnv !== proxyEnv) pools.set(key, (pooled = { agent: createAgent(module, proxyEnv, idle), proxyEnv }));
      closeExpired(pooled.agent, idle);
      return pooled.agent;
    },
    noteLimit: ({ headers, socket }) => {
      const [, seconds] = /\btimeout=(\d+)/.exec(String(headers['keep-alive'])) ?? [];
      if (seconds !== undefined) idle.limits.set(socket, Math.min(Number(seconds) * 1000 - MARGIN_MS, MAX_IDLE_MS));
    },
  };
};

/** The proxies of the environment, which Node gives its own agents where it is told to use them. */
const proxyEnvOf = (agent: Agent): object | undefined =>
  (agent as Agent & { readonly options: { readonly proxyEnv?: object } }).options.proxyEnv;

const createAgent = ({ Agent }: NodeModules['http'] | NodeModules['https'], proxyEnv: object | undefined, idle: Idle): Agent => {
  const agent = new Agent({ keepAlive: true, ...(proxyEnv && { proxyEnv }) });
  const reuseSocket = agent.reuseSocket.bind(agent);
  // Node's own ignores the server's limit where the agent has none, and an agent's limit holds for requests under way too.
  const keepSocketAlive = (socket: Socket): boolean => {
    const limitMs = idle.limits.get(socket) ?? IDLE_MS;
    if (limitMs <= 0) return false;
    idle.ends.set(socket, performance.now() + limitMs);
    // Agents close idle connections whose time is over, and an idle one keeps no process alive.
    socket.setTimeout(limitMs).unref();
    return true;
  };
  return Object.assign(agent, {
    keepSocketAlive,
    reuseSocket: (socket: Socket, request: Parameters<Agent['reuseSocket']>[1]): void => {
      socket.setTimeout(0);
      reuseSocket(socket, request);
    },
  });
};

/** Closes connections whose time is over while their timers could not run, as this process was busy or asleep. */
const closeExpired = ({ freeSockets }: Agent, { ends }: Idle): void => {
  const now = performance.now();
  for (const sockets of Object.values(freeSockets)) {
    for (const socket of sockets ?? []) if ((ends.get(socket) ?? Infinity) <= now) socket.destroy();
  }
};
