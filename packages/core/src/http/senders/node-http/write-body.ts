import type { ClientRequest } from 'node:http';
import type { SenderRequest } from '../../wire.ts';
import { whenConnected } from './connection.ts';
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
