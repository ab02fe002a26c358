import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A gateway for a relay. The model of a request determines the gateway's behaviour. */
export interface Gateway {
  readonly url: string;
  /** The bytes of all requests. */
  readonly received: () => string;
  readonly requests: () => number;
  /** The number of open connections that have sent a request. */
  readonly open: () => number;
  /** The number of events that the model `endless` has written. */
  readonly written: () => number;
  readonly close: () => Promise<void>;
}

/** The maximum number of events that the model `endless` writes: 131 MB, more than all buffers hold. */
export const MAX_EVENTS = 2000;

const chunk = (choice: object): string =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'acme/large', choices: [{ index: 0, finish_reason: null, ...choice }] })}\n\n`;
const text = (content: string): string => chunk({ delta: { content } });
const begun = text('Grüße') + text(' 🌍');
const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n';
const poor = '{"detail":"No credits","error":{"code":"INSUFFICIENT_CREDITS","required_amount":3}}';

/** Starts the gateway on a free port. */
export const startGateway = async (): Promise<Gateway> => {
  const sockets = new Set<Socket>();
  let received = '';
  let requests = 0;
  let written = 0;

  const flood = (socket: Socket): void => {
    const event = text('x'.repeat(64 * 1024));
    written = 0;
    const more = (): void => {
      while (written < MAX_EVENTS && !socket.destroyed) {
        written++;
        if (!socket.write(event)) break;
      }
    };
    socket.on('drain', more);
    more();
  };

  const reactions: Readonly<Record<string, (socket: Socket) => unknown>> = {
    whole: (socket) => socket.end(`${head}${begun}${chunk({ delta: {}, finish_reason: 'stop' })}data: [DONE]\n\n`),
    cut: (socket) => socket.end(head + begun),
    reset: (socket) => socket.write(head + begun, () => setTimeout(() => socket.resetAndDestroy(), 50)),
    reported: (socket) => socket.end(`${head}${begun}data: {"error":{"message":"Overloaded","code":"OVERLOADED"}}\n\n`),
    poor: (socket) =>
      socket.end(
        `HTTP/1.1 402 Payment Required\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${poor.length}\r\n\r\n${poor}`,
      ),
    late: (socket) => socket.write(head),
    silent: (socket) => socket.write(head + begun),
    endless: (socket) => {
      socket.write(head);
      flood(socket);
    },
  };

  const server = createServer((socket) => {
    let own = '';
    socket.setEncoding('utf8').on('data', (data) => {
      received += String(data);
      own += String(data);
      const model = /"model":"(\w+)"/.exec(own)?.[1];
      // The body is complete after its last brace. Next sends it in chunks, and the end of the last chunk may arrive in the same packet.
      if (model === undefined || !/\}\s*(?:0\s*)?$/.test(own)) return;
      own = '';
      requests++;
      sockets.add(socket);
      reactions[model]?.(socket);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => void sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    received: () => received,
    requests: () => requests,
    open: () => sockets.size,
    written: () => written,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
};
