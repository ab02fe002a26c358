import { sendDirectly } from '../direct-fetch.ts';
import { redirectTarget } from '../redirects.ts';
import { systemFailure } from '../system-failure.ts';
import type { DecideRedirect, ReadFailure, Sender } from '../wire.ts';
import { nodeModules, type NodeModules } from './node-http/modules.ts';
import { isNodesOwnFetch } from './node-http/own-fetch.ts';

/** Sends through `node:http` and `node:https`; through a `fetch` of the caller's, and through ky where the global one was replaced. */
export const sendOnce: Sender = (url, request, transport) => {
  const { fetch, httpAgent } = transport;
  if (fetch) return sendDirectly(url, request, fetch);
  const modules = httpAgent !== undefined || isNodesOwnFetch() ? nodeModules() : undefined;
  if (!modules) return sendByFetch(url, request, transport);
  return sendByHttp ? sendByHttp(url, request, transport) : sendFirst(modules, url, request, transport);
};

let sendByHttp: Sender | undefined;

/** Loads the code that sends, with the first request: an import of the package is faster without it. */
const sendFirst = async (modules: NodeModules, ...call: Parameters<Sender>): ReturnType<Sender> => {
  const { createNodeSender } = await import('./node-http/create-sender.ts');
  // Requests that began together share one pool of connections.
  sendByHttp ??= createNodeSender(modules);
  return sendByHttp(...call);
};

/** Importing ky makes Node load its fetch, which takes longer than a call. */
const sendByFetch: Sender = async (...call) => (await (sender ??= import('./ky.ts'))).sendOnce(...call);

let sender: Promise<{ readonly sendOnce: Sender }> | undefined;

export const decideRedirect: DecideRedirect = redirectTarget;
export const readFailure: ReadFailure = systemFailure;
