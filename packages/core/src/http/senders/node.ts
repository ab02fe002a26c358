import { sendDirectly } from '../direct-fetch.ts';
import { redirectTarget } from '../redirects.ts';
import { systemFailure } from '../system-failure.ts';
import type { DecideRedirect, ReadFailure, Sender } from '../wire.ts';
import { createNodeSender } from './node-http/create-sender.ts';
import { nodeModules } from './node-http/modules.ts';
import { isNodesOwnFetch } from './node-http/own-fetch.ts';

let send: Sender | undefined;

/** Sends through `node:http` and `node:https`; through a `fetch` of the caller's, and through ky where the global one was replaced. */
export const sendOnce: Sender = (url, request, transport) => {
  const { fetch, httpAgent } = transport;
  if (fetch) return sendDirectly(url, request, fetch);
  const modules = httpAgent !== undefined || isNodesOwnFetch() ? nodeModules() : undefined;
  if (!modules) return sendByFetch(url, request, transport);
  send ??= createNodeSender(modules);
  return send(url, request, transport);
};

/** Importing ky makes Node load its fetch, which takes longer than a call. */
const sendByFetch: Sender = async (...call) => (await (sender ??= import('./ky.ts'))).sendOnce(...call);

let sender: Promise<{ readonly sendOnce: Sender }> | undefined;

export const decideRedirect: DecideRedirect = redirectTarget;
export const readFailure: ReadFailure = systemFailure;
