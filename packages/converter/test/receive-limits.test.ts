import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isPlatformError } from '@platform-sdk/core';
import type { Archive, ConverterClientOptions, DownloadOptions } from '@platform-sdk/converter';
import { describe, expect, it } from 'vitest';
import { answered, bytes, inChunks, newFolder, site } from './archives.ts';
import { all, failureOf, wire } from './wire.ts';

interface Limits {
  readonly maxArchiveBytes?: number;
}

/** Every method that receives an archive, with its own limits. */
const ways: readonly (readonly [string, (archive: Archive, folder: string, limits?: Limits) => Promise<unknown>])[] = [
  ['a Blob', (archive, _, limits) => archive.blob(limits)],
  ['a stream', (archive, _, limits) => new Response(archive.stream(limits)).arrayBuffer()],
  ['a sink', (archive, _, limits) => archive.receive({ write: () => undefined, restart: () => undefined }, limits)],
  ['a file', (archive, folder, limits) => archive.saveTo(join(folder, 'docs.zip'), limits)],
  ['files', (archive, folder, limits) => archive.extractTo(join(folder, 'docs'), limits)],
  ['entries', (archive, _, limits) => all(archive.entries(limits))],
];

const fits = bytes.length;
const short = fits - 1;
const LIMIT = { kind: 'archive', code: 'LIMIT', field: 'maxArchiveBytes', operation: 'converter.download' };
const TOO_LARGE = { kind: 'too-large', field: 'maxResponseBytes', operation: 'converter.download' };

describe.each(ways)('an archive received as %s', (_, receive) => {
  it.each<[string, ConverterClientOptions, DownloadOptions, Limits | undefined, object | undefined]>([
    ['is received if it fits its own limit', {}, {}, { maxArchiveBytes: fits }, undefined],
    ['is rejected if it exceeds its own limit', {}, {}, { maxArchiveBytes: short }, LIMIT],
    ['is received if it fits the limit of the download', {}, { maxArchiveBytes: fits }, undefined, undefined],
    ['is rejected if it exceeds the limit of the download', {}, { maxArchiveBytes: short }, undefined, LIMIT],
    ['is received if it fits the limit of the platform', { maxResponseBytes: fits }, {}, undefined, undefined],
    ['is rejected if it exceeds the limit of the platform', { maxResponseBytes: short }, {}, undefined, TOO_LARGE],
    [
      'is received if it fits its own limit, which is larger than the limit of the platform',
      { maxResponseBytes: short },
      {},
      { maxArchiveBytes: fits },
      undefined,
    ],
    [
      'is rejected if it exceeds its own limit, which is smaller than the limit of the download',
      {},
      { maxArchiveBytes: fits },
      { maxArchiveBytes: short },
      LIMIT,
    ],
  ])('an archive %s', async (__, options, download, limits, expected) => {
    const body = (): BodyInit => inChunks([bytes.slice(0, 30), bytes.slice(30)]);
    for (const answer of [answered(body()), answered(body(), { 'Content-Length': String(fits) })]) {
      const folder = await newFolder();
      const { converter, sent } = wire([answer], options);
      const archive = await converter.download({ site }, { retry: false, ...download });
      const failure = await receive(archive, folder, limits).catch((error: unknown) => error);
      expect(isPlatformError(failure)).toBe(expected !== undefined);
      expect(failure ?? {}).toMatchObject(expected ?? {});
      expect(sent).toHaveLength(1);
      const left = await readdir(folder);
      expect(expected === undefined ? [] : left).toEqual([]);
    }
  });

  it('an archive whose declared length exceeds the limit fails before a byte is read', async () => {
    let pulls = 0;
    const body = new ReadableStream<Uint8Array>({ pull: () => void pulls++ }, { highWaterMark: 0 });
    const fetch: typeof globalThis.fetch = async () => new Response(body, { headers: { 'Content-Length': '1000000' } });
    const archive = await wire([], { fetch }).converter.download({ site });
    await expect(failureOf(receive(archive, await newFolder(), { maxArchiveBytes: 1000 }))).resolves.toMatchObject(LIMIT);
    expect(pulls).toBe(0);
  });
});

it('a download fails before sending if its limit is invalid', async () => {
  const { converter, sent } = wire([answered()]);
  const failure = await failureOf(converter.download({ site }, { maxArchiveBytes: Number.NaN }));
  expect(failure).toMatchObject({ kind: 'invalid-input', field: 'maxArchiveBytes', outcome: 'not-sent' });
  expect(sent).toEqual([]);
});

/** Targets that cannot be written, and the advice in the error message. */
const targets: readonly (readonly [string, (folder: string) => Promise<string>, string])[] = [
  ['in a folder that is missing', async (folder) => join(folder, 'missing', 'a'), '(ENOENT): the folder does not exist. Create it first'],
  [
    'whose parent is a file',
    async (folder) => {
      await writeFile(join(folder, 'file'), 'x');
      return join(folder, 'file', 'a');
    },
    '(ENOTDIR): a part of the path is no folder. Choose another path',
  ],
  [
    'with the name of a folder',
    async (folder) => {
      await mkdir(join(folder, 'a'));
      return join(folder, 'a');
    },
    '(EISDIR): there is a folder of this name. Choose another path',
  ],
  [
    'with a name that is too long',
    async (folder) => join(folder, 'x'.repeat(300)),
    '(ENAMETOOLONG): the path is longer than the system allows. Choose a shorter one',
  ],
];

it.each(targets)('saveTo fails before it reads the archive for a path %s', async (_, targetIn, advice) => {
  const folder = await newFolder();
  const target = await targetIn(folder);
  const before = await readdir(folder);
  let pulls = 0;
  const body = new ReadableStream<Uint8Array>({ pull: () => void pulls++ }, { highWaterMark: 0 });
  const { converter } = wire([], { fetch: async () => new Response(body) });
  const failure = await failureOf((await converter.download({ site })).saveTo(target));
  expect(isPlatformError(failure)).toBe(true);
  expect(failure).toMatchObject({
    kind: 'archive',
    code: 'NOT_WRITTEN',
    field: 'path',
    operation: 'converter.download',
    message: `${JSON.stringify(target)} is not saved ${advice}`,
  });
  await expect(readdir(folder)).resolves.toEqual(before);
  // When the body is closed, at most the already requested part has been read.
  expect(pulls).toBeLessThanOrEqual(1);
});

it.each(['', 'a\0b', undefined, 7])('saveTo rejects the path %j', async (path) => {
  const { converter } = wire([answered()]);
  const archive = await converter.download({ site });
  await expect(failureOf(archive.saveTo(path as string))).resolves.toMatchObject({ kind: 'invalid-input', field: 'path' });
  await expect(archive.blob()).resolves.toMatchObject({ size: bytes.length });
});

it('extractTo reports an existing file before a byte is received', async () => {
  const folder = await newFolder();
  await writeFile(join(folder, 'file'), 'x');
  const { converter } = wire([answered()]);
  const archive = await converter.download({ site });
  const failure = await failureOf(archive.extractTo(join(folder, 'file', 'docs')));
  expect(failure).toMatchObject({ kind: 'archive', code: 'NOT_WRITTEN', message: expect.stringContaining('(ENOTDIR)') as string });
  // The archive was not received, so the caller can try another folder.
  await expect(archive.extractTo(join(folder, 'docs'))).resolves.toMatchObject({ files: { length: 1 } });
});

it.each(['', 'a\0b', undefined])('extractTo rejects the folder %j', async (folder) => {
  const { converter } = wire([answered()]);
  const archive = await converter.download({ site });
  await expect(failureOf(archive.extractTo(folder as string))).resolves.toMatchObject({ kind: 'invalid-input', field: 'folder' });
});
