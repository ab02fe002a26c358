import { createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request, which may still be arriving. */
export interface Coming {
  readonly socket: Socket;
  /** The headers, by their lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The received part of the body, with the framing of its chunks. */
  body: string;
  /** True after the complete body has arrived. */
  isWhole: boolean;
}

/** A server that calls its handler when the headers of a request arrive, and again for later bytes. */
export interface UploadServer {
  readonly origin: string;
  readonly requests: readonly Coming[];
  readonly open: () => number;
  /** Resolves when the condition is true. The condition is checked after every event of a socket. */
  readonly until: (condition: () => boolean) => Promise<void>;
}

/** Called each time that a part of a request arrives. `turn` is 1 for the first request. */
export type Hear = (request: Coming, turn: number) => void;

export const say = ({ socket }: Coming, status: number, document: object, more = ''): void => {
  const text = JSON.stringify(document);
  socket.write(
    `HTTP/1.1 ${status} Status\r\nContent-Type: application/json\r\n${more}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
};

/** Returns a handler that calls `act` once for each request, as soon as `when` returns true. */
export const once = (when: (request: Coming) => boolean, act: Hear): Hear => {
  const seen = new Set<Coming>();
  return (request, turn) => {
    if (seen.has(request) || !when(request)) return;
    seen.add(request);
    act(request, turn);
  };
};

/** Returns true if at least this many bytes of the body have arrived. */
export const after =
  (bytes: number) =>
  ({ body }: Coming): boolean =>
    body.length >= bytes;

export const whole = ({ isWhole }: Coming): boolean => isWhole;

/** Starts the server on a free port, and closes it after the test. */
export const startUploadServer = async (hear: Hear): Promise<UploadServer> => {
  const requests: Coming[] = [];
  const sockets = new Set<Socket>();
  const watchers = new Set<() => void>();
  const look = (): void => {
    for (const watcher of watchers) watcher();
  };

  const server = createServer((socket) => {
    sockets.add(socket);
    let head = '';
    let current: Coming | undefined;
    socket.setEncoding('latin1').on('data', (data) => {
      let rest = String(data);
      // These bytes belong to the next request on the same connection.
      if (current?.isWhole) current = undefined;
      if (!current) {
        head += rest;
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        const lines = head.slice(0, end).split('\r\n').slice(1);
        rest = head.slice(end + 4);
        head = '';
        const headers = Object.fromEntries(
          lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
        );
        current = { socket, headers, body: '', isWhole: false };
        requests.push(current);
      }
      current.body += rest;
      const { 'content-length': length } = current.headers;
      current.isWhole = length === undefined ? current.body.endsWith('0\r\n\r\n') : current.body.length >= Number(length);
      hear(current, requests.indexOf(current) + 1);
      look();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      look();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  );
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
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
  };
};
