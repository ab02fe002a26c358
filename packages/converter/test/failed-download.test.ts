import type { Archive } from '@platform-sdk/converter';
import { describe, expect, it } from 'vitest';
import { zip } from '../../../test/faults/zips.ts';
import { answered, archiveOf, byteByByte, bytes, inChunks, site } from './archives.ts';
import { all, failureOf, wire } from './wire.ts';

/** Every method that receives an archive, except those that write files. */
const ways: readonly (readonly [string, (archive: Archive) => Promise<unknown>])[] = [
  ['a stream', (archive) => new Response(archive.stream()).arrayBuffer()],
  ['a Blob', (archive) => archive.blob()],
  ['entries', (archive) => all(archive.entries())],
];

describe.each(ways)('a download that fails, received as %s', (_, receive) => {
  it.each([
    ['an HTML page', '<!doctype html><title>Sign in</title>', 'text/html; charset=utf-8'],
    ['an HTML page with the type of an archive', '\n<html></html>', 'application/zip'],
    ['an empty body', null, 'application/zip'],
  ])('a download rejects with an invalid-response error for %s', async (__, body, type) => {
    const failure = await failureOf(receive(await archiveOf(answered(body, { 'Content-Type': type }))));
    expect(failure).toMatchObject({ kind: 'invalid-response', operation: 'converter.download', status: 200 });
    expect((failure as Error).message).toContain(type);
  });

  it.each(['application/json', 'application/zip', ''])(
    'a download rejects with the message of a JSON error of the type %j',
    async (type) => {
      const text = '{"success":false,"error":"Not yet","code":"INTERNAL_ERROR"}';
      const whole = answered(text, { 'Content-Type': type });
      const pieces = answered(inChunks(Array.from(new TextEncoder().encode(`\r\n ${text}`), (byte) => Uint8Array.of(byte))), {
        'Content-Type': type,
      });
      for (const response of [whole, pieces]) {
        const failure = await failureOf(receive(await archiveOf(response)));
        expect(failure).toMatchObject({ kind: 'http', operation: 'converter.download', status: 200, code: 'INTERNAL_ERROR' });
        expect((failure as Error).message).toMatch(/^Not yet\. \(the response to converter\.download is not a ZIP archive/);
      }
    },
  );

  it('a download fails if the connection breaks in the middle', async () => {
    const failure = await failureOf(receive(await archiveOf(answered(inChunks([bytes.slice(0, 40)], true)))));
    expect(failure).toMatchObject({ kind: 'interrupted', operation: 'converter.download' });
  });

  it('a download fails if it is truncated at any byte', async () => {
    for (let length = 1; length < bytes.length; length++) {
      const failure = await failureOf(receive(await archiveOf(answered(bytes.slice(0, length)))));
      expect(failure).toMatchObject({ kind: 'truncated', operation: 'converter.download', status: 200 });
    }
  });

  it('a download fails if it stalls', async () => {
    const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({ start: (controller) => controller.enqueue(bytes.slice(0, 10)) });
    const { converter } = wire([answered(endless)]);
    const failure = await failureOf(receive(await converter.download({ site }, { idleMs: 20, retry: false })));
    expect(failure).toMatchObject({ kind: 'stalled', operation: 'converter.download' });
  });

  it('a download fails if it is aborted', async () => {
    const controller = new AbortController();
    const { converter } = wire([answered(inChunks([bytes.slice(0, 10)]))]);
    const archive = await converter.download({ site }, { signal: controller.signal });
    controller.abort();
    await expect(failureOf(receive(archive))).resolves.toMatchObject({ kind: 'aborted', operation: 'converter.download' });
  });
});

it('a truncated archive is detected in chunks of any size', async () => {
  const whole = await archiveOf(answered(inChunks(byteByByte())));
  await expect(whole.blob()).resolves.toMatchObject({ size: bytes.length });
  const cut = await archiveOf(answered(inChunks(byteByByte().slice(0, -1))));
  await expect(failureOf(cut.blob())).resolves.toMatchObject({ kind: 'truncated' });
});

it('a complete archive with a comment of maximum length is not mistaken for a truncated archive', async () => {
  const commented = zip([{ name: 'a.md', data: 'a' }], { comment: 'x'.repeat(0xff_ff) }) as Uint8Array<ArrayBuffer>;
  await expect((await archiveOf(answered(commented))).blob()).resolves.toMatchObject({ size: commented.length });
});
