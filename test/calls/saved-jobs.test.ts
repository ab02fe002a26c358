import { createConverterClient } from '@platform-sdk/converter';
import { createPlatform, isPlatformError } from '@platform-sdk/core';
import { createLocalPlatform } from '@platform-sdk/local-platform';
import { failureOf } from '@platform-sdk/test-helpers';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '@platform-sdk/test-helpers/new-folder';
import { expect, it } from 'vitest';

const scene = () => {
  const folder = newFolder();
  const local = createLocalPlatform();
  const sent = (): string[] => local.requestLog.map(({ operation }) => operation ?? '');
  const converter = createConverterClient(createPlatform({ baseUrls: local.baseUrls(), fetch: local.fetch }));
  const filesIn = (): string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
      .toSorted((a, b) => a.localeCompare(b));
  return { folder, local, converter, sent, filesIn };
};

it('crawlTo writes the pages of a site, and reports progress', async () => {
  const { folder, local, converter, filesIn } = scene();
  const lines: string[] = [];
  const { result, files } = await converter.crawlTo(
    { folder, url: local.sampleSite, maxPages: 3 },
    { onProgress: ({ text }) => lines.push(text) },
  );
  expect(result.success).toBe(true);
  expect(lines.length).toBeGreaterThan(2);
  expect(filesIn()).toEqual(files.toSorted((a, b) => a.localeCompare(b)));
  const page = files.find((name) => name.endsWith('.md')) ?? '';
  expect(readFileSync(join(folder, page), 'utf8')).toContain('---');
});

it.each([
  ['an empty path', '', {}, 'folder'],
  ['a crawl without pages', 'docs', { treeOnly: true }, 'treeOnly'],
])('crawlTo rejects %s before anything is sent', async (_, folder, more, field) => {
  const { local, converter, sent } = scene();
  const error = await failureOf(converter.crawlTo({ folder, url: local.sampleSite, ...more }));
  expect(error).toMatchObject({ kind: 'invalid-input', field });
  expect(sent()).toEqual([]);
});

it('crawlTo sends nothing if the path of its folder is a file', async () => {
  const { folder, local, converter, sent } = scene();
  writeFileSync(join(folder, 'docs'), '');
  const error = await failureOf(converter.crawlTo({ folder: join(folder, 'docs'), url: local.sampleSite }));
  expect(error).toMatchObject({ kind: 'archive', code: 'NOT_WRITTEN' });
  expect(sent()).toEqual([]);
});

it('crawlTo writes nothing if the crawl fails', async () => {
  const { folder, local, converter, filesIn } = scene();
  local.faults.add({ operation: 'converter.crawl', failure: 'truncated-body' });
  expect(isPlatformError(await failureOf(converter.crawlTo({ folder, url: local.sampleSite })))).toBe(true);
  expect(filesIn()).toEqual([]);
});

it('batchTo writes each converted page, and returns the failures', async () => {
  const { folder, local, converter, filesIn } = scene();
  const urls = [local.sampleSite, 'https://other.example/'];
  const { result, files } = await converter.batchTo({ folder, urls });
  expect(result.results.map(({ success }) => success)).toEqual([true, false]);
  const host = new URL(local.sampleSite).host.replaceAll(':', '-');
  expect([...files]).toEqual([[local.sampleSite, `${host}/index.md`]]);
  expect(filesIn()).toEqual([`${host}/index.md`]);
});

it('batchTo rejects existing files before anything is sent, and replaces them with `overwrite`', async () => {
  const { folder, local, converter, sent } = scene();
  const input = { folder, urls: [local.sampleSite] };
  await converter.batchTo(input);
  const before = sent().length;
  expect(await failureOf(converter.batchTo(input))).toMatchObject({ code: 'NOT_WRITTEN', field: 'overwrite' });
  expect(sent()).toHaveLength(before);
  await expect(converter.batchTo(input, { overwrite: true })).resolves.toMatchObject({ result: { success: true } });
});

it('batchTo writes similar URLs to separate files within the folder', async () => {
  const { pageNames } = (await import(new URL('../../packages/converter/src/disk/page-names.ts', import.meta.url).href)) as {
    pageNames: (urls: readonly string[]) => ReadonlyMap<string, string>;
  };
  const host = 'https://a.example';
  const urls = ['/', '/B', '/b', '/b?x=1', '/..%2f..%2fetc/passwd', '/con', '/%zz', '/x'.repeat(3), `/${'y'.repeat(300)}`].map(
    (path) => host + path,
  );
  const names = [...pageNames(urls).values()];
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(urls.length);
  expect(names.slice(0, 7)).toEqual([
    'a.example/index.md',
    'a.example/B.md',
    'a.example/b-2.md',
    'a.example/b-x-1.md',
    'a.example/etc/passwd.md',
    'a.example/_con.md',
    'a.example/zz.md',
  ]);
  expect(names.filter((name) => name.split('/').some((part) => part === '..' || part.length > 90))).toEqual([]);
});
