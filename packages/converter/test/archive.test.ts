import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openArchive, type Archive, type ArchiveEntry, type ArchiveLimits } from '@platform-sdk/converter';
import { shortenWaits } from '@platform-sdk/test-helpers';
import { expect, it, onTestFinished, vi } from 'vitest';
import { zip } from '../../../test/faults/zips.ts';
import { newFolder, site, watchedArchive } from './archives.ts';
import { all, failureOf, wire } from './wire.ts';

const home = '---\ntitle: "Home"\n---\n\n# Grüße 🌍\n';
const wheels = '# Wheels\n'.repeat(20_000);
/** An archive of two pages, as the converter creates it. */
const bytes = zip([
  { name: `${site}/pages/index/output/page.md`, data: home },
  { name: `${site}/pages/index/output/images/`, method: 0 },
  { name: `${site}/pages/wheels/output/page.md`, data: wheels },
  { name: `${site}/site.json`, data: '{"pages":[]}' },
]) as Uint8Array<ArrayBuffer>;
const pages = {
  [`${site}/pages/index/output/page.md`]: home,
  [`${site}/pages/wheels/output/page.md`]: wheels,
  [`${site}/site.json`]: '{"pages":[]}',
};
/** Allows the high compression ratio of the second page. */
const loose: ArchiveLimits = { maxRatio: 10_000 };

const downloaded = async (body: BodyInit = bytes): Promise<{ archive: Archive; sent: readonly unknown[] }> => {
  const { converter, sent } = wire([new Response(body, { headers: { 'Content-Type': 'application/zip' } })]);
  return { archive: await converter.download({ site }), sent };
};

/** Returns the body of an archive that never ends. */
const endless = (): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new ReadableStream({ start: (controller) => controller.enqueue(bytes.slice(0, 50)) });

it('entries() lists the files of the archive with their sizes', async () => {
  const { archive } = await downloaded();
  const listed = (await all(archive.entries(loose))).map(({ name, size }) => [name, size]);
  expect(listed).toEqual(Object.entries(pages).map(([name, text]) => [name, Buffer.byteLength(text)]));
});

it('the text() of an entry returns the text of its file', async () => {
  const { archive } = await downloaded();
  const read: Record<string, string> = {};
  for await (const entry of archive.entries(loose)) read[entry.name] = await entry.text();
  expect(read).toEqual(pages);
});

it('entries() returns files of more than a megabyte under fake timers', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const page = 'a'.repeat(1_200_000);
  const archive = openArchive(zip(['a', 'b'].map((name) => ({ name, data: page }))));
  expect((await all(archive.entries(loose))).map(({ size }) => size)).toEqual([page.length, page.length]);
});

it('an entry returns the bytes of its file repeatedly, in pieces or as a whole', async () => {
  const { archive } = await downloaded();
  const entry = (await all(archive.entries(loose)))[1] as ArchiveEntry;
  const wanted = Buffer.from(wheels);
  for (let time = 0; time < 2; time++) {
    const pieces = await all(entry.stream());
    expect(pieces.length).toBeGreaterThan(1);
    expect(Buffer.concat(pieces)).toEqual(wanted);
    expect(Buffer.from(await entry.bytes())).toEqual(wanted);
  }
});

it('an entry can be read again after a loop over its stream() has ended early', async () => {
  const { archive } = await downloaded();
  const entry = (await all(archive.entries(loose)))[1] as ArchiveEntry;
  let pieces = 0;
  for await (const _ of entry.stream()) {
    pieces++;
    break;
  }
  expect(pieces).toBe(1);
  await expect(entry.text()).resolves.toBe(wheels);
});

it('the entries of an archive are read again without another download', async () => {
  const { archive, sent } = await downloaded();
  await expect(all(archive.entries(loose))).resolves.toHaveLength(3);
  await expect(all(archive.entries(loose))).resolves.toHaveLength(3);
  await expect(archive.extractTo(await newFolder(), loose)).resolves.toMatchObject({ files: { length: 3 } });
  expect(sent).toHaveLength(1);
});

it('changes to the returned bytes do not change the archive', async () => {
  const own = zip([{ name: 'a', data: 'good', method: 0 }]);
  const archive = openArchive(own);
  for await (const entry of archive.entries()) {
    for await (const piece of entry.stream()) piece.fill(0);
    (await entry.bytes()).fill(0);
  }
  for await (const entry of archive.entries()) await expect(entry.text()).resolves.toBe('good');
});

it('extractTo unpacks a download into a folder, and creates the folder', async () => {
  const folder = join(await newFolder(), 'not', 'there', 'yet');
  const { archive } = await downloaded();
  await expect(archive.extractTo(folder, loose)).resolves.toEqual({
    files: Object.keys(pages),
    bytes: Object.values(pages).reduce((sum, text) => sum + Buffer.byteLength(text), 0),
  });
  for (const [name, text] of Object.entries(pages)) await expect(readFile(join(folder, name), 'utf8')).resolves.toBe(text);
  await expect(readdir(join(folder, site, 'pages', 'index', 'output'))).resolves.toEqual(['images', 'page.md']);
  await expect(readdir(folder)).resolves.toEqual([site]);
});

it('extractTo writes nothing if the download is truncated', async () => {
  shortenWaits();
  const folder = await newFolder();
  const { archive } = await downloaded(bytes.slice(0, -1));
  await expect(failureOf(archive.extractTo(join(folder, 'target'), loose))).resolves.toMatchObject({ kind: 'truncated' });
  await expect(readdir(folder)).resolves.toEqual([]);
});

it('an abort of extractTo cancels the download', async () => {
  const folder = await newFolder();
  const { archive, isClosed } = await watchedArchive(new Response(endless()));
  const controller = new AbortController();
  const failure = failureOf(archive.extractTo(join(folder, 'target'), { signal: controller.signal }));
  controller.abort();
  await expect(failure).resolves.toMatchObject({ kind: 'aborted', operation: 'converter.download' });
  expect(isClosed()).toBe(true);
  await expect(readdir(folder)).resolves.toEqual([]);
});

it('the signal of the download aborts extractTo too', async () => {
  const { converter } = wire([new Response(endless())]);
  const controller = new AbortController();
  const archive = await converter.download({ site }, { signal: controller.signal });
  const failure = failureOf(archive.extractTo(join(await newFolder(), 'target'), { signal: new AbortController().signal }));
  controller.abort();
  await expect(failure).resolves.toMatchObject({ kind: 'aborted' });
});

it('an empty file yields no piece, stored or compressed', async () => {
  for (const isPacked of [false, true]) {
    const archive = openArchive(zip([{ name: 'empty.md', ...(isPacked && { method: 8 }) }]));
    const pieces: Uint8Array[] = [];
    for await (const entry of archive.entries()) for await (const piece of entry.stream()) pieces.push(piece);
    expect(pieces).toEqual([]);
  }
});

it('extractTo stops at an abort before empty files', async () => {
  const folder = await newFolder();
  const archive = openArchive(zip([{ name: 'empty.md' }]));
  const failure = failureOf(archive.extractTo(folder, { signal: AbortSignal.abort() }));
  await expect(failure).resolves.toMatchObject({ kind: 'aborted' });
  await expect(readdir(folder)).resolves.toEqual([]);
});

it.each<readonly [keyof ArchiveLimits, number, number]>([
  ['maxArchiveBytes', bytes.length, bytes.length - 1],
  ['maxEntries', 4, 3],
  ['maxTotalBytes', 180_000 + Buffer.byteLength(home) + 12, 180_000 + Buffer.byteLength(home) + 11],
  ['maxEntryBytes', 180_000, 179_999],
])('entries() accepts an archive at the maximum of %s, and rejects an archive above it', async (name, fits, short) => {
  const { archive } = await downloaded();
  await expect(all(archive.entries({ ...loose, [name]: fits }))).resolves.toHaveLength(3);
  const other = await downloaded();
  const failure = await failureOf(all(other.archive.entries({ ...loose, [name]: short })));
  expect(failure).toMatchObject({ kind: 'archive', code: 'LIMIT', field: name, operation: 'converter.download' });
});

it('entries() rejects a file of 11 MiB with a high compression ratio', async () => {
  const bomb = openArchive(zip([{ name: 'zeros', data: new Uint8Array(11 * 1024 * 1024) }]));
  await expect(failureOf(all(bomb.entries()))).resolves.toMatchObject({ kind: 'archive', code: 'LIMIT', field: 'maxRatio' });
});

it('entries() rejects files that exceed 10 MiB together and have a high compression ratio', async () => {
  const parts = Array.from({ length: 120 }, (_, index) => ({ name: `${index}`, data: new Uint8Array(100_000) }));
  await expect(failureOf(all(openArchive(zip(parts)).entries()))).resolves.toMatchObject({ code: 'LIMIT', field: 'maxRatio' });
  await expect(all(openArchive(zip(parts.slice(0, 100))).entries())).resolves.toHaveLength(100);
});

it('entries() accepts small files with any compression ratio', async () => {
  const { archive } = await downloaded();
  await expect(all(archive.entries())).resolves.toHaveLength(3);
});

it('the limits of an archive apply to each reading', async () => {
  const { archive } = await downloaded();
  await all(archive.entries(loose));
  const failure = await failureOf(all(archive.entries({ ...loose, maxArchiveBytes: 100 })));
  expect(failure).toMatchObject({ code: 'LIMIT', field: 'maxArchiveBytes' });
});

it('entries() cancels the download when it exceeds maxArchiveBytes', async () => {
  const { archive, isClosed } = await watchedArchive(new Response(endless()));
  const failure = await failureOf(all(archive.entries({ maxArchiveBytes: 49 })));
  expect(failure).toMatchObject({ code: 'LIMIT', field: 'maxArchiveBytes' });
  expect(isClosed()).toBe(true);
});

it.each<keyof ArchiveLimits>(['maxArchiveBytes', 'maxEntries', 'maxTotalBytes', 'maxEntryBytes', 'maxRatio'])(
  'entries() and extractTo() reject an invalid %s before anything is received',
  async (name) => {
    const { archive } = await downloaded();
    const folder = await newFolder();
    for (const wrong of [Number.NaN, -1, '10', null]) {
      const limits = { ...loose, [name]: wrong } as ArchiveLimits;
      await expect(failureOf(all(archive.entries(limits)))).resolves.toMatchObject({ kind: 'invalid-input', field: name });
      await expect(failureOf(archive.extractTo(join(folder, 'target'), limits))).resolves.toMatchObject({
        kind: 'invalid-input',
        field: name,
      });
    }
    await expect(readdir(folder)).resolves.toEqual([]);
    await expect(archive.blob()).resolves.toMatchObject({ size: bytes.length });
  },
);
