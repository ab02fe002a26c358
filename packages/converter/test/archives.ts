import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Archive, ConverterClientOptions } from '@platform-sdk/converter';
import { onTestFinished } from 'vitest';
import { zip } from '../../../test/faults/zips.ts';
import { wire } from './wire.ts';

export const site = 'docs.example.com';
/** An archive of one page. */
export const bytes = zip([{ name: `${site}/pages/a/output/page.md`, data: '# A\n' }]) as Uint8Array<ArrayBuffer>;

export const answered = (
  body: BodyInit | null = bytes,
  headers: Record<string, string> = { 'Content-Type': 'application/zip' },
  status = 200,
): Response => new Response(body, { status, headers });

/** Returns a body that sends these chunks, and then ends or breaks. */
export const inChunks = (chunks: readonly Uint8Array<ArrayBuffer>[], breaks = false): ReadableStream<Uint8Array<ArrayBuffer>> => {
  const left = [...chunks];
  return new ReadableStream({
    pull(controller) {
      const chunk = left.shift();
      if (chunk) controller.enqueue(chunk);
      else if (breaks) controller.error(new TypeError('terminated'));
      else controller.close();
    },
  });
};

/** Splits bytes into chunks of one byte. */
export const byteByByte = (): Uint8Array<ArrayBuffer>[] => Array.from(bytes, (byte) => Uint8Array.of(byte));

/** Downloads an archive with the given response. Never retries, because the body can be read only once. */
export const archiveOf = (answer: Response, options?: ConverterClientOptions): Promise<Archive> =>
  wire([answer], options).converter.download({ site }, { retry: false });

/** Downloads an archive with the given response. `isClosed` returns true after the client has closed the connection. */
export const watchedArchive = async (
  answer: Response,
): Promise<{ readonly archive: Archive; readonly isClosed: () => boolean | undefined }> => {
  let signal: AbortSignal | null | undefined;
  const fetch: typeof globalThis.fetch = async (_, init) => {
    signal = init?.signal;
    return answer;
  };
  return { archive: await wire([], { fetch }).converter.download({ site }), isClosed: () => signal?.aborted };
};

/** Creates a folder that is removed after the test. */
export const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'converter-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};
