import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import * as zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type * as Responses from '../src/http/senders/node-http/response.ts';

// No entry of the package exports this module.
const inner = new URL('../src/http/senders/node-http/response.ts', import.meta.url).href;
const { toSenderResponse } = (await import(inner)) as typeof Responses;

const text = 'data: [DONE]\n\n';
const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;

/** Returns the encoded bytes of `text` that a server flushes before the encoding ends. */
const flushed = async (encoder: zlib.Gzip | zlib.BrotliCompress, flush: number): Promise<Buffer> => {
  const parts: Buffer[] = [];
  encoder.on('data', (part: Buffer) => parts.push(part));
  encoder.write(text);
  await new Promise<void>((resolve) => encoder.flush(flush, () => resolve()));
  return Buffer.concat(parts);
};

const encodings: readonly (readonly [encoding: string, half: () => Promise<Buffer>, whole: (text: string) => Buffer])[] = [
  ['gzip', () => flushed(zlib.createGzip(), Z_SYNC_FLUSH), zlib.gzipSync],
  ['deflate', () => flushed(zlib.createDeflate(), Z_SYNC_FLUSH), zlib.deflateSync],
  ['deflate without its header', () => flushed(zlib.createDeflateRaw(), Z_SYNC_FLUSH), zlib.deflateRawSync],
  ['br', () => flushed(zlib.createBrotliCompress(), BROTLI_OPERATION_FLUSH), zlib.brotliCompressSync],
];

/** Reads a response whose connection breaks right after these bytes. Returns the text, and the error that ends the body. */
const readBroken = async (encoding: string, bytes: Buffer): Promise<readonly [text: string, error: unknown]> => {
  const headers = { 'content-encoding': encoding.replace(/ .*/, '') };
  const incoming = Object.assign(new PassThrough(), { statusCode: 200, headers, complete: false });
  const reader = toSenderResponse(incoming as object as IncomingMessage).body?.getReader();
  // The connection breaks in the next microtask. The decoders run in another thread and cannot finish before it.
  incoming.once('data', () => queueMicrotask(() => incoming.destroy(new Error('reset'))));
  incoming.write(bytes);
  let found = '';
  try {
    for (let part; (part = await reader?.read()) && !part.done;) found += new TextDecoder().decode(part.value);
    return [found, undefined];
  } catch (error) {
    return [found, error];
  }
};

describe.each(encodings)('If the connection of a response in %s breaks,', (encoding, half, whole) => {
  it('returns the text that arrived, then throws', async () => {
    await expect(readBroken(encoding, await half())).resolves.toEqual([text, expect.any(Error)]);
  });

  it('returns the text, then throws, although the encoding is complete', async () => {
    await expect(readBroken(encoding, whole(text))).resolves.toEqual([text, expect.objectContaining({ message: 'reset' })]);
  });

  it('rejects if no byte of the body has arrived', async () => {
    const incoming = Object.assign(new PassThrough(), { statusCode: 200, headers: { 'content-encoding': encoding.replace(/ .*/, '') } });
    const reader = toSenderResponse(incoming as object as IncomingMessage).body?.getReader();
    incoming.destroy(new Error('reset'));
    await expect(reader?.read()).rejects.toThrow('reset');
  });
});
