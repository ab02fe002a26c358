import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import type { SenderRequest } from '../../wire.ts';
import type { Turn } from './connections.ts';

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** Writes the body of a request and ends it. */
export const writeBody = (outgoing: ClientRequest, request: SenderRequest, turn: Turn): void => {
  const { body } = request;
  if (body === undefined) outgoing.end();
  else if (typeof body === 'string') writeText(outgoing, body, request);
  else if (ArrayBuffer.isView(body)) outgoing.end(new Uint8Array(body.buffer, body.byteOffset, body.byteLength));
  else if ('getReader' in body) writeStream(outgoing, body, turn);
  else {
    // The `Response` of Node's fetch encodes forms and blobs.
    const { headers, body: stream } = new Response(body);
    for (const [name, value] of headers) if (!outgoing.hasHeader(name)) outgoing.setHeader(name, value);
    if (stream) writeStream(outgoing, stream, turn);
    else outgoing.end();
  }
};

/** Writes a string, or its bytes if a header is not ASCII. Node writes headers in the encoding of a string body, but in ISO-8859-1 before a body of bytes. */
const writeText = (outgoing: ClientRequest, text: string, { headers }: SenderRequest): void => {
  const isAscii = Object.values(headers).every((value) => /^[\t -~]*$/.test(value));
  outgoing.end(isAscii ? text : new TextEncoder().encode(text));
};

/** Writes a stream. The stream is read when the request can be sent, and is cancelled when the request closes. */
const writeStream = (outgoing: ClientRequest, stream: ReadableStream<Uint8Array>, turn: Turn): void => {
  // The body must be exactly as long as it was declared.
  (outgoing as ClientRequest & { strictContentLength: boolean }).strictContentLength = true;
  const reader = stream.getReader();
  outgoing.once('close', () => void reader.cancel().catch(() => undefined));
  // Until the connection can send, no byte has left this process.
  outgoing.once('socket', (socket) => whenReady(socket, () => void pump(reader, outgoing, turn)));
};

/**
 * Reads no faster than the connection sends. A server may respond and close before it has read the body. The next write would then fail and
 * hide the response, so before each write of a long body, everything that has arrived is read.
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

/** Calls `use` as soon as a connection can send. */
const whenReady = (socket: Socket, use: () => void): void => {
  const { connecting, secureConnecting } = socket as Socket & { readonly secureConnecting?: boolean };
  if (connecting || secureConnecting) socket.once('encrypted' in socket ? 'secureConnect' : 'connect', use);
  else use();
};

/** Returns a function that returns true if a byte of the request may have left this machine. */
export const watchBytes = (outgoing: ClientRequest): (() => boolean) => {
  let before = 0;
  let connection: Socket | undefined;
  // `bytesWritten` includes bytes that still wait for the connection.
  outgoing.once('socket', (socket) => {
    before = socket.bytesWritten;
    whenReady(socket, () => (connection = socket));
  });
  // An agent with a tunnel returns a stream instead of a socket. Such a stream does not count bytes, so this function returns true.
  return () => connection !== undefined && !(connection.bytesWritten <= before);
};
