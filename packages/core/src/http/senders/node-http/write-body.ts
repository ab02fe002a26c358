import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { SenderRequest } from '../../wire.ts';
import type { Turn } from './real-time.ts';

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** Writes the body of a request and ends it. */
export const writeBody = (outgoing: ClientRequest, request: SenderRequest, turn: Turn): void => {
  const { body } = request;
  if (body === undefined) outgoing.end();
  else if (typeof body === 'string') writeText(outgoing, body, request);
  else if (ArrayBuffer.isView(body)) outgoing.end(new Uint8Array(body.buffer, body.byteOffset, body.byteLength));
  else if ('getReader' in body) writeStream(outgoing, body, turn);
  else {
    // Node's fetch writes forms and blobs.
    const { headers, body: stream } = new Response(body);
    for (const [name, value] of headers) if (!outgoing.hasHeader(name)) outgoing.setHeader(name, value);
    if (stream) writeStream(outgoing, stream, turn);
    else outgoing.end();
  }
};

/** Node writes the headers together with a text, in its encoding. Bytes follow the headers, which are ISO-8859-1. */
const writeText = (outgoing: ClientRequest, text: string, { headers }: SenderRequest): void => {
  const isAscii = Object.values(headers).every((value) => /^[\t -~]*$/.test(value));
  outgoing.end(isAscii ? text : new TextEncoder().encode(text));
};

/** Writes a stream. It is first read when the request can be sent, and ends with its request. */
const writeStream = (outgoing: ClientRequest, stream: ReadableStream<Uint8Array>, turn: Turn): void => {
  // Neither more nor less than was declared.
  (outgoing as ClientRequest & { strictContentLength: boolean }).strictContentLength = true;
  const reader = stream.getReader();
  outgoing.once('close', () => void reader.cancel().catch(() => undefined));
  whenConnected(outgoing, () => void pump(reader, outgoing, turn));
};

/**
 * Reads no faster than the connection takes. A server may respond and close before it has read the body. The next write fails then, which
 * would hide the response, so what has arrived is read before.
 */
const pump = async (reader: Reader, outgoing: ClientRequest, turn: Turn): Promise<void> => {
  let isLong = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (isLong) await new Promise<void>((resolve) => turn(() => turn(resolve)));
      if (outgoing.destroyed) return;
      if (done) break;
      if (outgoing.write(value)) continue;
      await drained(outgoing);
      isLong = true;
    }
    outgoing.end();
  } catch (error) {
    outgoing.destroy(error as Error);
  }
};

const drained = (outgoing: ClientRequest): Promise<void> =>
  new Promise((resolve) => {
    const settle = (): void => {
      outgoing.off('drain', settle).off('close', settle);
      resolve();
    };
    outgoing.on('drain', settle).on('close', settle);
  });

/** Calls `use` with the connection of a request, once the request can be sent on it. Until then it waits in this process. */
const whenConnected = (outgoing: ClientRequest, use: (socket: Socket) => void): void => {
  outgoing.once('socket', (socket) => whenReady(socket, use));
};

const whenReady = (socket: Socket, use: (socket: Socket) => void): void => {
  const event = readyEventOf(socket);
  if (event === undefined) use(socket);
  else socket.once(event, () => use(socket));
};

/** Returns a function that returns whether a byte of the request may have left this machine. */
export const watchBytes = (outgoing: ClientRequest): (() => boolean) => {
  let before = 0;
  let connection: Socket | undefined;
  // Bytes that wait for their connection are counted too.
  outgoing.once('socket', (socket) => {
    before = socket.bytesWritten;
    whenReady(socket, () => (connection = socket));
  });
  // A stream in place of a socket, as an agent with a tunnel returns it, counts no bytes: any may have left.
  return () => connection !== undefined && !(connection.bytesWritten <= before);
};

/** The event after which a socket can send; undefined when it can already. */
const readyEventOf = (socket: Socket): 'connect' | 'secureConnect' | undefined => {
  if (!('encrypted' in socket)) return socket.connecting ? 'connect' : undefined;
  const { connecting, secureConnecting } = socket as TLSSocket & { readonly secureConnecting?: boolean };
  return connecting || secureConnecting ? 'secureConnect' : undefined;
};
