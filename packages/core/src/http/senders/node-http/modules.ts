import type * as http from 'node:http';
import type * as https from 'node:https';

/** The modules of Node that a request needs. */
export interface NodeModules {
  readonly http: typeof http;
  readonly https: typeof https;
}

let modules: NodeModules | undefined;

/**
 * Returns Node's modules; undefined on every runtime that only resembles Node. An `import` of `node:http` would read all of its exports, and
 * reading `WebSocket` makes Node load its fetch.
 */
export const nodeModules = (): NodeModules | undefined => (modules ??= isNode() ? load() : undefined);

const load = (): NodeModules => ({ http: process.getBuiltinModule('node:http'), https: process.getBuiltinModule('node:https') });

type Process = Partial<Pick<NodeJS.Process, 'release' | 'getBuiltinModule'>>;

/** A bundle for Node may run in Bun, Deno, Workers and edge runtimes, which have a `process` too. */
const isNode = (): boolean => {
  const { process: found } = globalThis as { readonly process?: Process };
  const others = ['Bun', 'Deno', 'WebSocketPair', 'EdgeRuntime'];
  return found?.release?.name === 'node' && found.getBuiltinModule !== undefined && !others.some((name) => name in globalThis);
};
