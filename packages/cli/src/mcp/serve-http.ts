import { randomUUID, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';

interface HttpServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

interface HttpOptions {
  readonly port: number;
  /** The Bearer token that every request must contain. */
  readonly token: string;
  /** Creates the server of a new client. */
  readonly create: () => McpServer;
}

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|\[::1\]|localhost)$/;
const MAX_SESSIONS = 100;

/** Serves the protocol on 127.0.0.1. Accepts only programs on this machine that send the token. Rejects pages of other origins. */
export const serveHttp = async ({ port, token, create }: HttpOptions): Promise<HttpServer> => {
  const sessions = new Map<string, StreamableHTTPServerTransport>();

  const openSession = async (): Promise<StreamableHTTPServerTransport> => {
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    const server = create();
    server.server.onclose = () => void (transport.sessionId !== undefined && sessions.delete(transport.sessionId));
    await server.connect(transport);
    return transport;
  };

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refusal = refusalFor(request, token);
    if (refusal) return send(response, ...refusal);
    if (!/^\/mcp(?:$|\?)/.test(request.url ?? '')) return send(response, 404, 'The server responds at /mcp.');
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? sessions.get(id) : undefined;
    if (id !== undefined && !known) return send(response, 404, 'The session has ended. Initialize another.');
    // Clients can disappear without closing their session, so the oldest session is closed.
    if (!known && sessions.size >= MAX_SESSIONS) await [...sessions.values()][0]?.close();
    await (known ?? (await openSession())).handleRequest(request, response);
  };

  const server = createHttpServer((request, response) => {
    respond(request, response).catch(() => send(response, 500, 'The request failed.'));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  return {
    url,
    async close() {
      for (const transport of sessions.values()) await transport.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** Returns the reason for rejecting a request, or undefined. The token is checked last, so that pages of other origins cannot test tokens. */
const refusalFor = ({ headers, socket }: IncomingMessage, token: string): [status: number, message: string] | undefined => {
  const { host = '', origin } = headers;
  if (!LOOPBACK.test((socket.remoteAddress ?? '').replace(/^::ffff:/, ''))) return [403, 'Only this machine may call this server.'];
  // Rejects the host name of another site that resolves to this machine (DNS rebinding).
  if (!LOOPBACK.test(hostnameOf(`http://${host}`))) return [403, 'The Host header must name this machine, such as 127.0.0.1.'];
  if (origin !== undefined && !LOOPBACK.test(hostnameOf(origin))) return [403, 'Pages of other origins may not call this server.'];
  if (isSame(/^Bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '', token)) return undefined;
  return [401, 'The token is missing or wrong. The server prints it when it starts: send it as Authorization: Bearer.'];
};

const hostnameOf = (address: string): string => (URL.canParse(address) ? new URL(address).hostname : '');

const isSame = (one: string, other: string): boolean => {
  const [sent, expected] = [Buffer.from(one), Buffer.from(other)];
  return sent.length === expected.length && timingSafeEqual(sent, expected);
};

const send = (response: ServerResponse, status: number, message: string): void => {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...(status === 401 && { 'www-authenticate': 'Bearer' }) });
  response.end(`${message}\n`);
};
