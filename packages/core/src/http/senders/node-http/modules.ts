import type * as http from 'node:http';
import type * as https from 'node:https';
import { isNode } from '../../runtime.ts';

/** The modules of Node that a request needs. */
export interface NodeModules {
  readonly http: typeof http;
  readonly https: typeof https;
  readonly setImmediate: (work: () => void) => void;
}

interface Process {
  readonly getBuiltinModule?: (name: 'node:timers') => Pick<NodeModules, 'setImmediate'> | undefined;
}

// Most tests replace it after this module was loaded.
const setImmediate = (globalThis as { readonly process?: Process }).process?.getBuiltinModule?.('node:timers')?.setImmediate;

let modules: NodeModules | undefined;

/**
 * Returns Node's modules; undefined on every runtime that only resembles Node. An `import` of `node:http` would read all of its exports, and
 * reading `WebSocket` makes Node load its fetch.
 */
export const nodeModules = (): NodeModules | undefined => (modules ??= isNode() && 'getBuiltinModule' in process ? load() : undefined);

const load = (): NodeModules | undefined =>
  setImmediate && {
    http: process.getBuiltinModule('node:http'),
    https: process.getBuiltinModule('node:https'),
    setImmediate,
  };
