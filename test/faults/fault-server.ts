import { heldPort } from '@platform-sdk/test-helpers/held-port';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request that arrived on a socket. */
export interface RecordedRequest {
  readonly method: string;
  /** The unchanged path and query. */
  readonly target: string;
  /** The headers by their lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** All bytes of the request. */
  readonly raw: string;
}

/** Responds to a request, which the server has read completely. */
export type Reaction = (socket: Socket, request: RecordedRequest) => void;

/** A server on a real port that misbehaves on demand and records its requests. */
export interface FaultServer {
  readonly origin: string;
  readonly requests: readonly RecordedRequest[];
  /** Returns the number of connections since the start of the server. */
  readonly connections: () => number;
  /** Returns the number of open connections. */
  readonly open: () => number;
  /** Resolves when the condition is true. The condition is checked after every event of a socket. */
  readonly until: (condition: () => boolean) => Promise<void>;
  /** Resets every open connection. */
  readonly resetAll: () => void;
  readonly close: () => Promise<void>;
}

type Content = string | Buffer;

/** Returns the bytes of a response. `length` is the declared length if it differs from the length of the content. */
export const answerOf = (status: number, headers: Record<string, string>, content: Content, length?: number): Buffer => {
  const lines = Object.entries({ 'Content-Length': String(length ?? Buffer.byteLength(content)), ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Status\r\n${lines.join('')}\r\n`), Buffer.from(content)]);
};

/** Sends a complete response. */
export const answer =
  (status: number, content: Content = '', headers: Record<string, string> = {}): Reaction =>
  (socket) =>
    void socket.write(answerOf(status, headers, content));

/** Sends a complete JSON response. */
export const json = (status: number, document: unknown, headers: Record<string, string> = {}): Reaction =>
  answer(status, JSON.stringify(document), { 'Content-Type': 'application/json', ...headers });

/** Sends these bytes and then stays silent. Default: no bytes. */
export const stall =
  (content: Content = ''): Reaction =>
  (socket) =>
    void socket.write(content);

/** Sends these bytes and then closes the connection normally. Default: no bytes. */
export const close =
  (content: Content = ''): Reaction =>
  (socket) =>
    void socket.end(content);

/** Resets the connection before any byte is sent. */
export const reset: Reaction = (socket) => void socket.resetAndDestroy();

/** Uses the reactions in order, and then repeats the last reaction. */
export const inTurn = (...reactions: readonly [Reaction, ...Reaction[]]): Reaction => {
  let turn = 0;
  return (socket, request) => (reactions[Math.min(turn++, reactions.length - 1)] ?? reset)(socket, request);
};

/** Uses a different reaction for each path. Other paths return 404. */
export const byPath =
  (reactions: Readonly<Record<string, Reaction>>): Reaction =>
  (socket, request) =>
    (reactions[request.target.split('?')[0] ?? ''] ?? answer(404))(socket, request);

/** Returns the first complete request in the received bytes. Returns undefined if a part of it is missing. */
const readRequest = (received: string): RecordedRequest | undefined => {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [start = '', ...lines] = received.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const raw = received.slice(0, end + 4 + Number(headers['content-length'] ?? 0));
  if (received.length < raw.length || raw.length < end + 4 + Number(headers['content-length'] ?? 0)) return undefined;
  const [method = '', target = ''] = start.split(' ');
  return { method, target, headers, body: raw.slice(end + 4), raw };
};

/** Starts a server on a free port, and closes it after the test. */
export const startFaultServer = async (react: Reaction): Promise<FaultServer> => {
  const requests: RecordedRequest[] = [];
  const sockets = new Set<Socket>();
  const watchers = new Set<() => void>();
  let connections = 0;
  const notify = (): void => {
    for (const watcher of watchers) watcher();
  };

  const server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    let received = '';
    socket.setEncoding('latin1').on('data', (data) => {
      received += String(data);
      for (let request; (request = readRequest(received));) {
        received = received.slice(request.raw.length);
        requests.push(request);
        react(socket, request);
      }
      notify();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      notify();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      for (const socket of sockets) socket.destroy();
      server.close(() => resolve());
    });
  onTestFinished(stop);

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    connections: () => connections,
    open: () => sockets.size,
    until: (condition) =>
      new Promise((resolve) => {
        const watcher = (): void => {
          if (!condition()) return;
          watchers.delete(watcher);
          resolve();
        };
        watchers.add(watcher);
        watcher();
      }),
    resetAll: () => {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    close: stop,
  };
};

/** Returns an origin where no server listens. */
export const deadOrigin = async (): Promise<string> => `http://127.0.0.1:${await heldPort()}`;
