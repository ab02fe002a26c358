import { createReadStream } from 'node:fs';
import { createUploadClient } from '@platform-sdk/upload';
import { expect, it, vi } from 'vitest';
import { boundaryOf, failureOf, plain, streamOf, translated, wire } from './wire.ts';

const data = new Blob(['Hello, wörld']);

it('an upload sends a form that contains only the file', async () => {
  const { upload, sent } = wire();
  await expect(upload.upload({ file: { name: 'a.txt', data } })).resolves.toEqual(plain);
  const [request] = sent;
  const boundary = boundaryOf(request ?? { headers: {} });
  expect(request?.line).toBe('POST https://upload.test/v1/upload');
  expect(request?.headers).toEqual({
    accept: 'application/json',
    authorization: 'Bearer token-4f2c',
    'content-length': String(Buffer.byteLength(request?.body ?? '')),
    'content-type': `multipart/form-data; boundary=${boundary}`,
  });
  expect(request?.body).toBe(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nHello, wörld\r\n--${boundary}--\r\n`,
  );
});

it('an upload sends the language before the file, and returns the translation', async () => {
  const { upload, sent } = wire([Response.json(translated)]);
  await expect(upload.upload({ file: { name: 'a.md', data }, translate_to: 'de' })).resolves.toEqual(translated);
  const boundary = boundaryOf(sent[0] ?? { headers: {} });
  expect(sent[0]?.body).toBe(
    `--${boundary}\r\nContent-Disposition: form-data; name="translate_to"\r\n\r\nde\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.md"\r\nContent-Type: text/markdown\r\n\r\nHello, wörld\r\n--${boundary}--\r\n`,
  );
});

it('each upload has its own boundary', async () => {
  const { upload, sent } = wire();
  await upload.upload({ file: { name: 'a.txt', data } });
  await upload.upload({ file: { name: 'a.txt', data } });
  expect(new Set(sent.map(boundaryOf)).size).toBe(2);
});

it.each([
  ['a.pdf', 'application/pdf', '%PDF-1.7'],
  ['a.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'PK'],
  ['a.jpg', 'image/jpeg', '\u00ff\u00d8\u00ff'],
  ['a.png', 'image/png', '\u0089PNG\r\n\u001a\n'],
  ['a.webp', 'image/webp', 'RIFF1234WEBP'],
  ['a.json', 'application/json', '{}'],
  ['a.csv', 'text/csv', 'a,b'],
  ['a.txt', 'text/plain', ''],
  ['A.TXT', 'text/plain', ''],
  ['a.md', 'text/markdown', '# A'],
])('an upload sends %s as %s', async (name, type, beginning) => {
  const { upload, sent } = wire();
  await upload.upload({ file: { name, data: Buffer.from(beginning, 'latin1') } });
  expect(sent[0]?.body).toContain(`\r\nContent-Type: ${type}\r\n`);
});

it.each([
  ['quote".txt', 'quote%22.txt'],
  ["it's; a=b.txt", "it's; a=b.txt"],
  ['100%.txt', '100%.txt'],
  ['100%25 %23.txt', '100%25 %23.txt'],
  ['mark \uFEFF.txt', 'mark \uFEFF.txt'],
  ['emoji 🦊.txt', 'emoji 🦊.txt'],
  ['\u202Eright-to-left שלום.txt', '\u202Eright-to-left שלום.txt'],
  [' spaces .txt', ' spaces .txt'],
  ['..txt', '..txt'],
  [`${'x'.repeat(251)}.txt`, `${'x'.repeat(251)}.txt`],
])('upload.upload sends the name %j', async (name, written) => {
  const { upload, sent } = wire();
  await upload.upload({ file: { name, data } });
  expect(sent[0]?.body.split('\r\n')[1]).toBe(`Content-Disposition: form-data; name="file"; filename="${written}"`);
});

it.each([
  '',
  7,
  'a\r\nX-Injected: 1\r\n.txt',
  'a\u0000.txt',
  'a\u0085.txt',
  '../a.txt',
  'C:\\a.txt',
  'half \ud83e.txt',
  'a%22.txt',
  'a%0A.txt',
  'a\u2028%0d.txt',
  '\uFEFFa.txt',
  `${'x'.repeat(252)}.txt`,
  `${'x'.repeat(10_000)}.txt`,
])('upload.upload rejects the name %j before anything is sent', async (name) => {
  const { upload, sent } = wire();
  await expect(failureOf(upload.upload({ file: { name: name as string, data } }))).resolves.toMatchObject({
    kind: 'invalid-input',
    operation: 'upload.upload',
    field: 'file',
    outcome: 'not-sent',
    message: 'upload.upload: file must have a name of 1 to 255 characters, without slashes, controls, %22, %0A and %0D',
  });
  expect(sent).toEqual([]);
});

it.each([
  ['a.exe', ''],
  ['a.jpeg', '\u00ff\u00d8\u00ff'],
  ['a', ''],
  ['pdf', '%PDF-'],
  ['a.txt.gz', ''],
  ['a.toString', ''],
])('upload.upload rejects %s, whose type is not documented', async (name, beginning) => {
  const { upload, sent } = wire();
  await expect(failureOf(upload.upload({ file: { name, data: Buffer.from(beginning, 'latin1') } }))).resolves.toMatchObject({
    kind: 'invalid-input',
    field: 'file',
    message: `upload.upload: file must be one of .pdf, .docx, .jpg, .png, .webp, .json, .csv, .txt, .md, not "${name}"`,
  });
  expect(sent).toEqual([]);
});

it.each([
  ['a.pdf', '\u0089PNG\r\n\u001a\n', 'is called "a.pdf" but is a .png'],
  ['a.pdf', 'Hello', 'is called "a.pdf" but is no .pdf'],
  ['a.pdf', '', 'is called "a.pdf" but is no .pdf'],
  ['a.png', '\u00ff\u00d8\u00ff', 'is called "a.png" but is a .jpg'],
  ['a.jpg', 'RIFF1234WEBP', 'is called "a.jpg" but is a .webp'],
  ['a.webp', 'RIFF1234WAVE', 'is called "a.webp" but is no .webp'],
  ['a.txt', '%PDF-1.4', 'is called "a.txt" but is a .pdf'],
  ['a.docx', '\u0089PNG\r\n\u001a\n', 'is called "a.docx" but is a .png'],
])('upload.upload rejects %s with the bytes of another type: %j', async (name, beginning, why) => {
  const { upload, sent } = wire();
  await expect(failureOf(upload.upload({ file: { name, data: Buffer.from(beginning, 'latin1') } }))).resolves.toMatchObject({
    kind: 'invalid-input',
    field: 'file',
    message: `upload.upload: file ${why}`,
  });
  expect(sent).toEqual([]);
});

it('upload.upload checks the start of a stream in pieces of any size, and sends all of it', async () => {
  const { upload, sent } = wire();
  await upload.upload({ file: { name: 'a.pdf', data: streamOf(['%', '', 'PD', 'F-1.7 and', ' more']).stream } });
  expect(sent[0]?.body).toContain('\r\n\r\n%PDF-1.7 and more\r\n--');
  const { stream } = streamOf(['%', 'PD', 'E-1.7']);
  await expect(failureOf(upload.upload({ file: { name: 'a.pdf', data: stream } }))).resolves.toMatchObject({
    kind: 'invalid-input',
    field: 'file',
  });
  expect(sent).toHaveLength(1);
});

it('upload.upload accepts a PDF with leading bytes, and a Markdown file that mentions the PDF header', async () => {
  const { upload, sent } = wire();
  await upload.upload({ file: { name: 'a.pdf', data: new Blob(['\n\n junk %PDF-1.4']) } });
  await upload.upload({ file: { name: 'a.md', data: new Blob(['It begins with %PDF-1.4']) } });
  expect(sent).toHaveLength(2);
});

it('upload.upload sends any file if type checks are off', async () => {
  const { upload, sent } = wire();
  await upload.upload({ file: { name: 'a.exe', data: new Blob(['MZ']) } }, { checkType: false });
  await upload.upload({ file: { name: 'a.pdf', data: new Blob(['Hello']) } }, { checkType: false });
  await upload.upload({ file: { name: 'a.constructor', data: new Blob(['Hello']) } }, { checkType: false });
  expect(sent.map(({ body }) => body.split('\r\n')[2])).toEqual([
    'Content-Type: application/octet-stream',
    'Content-Type: application/pdf',
    'Content-Type: application/octet-stream',
  ]);
});

it('an upload counts the wait for the start of a stream toward the timeout', async () => {
  vi.useFakeTimers();
  try {
    const slowly = new ReadableStream<Uint8Array>({
      start: (controller) =>
        void setTimeout(() => {
          controller.enqueue(new TextEncoder().encode('Hello'));
          controller.close();
        }, 800),
    });
    const fetch = () => new Promise<Response>(() => undefined);
    const slow = createUploadClient({ baseUrl: 'https://upload.test', token: 'token', fetch });
    const settled = vi.fn<() => void>();
    const failed = slow.upload({ file: { name: 'a.txt', data: slowly } }, { timeoutMs: 1000 }).catch((error: unknown) => error);
    void failed.then(settled);
    await vi.advanceTimersByTimeAsync(999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await expect(failed).resolves.toMatchObject({ kind: 'timeout', outcome: 'unknown' });
  } finally {
    vi.useRealTimers();
  }
});

it.each([['d'], ['german language'], ['de\r\n'], [''], [7], [null]])('upload.upload rejects the language %j', async (translate_to) => {
  const { upload, sent } = wire();
  await expect(failureOf(upload.upload({ file: { name: 'a.txt', data }, translate_to: translate_to as string }))).resolves.toMatchObject({
    kind: 'invalid-input',
    field: 'translate_to',
    outcome: 'not-sent',
  });
  expect(sent).toEqual([]);
});

it.each([
  ['a string', 'Hello'],
  ['null', null],
  ['only a name', { name: 'a.txt' }],
  ['a name and a string', { name: 'a.txt', data: 'Hello' }],
  ['an empty object', {}],
  ['a Blob without a name', new Blob(['Hello'])],
  ['data without a name', { data: new Blob(['Hello']) }],
  ['bytes without a name', Buffer.from('Hello')],
])('upload.upload rejects %s instead of a file', async (_, file) => {
  const { upload, sent } = wire();
  await expect(failureOf(upload.upload({ file: file as never }))).resolves.toMatchObject({
    kind: 'invalid-input',
    operation: 'upload.upload',
    field: 'file',
    outcome: 'not-sent',
    message: 'upload.upload: file must be a File, { name, data } or { path }',
  });
  expect(sent).toEqual([]);
});

it.each([
  ['a Node stream instead of a file', (stream: unknown) => stream],
  ['a Node stream as the data of a file', (stream: unknown) => ({ name: 'a.txt', data: stream })],
])('upload.upload rejects %s, and explains how to convert it', async (_, file) => {
  const { upload, sent } = wire();
  const stream = createReadStream(new URL(import.meta.url));
  await expect(failureOf(upload.upload({ file: file(stream) as never }))).resolves.toMatchObject({
    kind: 'invalid-input',
    field: 'file',
    outcome: 'not-sent',
    message: 'upload.upload: file must be { name, data } with Readable.toWeb(stream), or { path }',
  });
  stream.destroy();
  expect(sent).toEqual([]);
});
