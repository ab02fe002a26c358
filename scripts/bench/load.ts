/** Asks one address again and again over connections that stay open, with as little work as that takes, and says how often it was answered. */
import { connect, type Socket } from 'node:net';
import { settings } from './processes.ts';

export interface Load {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly milliseconds: number;
}

const { url, headers, connections, milliseconds } = settings<Load>();
const { host, hostname, port, pathname } = new URL(url);
const lines = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
const request = Buffer.from(`GET ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n`);
let answered = 0;

/** The length of the first whole answer in a text, or 0 when there is none yet. */
function answerLength(text: string): number {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return 0;
  if (!text.startsWith('HTTP/1.1 200')) throw new Error(`The server answered ${text.slice(0, end)}`);
  const declared = /content-length: *(\d+)/i.exec(text.slice(0, end))?.[1];
  const last = declared === undefined ? text.indexOf('0\r\n\r\n', end + 4) + 5 : end + 4 + Number(declared);
  return last > end + 4 && last <= text.length ? last : 0;
}

function ask(): Socket {
  let text = '';
  const socket = connect(Number(port), hostname, () => socket.write(request));
  socket.setNoDelay(true).setEncoding('latin1');
  return socket.on('data', (chunk: string) => {
    text += chunk;
    const length = answerLength(text);
    if (length === 0) return;
    text = text.slice(length);
    answered += 1;
    socket.write(request);
  });
}

const sockets = Array.from({ length: connections }, ask);
await new Promise((resolve) => setTimeout(resolve, milliseconds / 4));
// The first quarter is for the server to warm up.
const [before, started] = [answered, performance.now()];
await new Promise((resolve) => setTimeout(resolve, (milliseconds * 3) / 4));
const perSecond = ((answered - before) * 1000) / (performance.now() - started);
for (const socket of sockets) socket.destroy();
process.send?.(perSecond);
