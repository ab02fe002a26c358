import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { UploadProgress } from '@platform-sdk/upload';
import { expect, it, onTestFinished } from 'vitest';
import { failureOf, plain, plainAnswer, streamOf, wire } from './wire.ts';

const folder = async (): Promise<string> => {
  const made = await mkdtemp(join(tmpdir(), 'upload-'));
  onTestFinished(() => rm(made, { recursive: true }));
  return made;
};

const contentOf = (body: string | undefined): string | undefined => body?.split('\r\n\r\n')[1]?.split('\r\n--')[0];

it.each([
  ['a File', new File(['Hello'], 'a.txt')],
  ['a Blob with a name', { name: 'a.txt', data: new Blob(['Hello']) }],
  ['bytes', { name: 'a.txt', data: new TextEncoder().encode('Hello') }],
  ['a part of other bytes', { name: 'a.txt', data: new TextEncoder().encode('>Hello<').subarray(1, 6) }],
  ['an ArrayBuffer', { name: 'a.txt', data: new TextEncoder().encode('Hello').buffer }],
  ['a stream', { name: 'a.txt', data: streamOf(['He', '', 'llo']).stream }],
  ['a Node stream', { name: 'a.txt', data: Readable.toWeb(Readable.from([Buffer.from('Hello')])) }],
  ['a stream of a known size', { name: 'a.txt', data: streamOf(['He', 'llo']).stream, size: 5 }],
])('upload.upload accepts %s as the file', async (_, file) => {
  const { upload, sent } = wire();
  await upload.upload({ file });
  expect(sent[0]?.body).toContain('filename="a.txt"');
  expect(contentOf(sent[0]?.body)).toBe('Hello');
});

it('upload.upload accepts a path, with or without a different name', async () => {
  const path = join(await folder(), 'notes.txt');
  await writeFile(path, 'Hello');
  const { upload, sent } = wire();
  await upload.upload({ file: { path } });
  await upload.upload({ file: { path, name: 'other.md' } });
  expect(sent.map(({ body }) => [/filename="([^"]*)"/.exec(body)?.[1], contentOf(body)])).toEqual([
    ['notes.txt', 'Hello'],
    ['other.md', 'Hello'],
  ]);
});

it('upload.upload rejects a path without a file', async () => {
  const { upload, sent } = wire();
  await expect(failureOf(upload.upload({ file: { path: join(await folder(), 'a.txt') } }))).resolves.toMatchObject({
    kind: 'invalid-input',
    operation: 'upload.upload',
    field: 'file.path',
    outcome: 'not-sent',
    message: 'upload.upload: file.path cannot be read: no such file (ENOENT)',
  });
  expect(sent).toEqual([]);
});

it.each([
  ['a folder', async (path: string) => mkdir(path), 'is no regular file'],
  ['a pipe', async (path: string) => execFileSync('mkfifo', [path]), 'is no regular file'],
  ['a device', async (path: string) => symlink('/dev/zero', path), 'is no regular file'],
  [
    'a file that the system generates',
    async (path: string) => symlink('/proc/self/status', path),
    'has another length than the system reports',
  ],
])('upload.upload rejects the path of %s', { skip: process.platform === 'win32' }, async (what, make, why) => {
  if (what.includes('system') && process.platform !== 'linux') return;
  const path = join(await folder(), 'a.txt');
  await make(path);
  const { upload, sent } = wire();
  for (const checkType of [true, false]) {
    await expect(failureOf(upload.upload({ file: { path } }, { checkType }))).resolves.toMatchObject({
      kind: 'invalid-input',
      field: 'file.path',
      outcome: 'not-sent',
      message: `upload.upload: file.path ${why}`,
    });
  }
  expect(sent).toEqual([]);
});

it('upload.upload requires a file', async () => {
  const { upload, sent } = wire();
  for (const input of [undefined, null, 7, 'a.txt', { file: undefined }]) {
    await expect(failureOf(upload.upload(input as never))).resolves.toMatchObject({
      kind: 'invalid-input',
      operation: 'upload.upload',
      field: 'file',
      outcome: 'not-sent',
      message: 'upload.upload: file is required',
    });
  }
  expect(sent).toEqual([]);
});

it('an upload rejects a stream that another reader has locked', async () => {
  const { stream } = streamOf(['Hello']);
  stream.getReader();
  const { upload, sent } = wire();
  await expect(failureOf(upload.upload({ file: { name: 'a.txt', data: stream } }))).resolves.toMatchObject({
    kind: 'invalid-input',
    field: 'file',
    message: 'upload.upload: file is a stream that is being read already',
  });
  expect(sent).toEqual([]);
});

it('upload.upload sends the content length only if the size of the file is known', async () => {
  const { upload, sent } = wire();
  await upload.upload({ file: { name: 'a.txt', data: streamOf(['Hello']).stream, size: 5 } });
  await upload.upload({ file: { name: 'a.txt', data: streamOf(['Hello']).stream } });
  expect(sent.map(({ headers, body }) => [headers['content-length'], body.length])).toEqual([
    [String(sent[0]?.body.length), sent[0]?.body.length],
    [undefined, sent[1]?.body.length],
  ]);
});

it.each([Number.NaN, 1.5, -5, Infinity, '19', null])('upload.upload rejects the size %j', async (size) => {
  const { upload, sent } = wire();
  const { stream, state } = streamOf(['Hello']);
  await expect(failureOf(upload.upload({ file: { name: 'a.txt', data: stream, size: size as number } }))).resolves.toMatchObject({
    kind: 'invalid-input',
    field: 'file.size',
    outcome: 'not-sent',
    message: 'upload.upload: file.size must be a number of bytes',
  });
  expect(sent).toEqual([]);
  expect(state.isCancelled).toBe(false);
});

it.each([
  ['shorter than its declared size', 5, 10, 'not-sent', 'is shorter than 10 bytes'],
  ['longer than its declared size', 5, 3, 'not-sent', 'is longer than 3 bytes'],
  ['shorter than its declared size, after a part was sent', 5000, 5001, 'unknown', 'is shorter than 5001 bytes'],
  ['longer than its declared size, after a part was sent', 5000, 4999, 'unknown', 'is longer than 4999 bytes'],
])('upload.upload rejects a stream that is %s', async (_, length, size, outcome, why) => {
  const { upload } = wire();
  const pieces = length > 2000 ? ['x'.repeat(2000), 'x'.repeat(length - 2000)] : ['x'.repeat(length)];
  await expect(failureOf(upload.upload({ file: { name: 'a.txt', data: streamOf(pieces).stream, size } }))).resolves.toMatchObject({
    kind: 'invalid-input',
    operation: 'upload.upload',
    field: 'file',
    outcome,
    message: `upload.upload: file ${why}`,
  });
});

it.each([
  ['strings', 'Hello'],
  ['numbers', 7],
  ['buffers', new ArrayBuffer(5)],
  ['undefined values', undefined],
])('upload.upload rejects a stream of %s', async (_, piece) => {
  const { upload } = wire();
  for (const [outcome, first] of [
    ['not-sent', []],
    ['unknown', [new Uint8Array(2000).fill(97)]],
  ] as const) {
    const given: unknown[] = [...first, piece];
    let isCancelled = false;
    const data = new ReadableStream<never>({
      pull: (controller) => controller.enqueue(given.shift() as never),
      cancel: () => void (isCancelled = true),
    });
    await expect(failureOf(upload.upload({ file: { name: 'a.txt', data } }))).resolves.toMatchObject({
      kind: 'invalid-input',
      field: 'file',
      outcome,
      message: 'upload.upload: file is a stream of other values than bytes',
    });
    expect(isCancelled).toBe(true);
  }
});

it('upload.upload accepts a stream of any typed arrays', async () => {
  const { upload, sent } = wire();
  const given = [Uint16Array.of(0x61_62, 0x63_64), new DataView(Uint8Array.of(1, 101, 102, 1).buffer, 1, 2)];
  const data = new ReadableStream<never>({
    pull(controller) {
      const next = given.shift();
      if (next) controller.enqueue(next as never);
      else controller.close();
    },
  });
  await upload.upload({ file: { name: 'a.txt', data, size: 6 } });
  expect(contentOf(sent[0]?.body)).toBe('badcef');
});

it('an upload closes a rejected stream', async () => {
  const { stream, state } = streamOf(['Hello', ' and more'.repeat(1000), 'never read']);
  const { upload } = wire();
  await failureOf(upload.upload({ file: { name: 'a.pdf', data: stream } }));
  expect(state.isCancelled).toBe(true);
});

it('an upload reports why its stream failed', async () => {
  const stream = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('The disk is gone')) });
  const { upload } = wire();
  await expect(failureOf(upload.upload({ file: { name: 'a.txt', data: stream } }))).resolves.toMatchObject({
    message: expect.stringContaining('The disk is gone') as string,
  });
});

/** Reads the body like Deno's `fetch`, which hides the error of a stream. */
const hiding: typeof globalThis.fetch = async (_, init) => {
  await new Response(init?.body).arrayBuffer().catch((error: unknown) => {
    throw new TypeError('fetch failed', { cause: new Error((error as Error).message) });
  });
  return plainAnswer();
};
const broken = (): ReadableStream<Uint8Array> => {
  let pieces = 0;
  return new ReadableStream({
    pull: (controller) => (pieces++ < 3 ? controller.enqueue(new Uint8Array(2000)) : controller.error(new Error('The disk is gone'))),
  });
};

it.each([
  ['breaks', { name: 'a.txt', data: broken() }, 'upload.upload: file cannot be read: The disk is gone'],
  [
    'is shorter than declared',
    { name: 'a.txt', data: new Blob(['x'.repeat(2000)]).stream(), size: 2001 },
    'upload.upload: file is shorter than 2001 bytes',
  ],
])('an upload whose file %s while it is sent rejects with the error of the file, whatever fetch throws', async (_, file, message) => {
  const { upload } = wire([], { fetch: hiding });
  await expect(failureOf(upload.upload({ file }))).resolves.toMatchObject({ kind: 'invalid-input', outcome: 'unknown', message });
});

it('an upload rejects with the network error if the connection fails before the file', async () => {
  const failing: typeof globalThis.fetch = async (_, { body } = {}) => {
    const reader = (body as ReadableStream).getReader();
    await reader.read();
    const second = reader.read();
    await reader.cancel();
    await second.catch(() => undefined);
    throw new TypeError('fetch failed', { cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }) });
  };
  const { upload } = wire([], { fetch: failing });
  const file = { name: 'a.txt', data: new Blob(['x'.repeat(200_000)]).stream(), size: 200_000 };
  await expect(failureOf(upload.upload({ file }))).resolves.toMatchObject({ kind: 'network', code: 'ECONNRESET', outcome: 'unknown' });
});

const uploading = async (file: Parameters<ReturnType<typeof wire>['upload']['upload']>[0]['file']): Promise<UploadProgress[]> => {
  const reported: UploadProgress[] = [];
  const { upload } = wire();
  await upload.upload({ file }, { onProgress: (progress) => reported.push(progress) });
  return reported;
};

it('onProgress counts only the bytes of the file, not of the form', async () => {
  const reported = await uploading({ name: 'a.txt', data: new Blob(['x'.repeat(200_000)]) });
  expect(reported.length).toBeGreaterThan(1);
  expect(reported.at(-1)).toEqual({ sentBytes: 200_000, totalBytes: 200_000 });
  expect(reported.map(({ sentBytes }) => sentBytes)).toEqual(
    reported.map(({ sentBytes }) => sentBytes).toSorted((one, other) => one - other),
  );
});

it('onProgress reports no total for a stream of unknown size', async () => {
  expect(await uploading({ name: 'a.txt', data: streamOf(['a'.repeat(2000), 'bc']).stream })).toEqual([
    { sentBytes: 2000, totalBytes: undefined },
    { sentBytes: 2002, totalBytes: undefined },
  ]);
  expect(await uploading({ name: 'a.txt', data: streamOf(['abc']).stream, size: 3 })).toEqual([{ sentBytes: 3, totalBytes: 3 }]);
});

it('an upload succeeds if onProgress throws', async () => {
  const { upload } = wire();
  const onProgress = (): void => {
    throw new Error('A broken bar');
  };
  await expect(upload.upload({ file: { name: 'a.txt', data: new Blob(['Hello']) } }, { onProgress })).resolves.toEqual(plain);
});
