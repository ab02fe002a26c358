import { Worker } from 'node:worker_threads';
import { longCount } from '@platform-sdk/test-helpers';
import { expect, it } from 'vitest';
import { docxOf, pdfOf } from '../../../test/calls/hostile/documents.ts';
import type * as InPage from '../src/services/documents/in-page.ts';
import type * as InWorker from '../src/services/documents/in-worker.ts';

// The package does not export these modules, so the test imports their files.
const inner = (name: string): Promise<unknown> => import(new URL(`../src/services/documents/${name}.ts`, import.meta.url).href);
const inWorker = (await inner('in-worker')) as typeof InWorker;
const inPage = (await inner('in-page')) as typeof InPage;

/** The time limit of this test. The worker's own limit is 10 seconds. */
const LIMIT_MS = longCount(300, 10_000);
const MIB = 1024 * 1024;

const upload = (name: string, content: Uint8Array | string) => ({
  body: new Uint8Array(
    Buffer.concat([
      Buffer.from(`--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n--b--\r\n'),
    ]),
  ),
  contentType: 'multipart/form-data; boundary=b',
  imageTexts: undefined,
});

const hello = { file: { name: 'a.txt', text: 'hello' } };

/** The time limit is high, because a busy machine could otherwise reach it before the memory limit. */
const read = inWorker.runTaskWithin(100_000);

it('the worker reads several documents that are passed at once', async () => {
  const texts = ['one', 'two', 'three'];
  const found = await Promise.all(texts.map((text) => read('readUpload', upload('a.txt', text))));
  expect(found.map((each) => each?.file?.text)).toEqual(texts);
});

it('a worker ends if a document takes too much memory, and a new worker reads the next document', async () => {
  const paragraphs = upload('a.docx', await docxOf('<w:p><w:r><w:t>a</w:t></w:r></w:p>'.repeat(240_000)));
  const [many, next] = await Promise.allSettled([read('readUpload', paragraphs), read('readUpload', upload('a.txt', 'hello'))]);
  expect(many).toMatchObject({ status: 'rejected', reason: { code: 'BROWSER_ERROR', message: 'This document takes too much memory.' } });
  expect(next).toMatchObject({ status: 'fulfilled', value: hello });
}, 120_000);

it('a document that takes too long ends the worker', async () => {
  const states = inWorker.runTaskWithin(LIMIT_MS)('readUpload', upload('a.pdf', pdfOf('q '.repeat(50_000))));
  await expect(states).rejects.toMatchObject({ code: 'TIMEOUT', message: `This document takes longer than ${LIMIT_MS} ms.` });
  await expect(read('readUpload', upload('a.txt', 'hello'))).resolves.toMatchObject(hello);
}, 120_000);

it('a document is only limited in time if the runtime lacks memory statistics, as in Deno', async () => {
  const { getHeapStatistics } = Worker.prototype;
  Reflect.deleteProperty(Worker.prototype, 'getHeapStatistics');
  try {
    const states = inWorker.runTaskWithin(LIMIT_MS)('readUpload', upload('a.pdf', pdfOf('q '.repeat(50_000))));
    await expect(states).rejects.toMatchObject({ code: 'TIMEOUT' });
  } finally {
    Worker.prototype.getHeapStatistics = getHeapStatistics;
  }
  await expect(read('readUpload', upload('a.txt', 'hello'))).resolves.toMatchObject(hello);
}, 120_000);

it('an unsupported or invalid document in the worker fails with a status and a code', async () => {
  await expect(read('readUpload', upload('a.exe', 'MZ'))).rejects.toMatchObject({ status: 415, code: 'UNSUPPORTED_TYPE' });
  await expect(read('readUpload', upload('a.json', '{'))).rejects.toMatchObject({ status: 422, code: 'UNREADABLE' });
});

it('a document in a page gives the same result as in the worker', async () => {
  const [here, there] = await Promise.all([inPage, inWorker].map(({ runTask }) => runTask('readUpload', upload('a.txt', 'hello'))));
  expect(here).toMatchObject(hello);
  expect(here).toEqual(there);
});

it('a document in a page fails if its output is too large', async () => {
  const deep = '['.repeat(120_000) + ']'.repeat(120_000);
  await expect(inPage.runTask('readUpload', upload('a.json', deep))).rejects.toMatchObject({
    message: `This document has more than ${16 * MIB} characters.`,
  });
});

it('a document in a page is limited to 8 MiB', async () => {
  await expect(inPage.runTask('readUpload', upload('a.txt', 'a'.repeat(8 * MIB)))).rejects.toMatchObject({
    message: `This document is longer than ${8 * MIB} bytes.`,
  });
});
