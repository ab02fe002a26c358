import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isUnknownSiteError, type DownloadProgress } from '@platform-sdk/converter';
import { shortenWaits } from '@platform-sdk/test-helpers';
import { expect, it } from 'vitest';
import { answered, archiveOf, byteByByte, bytes, inChunks, newFolder, site, watchedArchive } from './archives.ts';
import { all, failureOf, json, wire } from './wire.ts';

it('converter.download requests the archive of a site without credentials', async () => {
  const { converter, sent } = wire([answered()]);
  await converter.download({ site });
  expect(sent).toEqual([
    { line: 'GET https://converter.test/api/download/docs.example.com', headers: { accept: 'application/zip' }, body: '' },
  ]);
});

it('converter.download sends no credentials of the platform except the token of the converter', async () => {
  const planted = {
    apiKey: 'planted-api-key',
    accessToken: 'planted-access',
    adminAccess: 'planted-admin',
    agent: { secretToken: 'planted-secret', userId: 'planted-agent' },
    projectKeys: { publicKey: 'planted-public', secretKey: 'planted-project' },
  };
  const { converter, sent } = wire([answered()], planted);
  await converter.download({ site });
  expect(sent[0]?.headers).toEqual({ accept: 'application/zip' });
  const own = wire([answered()], { ...planted, token: 'token-1' });
  await own.converter.download({ site });
  expect(own.sent[0]?.headers).toEqual({ accept: 'application/zip', authorization: 'Bearer token-1' });
});

it.each([
  ['localhost', 'localhost'],
  ['docs.example.com:8080', 'docs.example.com%3A8080'],
  ['bücher.example', 'b%C3%BCcher.example'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ['my_wiki:8080', 'my_wiki%3A8080'],
  ['127.0.0.1', '127.0.0.1'],
  ['[::1]:4010', '%5B%3A%3A1%5D%3A4010'],
])('the download of the site %s requests the path segment %s', async (host, encoded) => {
  const { converter, sent } = wire([answered()]);
  await converter.download({ site: host });
  expect(sent[0]?.line).toBe(`GET https://converter.test/api/download/${encoded}`);
});

it.each([
  '',
  '.',
  '..',
  'a/../b',
  '../health',
  'docs.example.com/',
  'https://docs.example.com',
  'docs.example.com?x=1',
  'docs.example.com#x',
  'user@docs.example.com',
  'docs..example.com',
  '-docs.example.com',
  'docs example.com',
  'docs.example.com\n',
  '%2e%2e',
  'docs.example.com:port',
  `${'x'.repeat(64)}.example`,
  `${'x.'.repeat(127)}example`,
  undefined,
  7,
])('converter.download rejects the site %j before anything is sent', async (wrong) => {
  const { converter, sent } = wire([answered()]);
  await expect(failureOf(converter.download({ site: wrong as string }))).resolves.toMatchObject({
    kind: 'invalid-input',
    field: 'site',
    outcome: 'not-sent',
  });
  expect(sent).toEqual([]);
});

it('converter.download uses the file name that the server sends, without unsafe characters', async () => {
  const headers = { 'Content-Type': 'application/zip', 'Content-Disposition': 'attachment; filename="../docs.zip"' };
  await expect(archiveOf(answered(bytes, headers))).resolves.toMatchObject({ name: '__docs.zip', type: 'application/zip' });
});

it('a download is named after its site by default', async () => {
  await expect(archiveOf(answered(bytes, {}))).resolves.toMatchObject({ name: 'docs.example.com.zip', type: '' });
});

it('stream() returns an archive chunk by chunk', async () => {
  const archive = await archiveOf(answered(inChunks([bytes.slice(0, 10), bytes.slice(10)])));
  await expect(all(archive.stream())).resolves.toEqual([bytes.slice(0, 10), bytes.slice(10)]);
});

it('blob() returns an archive with its media type', async () => {
  const blob = await (await archiveOf(answered(inChunks(byteByByte())))).blob();
  expect(blob.type).toBe('application/zip');
  expect(new Uint8Array(await blob.arrayBuffer())).toEqual(bytes);
});

it('blob() accepts an archive that begins with an empty chunk', async () => {
  const blob = await (await archiveOf(answered(inChunks([new Uint8Array(), bytes])))).blob();
  expect(blob.size).toBe(bytes.length);
});

it('blob() accepts an archive of any media type', async () => {
  const blob = await (await archiveOf(answered(bytes, { 'Content-Type': 'text/html' }))).blob();
  expect(blob.size).toBe(bytes.length);
});

it('an archive rejects a second attempt to receive its bytes', async () => {
  const archive = await archiveOf(answered());
  await archive.blob();
  for (const again of [() => archive.blob(), () => all(archive.stream()), () => all(archive.entries())])
    await expect(failureOf(again())).resolves.toMatchObject({ kind: 'invalid-input' });
  const folder = await newFolder();
  await expect(failureOf(archive.saveTo(join(folder, 'a.zip')))).resolves.toMatchObject({ kind: 'invalid-input' });
  await expect(readdir(folder)).resolves.toEqual([]);
});

it('an archive closes the connection when its stream is cancelled', async () => {
  const { archive, isClosed } = await watchedArchive(answered(inChunks([bytes.slice(0, 10)])));
  const stream = archive.stream();
  expect(isClosed()).toBe(false);
  await stream.cancel();
  expect(isClosed()).toBe(true);
});

const progressOf = async (answer: Response): Promise<DownloadProgress[]> => {
  const reported: DownloadProgress[] = [];
  const archive = await wire([answer]).converter.download({ site }, { onProgress: (progress) => void reported.push(progress) });
  expect(reported).toEqual([]);
  await archive.blob();
  return reported;
};

it('the progress of a download counts all bytes', async () => {
  const headers = { 'Content-Type': 'application/zip', 'Content-Length': String(bytes.length) };
  const reported = await progressOf(answered(inChunks([bytes.slice(0, 30), bytes.slice(30, 31), bytes.slice(31)]), headers));
  expect(reported).toEqual([30, 31, bytes.length].map((receivedBytes) => ({ receivedBytes, totalBytes: bytes.length })));
});

it.each([
  ['sends no length', {}],
  ['compressed the response', { 'Content-Length': '7', 'Content-Encoding': 'gzip' }],
])('the progress of a download omits the total if the server %s', async (_, headers) => {
  const reported = await progressOf(answered(inChunks([bytes]), headers));
  expect(reported).toEqual([{ receivedBytes: bytes.length, totalBytes: undefined }]);
});

it('a download continues if its progress listener throws', async () => {
  const { converter } = wire([answered()]);
  const onProgress = (): never => {
    throw new Error('enough');
  };
  const archive = await converter.download({ site }, { onProgress });
  await expect(archive.blob()).resolves.toMatchObject({ size: bytes.length });
});

it('converter.download rejects with the 404 of a site without an archive', async () => {
  const { converter, sent } = wire([json({ error: 'Nothing was crawled of docs.example.com.' }, 404)]);
  const failure = await failureOf(converter.download({ site }));
  expect(isUnknownSiteError(failure)).toBe(true);
  expect(failure).toMatchObject({
    kind: 'http',
    status: 404,
    operation: 'converter.download',
    outcome: 'rejected',
    body: { error: 'Nothing was crawled of docs.example.com.' },
    message: expect.stringContaining('Nothing was crawled of docs.example.com.') as string,
  });
  expect(sent).toHaveLength(1);
});

it('converter.download retries after a 503', async () => {
  shortenWaits();
  const { converter, sent } = wire([json({ error: 'Busy', retryAfter: 0 }, 503, { 'Retry-After': '0' }), answered()]);
  await expect((await converter.download({ site })).blob()).resolves.toMatchObject({ size: bytes.length });
  expect(sent).toHaveLength(2);
});

const redirect = (location: string): Response => answered(null, { Location: location }, 302);

it('converter.download follows a redirect to a storage without credentials and headers', async () => {
  const { converter, sent } = wire([redirect('https://storage.test/bucket/docs.zip?signature=abc%2F1'), answered()], {
    token: 'token-1',
  });
  const archive = await converter.download({ site }, { headers: { 'X-Request-Tag': 'tag-1' } });
  await expect(archive.blob()).resolves.toMatchObject({ size: bytes.length });
  expect(sent).toEqual([
    {
      line: 'GET https://converter.test/api/download/docs.example.com',
      headers: { accept: 'application/zip', authorization: 'Bearer token-1', 'x-request-tag': 'tag-1' },
      body: '',
    },
    { line: 'GET https://storage.test/bucket/docs.zip?signature=abc%2F1', headers: {}, body: '' },
  ]);
});

it('converter.download rejects a redirect to an unencrypted URL', async () => {
  const { converter, sent } = wire([redirect('http://storage.test/docs.zip'), answered()]);
  await expect(failureOf(converter.download({ site }))).resolves.toMatchObject({ kind: 'redirect', operation: 'converter.download' });
  expect(sent).toHaveLength(1);
});

it('converter.download rejects with the 403 of the storage', async () => {
  const page = answered('<Error><Code>NoSuchKey</Code></Error>', { 'Content-Type': 'application/xml' }, 403);
  const { converter } = wire([redirect('https://storage.test/docs.zip'), page]);
  await expect(failureOf(converter.download({ site }))).resolves.toMatchObject({ kind: 'http', status: 403 });
});
