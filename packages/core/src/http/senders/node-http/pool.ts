import type { Agent } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isSafe } from '../../safe-address.ts';
import { createIdleConnections, type IdleConnections } from './idle-connections.ts';
import type { NodeModules } from './modules.ts';
import { turnOf, type Turn } from './real-time.ts';

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
      // Credentials for this machine stay on it.
      const isDirect = protocol === 'http:' && isSafe(target);
      const proxyEnv = isDirect ? undefined : proxyEnvOf(module.globalAgent);
      const key = isDirect ? 'direct' : protocol;
      let pooled = pools.get(key);
      if (!pooled || pooled.proxyEnv !== proxyEnv) pools.set(key, (pooled = { agent: createAgent(module, proxyEnv, idle), proxyEnv }));
      return pooled.agent;
    },
  };
};

/** The proxies of the environment, which Node passes to its own agents if they are enabled. */
const proxyEnvOf = (agent: Agent): object | undefined =>
  (agent as Agent & { readonly options: { readonly proxyEnv?: object } }).options.proxyEnv;

const createAgent = ({ Agent }: NodeModules['http' | 'https'], proxyEnv: object | undefined, idle: IdleConnections): Agent => {
  const agent = new Agent({ keepAlive: true, ...(proxyEnv && { proxyEnv }) });
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

/** Node returns a tunnel to its request once it is open. A request that is destroyed before that would leave it open forever. */
const noteTunnels = (agent: Agent): void => {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const socket = connect(options, callback);
    (options as Partial<TunnelOptions>).onConnection?.(socket);
    return socket;
  };
};
