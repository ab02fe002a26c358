import type * as http from 'node:http';
import type * as https from 'node:https';
import { isNode } from '../../runtime.ts';

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
export const nodeModules = (): NodeModules | undefined => (modules ??= isNode() && 'getBuiltinModule' in process ? load() : undefined);

const load = (): NodeModules => ({ http: process.getBuiltinModule('node:http'), https: process.getBuiltinModule('node:https') });
