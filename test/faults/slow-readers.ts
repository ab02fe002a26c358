import { execFile } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { programAt } from '@platform-sdk/test-helpers/program-at';

const script = programAt(new URL('./slow-reader-process.ts', import.meta.url));

/** A body, and the pace at which it is read. */
export interface SlowReading {
  readonly kind: 'download' | 'chat' | 'job';
  readonly pace: 'slow' | 'late';
  readonly bytes: number;
}

/** `whole`: every byte was read. `short`: fewer bytes were read, or an error was thrown. `ended`: a failure ended the process. */
export type Outcome = 'whole' | 'short' | 'ended';

const content = 'x'.repeat(1000);
const delta = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;
const last = `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`;

/** Returns a body with this many bytes of content. */
const bodyOf = ({ kind, bytes }: SlowReading): string => {
  const count = Math.ceil(bytes / 1000);
  if (kind === 'chat') return delta.repeat(count) + last;
  if (kind === 'job') {
    return `${`${content.slice(1)}\n`.repeat(count)}__JSON__${JSON.stringify({ success: true, url: 'https://example.com/', markdown: '#', metadata: {} })}`;
  }
  return content.repeat(count);
};

/** Starts a process that reads a body. The server closes the connection as soon as it has written the body. */
export const readSlowly = async (reading: SlowReading): Promise<Outcome> => {
  const { kind, pace, bytes } = reading;
  const body = bodyOf(reading);
  const type = kind === 'chat' ? 'text/event-stream' : 'text/plain';
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.end(`HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    return await new Promise<Outcome>((resolve) => {
      execFile(process.execPath, ['-C', '@platform-sdk/source', script, origin, kind, pace], (error, stdout) => {
        if (error) resolve('ended');
        else resolve(Number(stdout) === Math.ceil(bytes / 1000) * 1000 ? 'whole' : 'short');
      });
    });
  } finally {
    server.close();
  }
};
