/** Repeats one request over open connections, as often as its parent process requests. */
import { connect, type Socket } from 'node:net';
import { settings } from './case.ts';

export interface Load {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly connections: number;
}

const { url, method, headers, body = '', connections } = settings<Load>();
const { host, hostname, port, pathname } = new URL(url);
const length: Record<string, string> =
  body === '' ? {} : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) };
const lines = Object.entries({ Host: host, Accept: 'application/json', ...headers, ...length }).map(
  ([name, value]) => `${name}: ${value}\r\n`,
);
const request = Buffer.from(`${method} ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
let toSend = 0;
let toReceive = 0;
let total = 0;

/** Returns the length of the first complete response in a string; 0 while it is incomplete. */
function responseLength(text: string): number {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return 0;
  if (!text.startsWith('HTTP/1.1 20')) throw new Error(`The server returned ${text.slice(0, 400)}`);
  const declared = /content-length: *(\d+)/i.exec(text.slice(0, end))?.[1];
  const last = declared === undefined ? text.indexOf('0\r\n\r\n', end + 4) + 5 : end + 4 + Number(declared);
  return last > end + 4 && last <= text.length ? last : 0;
}

function open(): Promise<Socket> {
  let text = '';
  const socket = connect(Number(port), hostname);
  socket
    .setNoDelay(true)
    .setEncoding('latin1')
    .on('data', (chunk: string) => {
      text += chunk;
      const end = responseLength(text);
      if (end === 0) return;
      text = text.slice(end);
      if (toSend > 0) send(socket);
      if (--toReceive === 0) process.send?.(total);
    })
    .on('error', fail)
    .on('close', () => fail(new Error('The server closed a connection.')));
  return new Promise((resolve) => socket.on('connect', () => resolve(socket)));
}

function send(socket: Socket): void {
  toSend--;
  socket.write(request);
}

function fail(error: Error): void {
  process.send?.(error.message);
}

process.on('uncaughtException', fail);
process.on('disconnect', () => process.exit());
const sockets = Promise.all(Array.from({ length: connections }, open));
process.on('message', async (requests: number) => {
  const opened = await sockets;
  total = toReceive = toSend = requests;
  for (const socket of opened) send(socket);
});
