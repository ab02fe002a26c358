import { sendDirectly } from '../sending.ts';
import { isNode } from '../runtime.ts';
import type { Sender } from '../wire.ts';
import type { NodeModules } from './node-http/connections.ts';

/** Sends through `node:http` and `node:https`, or through `fetch` if the caller has set it or has replaced the global function. */
export const sendOnce: Sender = (url, request, transport) => {
  const { fetch, httpAgent } = transport;
  if (fetch) return sendDirectly(url, request, fetch);
  if (httpAgent === undefined && !isNodesOwnFetch()) return sendByFetch(url, request, transport);
  return sendByHttp ? sendByHttp(url, request, transport) : sendFirst(url, request, transport);
};

let sendByHttp: Sender | undefined;

/** Loads the code of the sender with the first request, so that importing the package is faster. */
const sendFirst: Sender = async (...call) => {
  const modules = nodeModules();
  if (!modules) return sendByFetch(...call);
  const { createNodeSender } = await import('./node-http/create-sender.ts');
  // Requests that began together share one pool of connections.
  sendByHttp ??= createNodeSender(modules);
  return sendByHttp(...call);
};

/** Imports ky only when it is needed, because ky makes Node load `fetch`, which takes longer than a call. */
const sendByFetch: Sender = async (...call) => (await (sender ??= import('./ky.ts'))).sendOnce(...call);

let sender: Promise<{ readonly sendOnce: Sender }> | undefined;

interface Process {
  readonly getBuiltinModule?: (name: 'node:timers') => Pick<NodeModules, 'setImmediate'> | undefined;
}

// The original function is read when this module is loaded, because most tests replace `setImmediate` later.
const setImmediate = (globalThis as { readonly process?: Process }).process?.getBuiltinModule?.('node:timers')?.setImmediate;

/**
 * Returns Node's modules; undefined on runtimes that only resemble Node. An `import` of `node:http` would read all of its exports, and
 * reading `WebSocket` makes Node load its fetch.
 */
const nodeModules = (): NodeModules | undefined => {
  if (!isNode() || !('getBuiltinModule' in process) || !setImmediate) return undefined;
  return { http: process.getBuiltinModule('node:http'), https: process.getBuiltinModule('node:https'), setImmediate };
};

let known: unknown;
let isOwn = true;

/**
 * Returns true if the global `fetch` is Node's own, or is missing. Tests and frameworks may replace `fetch` before this module is loaded,
 * so Node's own function is recognized by its source. Reading the property does not make Node load its fetch.
 */
const isNodesOwnFetch = (): boolean => {
  const { fetch } = globalThis as { readonly fetch?: unknown };
  if (fetch === known) return isOwn;
  known = fetch;
  return (isOwn =
    typeof fetch !== 'function' ||
    (fetch.name === 'fetch' && /\binternal\/|\[native code\]/.test(Function.prototype.toString.call(fetch))));
};
