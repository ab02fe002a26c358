import type { Agent, ClientRequest, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { requestHeaders, userAgent } from '../../sending.ts';
import { COMPLETE, type Sender, type SenderRequest, type SenderResponse, type Transport } from '../../wire.ts';
import type { Cancellation } from '../../../time/limits.ts';
import { createAlarm, createPool, type NodeModules, type Pool, type TunnelOptions } from './connections.ts';
import { notStarted, toFailure, wayOf, type Way } from './failure.ts';
import { toSenderResponse } from './response.ts';
import { watchBytes, writeBody } from './write-body.ts';

/** Sends through `node:http` and `node:https`. The sender sets no timeouts and follows no redirects. It retries only if an idle connection was closed before a byte was sent. */
export const createNodeSender = (modules: NodeModules): Sender => {
  const pool = createPool(modules);
  return async (url, request, transport) => {
    const target = new URL(url);
    const { httpAgent } = transport;
    const own = (typeof httpAgent === 'function' ? httpAgent(target.href) : httpAgent) as Agent | undefined;
    const agent = own ?? pool.agentFor(target);
    if (!own) await pool.idle.check();
    for (;;) {
      const outgoing = start(modules, target, request, agent);
      const way = (): Way => wayOf(outgoing, target, own !== undefined);
      const response = await receive(outgoing, request, pool, way, transport.onStart);
      if (response) return response;
    }
  };
};

/** The encodings in which every version of Node detects a truncated body. For zstd, only versions since August 2026 detect it. */
const ACCEPT_ENCODING = 'gzip, deflate, br';

/** A header of every GET, as `fetch` sends it too. A shared cache does not separate users, and a GET that revokes a token must reach the server. */
const UNCACHED = { 'cache-control': 'no-cache' };

const start = ({ http, https }: NodeModules, target: URL, outbound: SenderRequest, agent: Agent): ClientRequest => {
  const { method, ended } = outbound;
  if (ended.aborted) throw new Error('the request was cancelled');
  const { protocol, hostname, port, pathname, search } = target;
  const { request } = protocol === 'https:' ? https : http;
  let tunnel: Parameters<TunnelOptions['onConnection']>[0];
  const options: TunnelOptions = { onConnection: (socket) => void (tunnel = socket) };
  try {
    const outgoing = request({
      ...options,
      protocol,
      // Node expects an IPv6 address without its brackets.
      hostname: hostname.startsWith('[') ? hostname.slice(1, -1) : hostname,
      port,
      path: pathname + search,
      method,
      headers: { 'accept-encoding': ACCEPT_ENCODING, ...(method === 'GET' && UNCACHED), ...userAgent(), ...requestHeaders(outbound) },
      agent,
    });
    // Node drops all headers after the thousandth, such as the encoding of the body. The total length of the headers is limited instead.
    outgoing.maxHeadersCount = 0;
    if (tunnel) closeWith(tunnel, outgoing, ended);
    return outgoing;
  } catch (error) {
    throw notStarted(error, target);
  }
};

/** Closes a tunnel if its request is aborted before the tunnel is open. */
const closeWith = (tunnel: Duplex, outgoing: ClientRequest, ended: Cancellation): void => {
  const close = (): void => void tunnel.destroy();
  ended.addEventListener('abort', close);
  outgoing.once('socket', () => ended.removeEventListener('abort', close));
};

/** The longest wait for the end of a body whose content is complete. */
const END_MS = 100;

/** Destroys the request after `END_MS`. If the body ends earlier, the connection can be used again. */
const destroySoon = (outgoing: ClientRequest): void => {
  const alarm = createAlarm(() => outgoing.destroy());
  alarm.set(END_MS);
  outgoing.once('close', alarm.clear);
};

/** Writes the request and waits for the headers of its response. Resolves with undefined if an idle connection was closed before a byte was sent. */
const receive = (
  outgoing: ClientRequest,
  request: SenderRequest,
  pool: Pool,
  way: () => Way,
  onStart: Transport['onStart'],
): Promise<SenderResponse | undefined> =>
  new Promise((resolve, reject) => {
    const { body, ended } = request;
    const hasLeft = watchBytes(outgoing);
    onStart?.(() => !hasLeft());
    ended.addEventListener('abort', () => {
      if (ended.reason === COMPLETE) destroySoon(outgoing);
      else outgoing.destroy();
    });
    let incoming: IncomingMessage | undefined;
    // The listener stays, because an error without a listener ends the process.
    outgoing.on('error', (error) => {
      if (incoming) {
        // If the connection is reset, Node considers a body of undeclared length complete.
        if (!incoming.complete) incoming.destroy(error);
        return;
      }
      const isStale = outgoing.reusedSocket && !hasLeft() && (body === undefined || typeof body === 'string');
      if (isStale) resolve(undefined);
      else reject(toFailure(error, hasLeft(), way()));
    });
    outgoing.once('response', (response) => {
      // A final status is at least 200 (RFC 9110, 15). A lower status is not valid HTTP.
      if (Number(response.statusCode) < 200) return void outgoing.destroy(new Error('the server sent an invalid status'));
      incoming = response;
      pool.idle.noteLimit(response);
      resolve(toSenderResponse(response));
    });
    outgoing.once('upgrade', (_, socket) => {
      socket.destroy();
      reject(toFailure(new Error('the server switched to another protocol'), true));
    });
    writeBody(outgoing, request, pool.turn);
  });
