import { isJobError } from '@platform-sdk/converter';
import { serve } from '@platform-sdk/local-platform';
import { expect, it, onTestFinished } from 'vitest';
import { createConverterScene, page, platformWithSites, serveSite, streamOf } from './converter-scene.ts';

const site = 'http://sample.localhost';

it('a crawl visits each page of a site once, nearest first', async () => {
  const platform = platformWithSites();
  const { result } = await streamOf(platform, '/api/crawl', { url: `${site}/`, depth: 10, treeOnly: true });
  const { urls, stats } = result as { urls: string[]; stats: object };
  expect(urls[0]).toBe(`${site}/`);
  expect(urls).toHaveLength(12);
  expect(new Set(urls).size).toBe(12);
  expect(urls.every((url) => new URL(url).host === 'sample.localhost')).toBe(true);
  expect(stats).toEqual({ depth: 10, maxPages: 50 });
  expect(platform.jobs[0]?.fetched.filter((url) => url.includes('example.com'))).toEqual([]);
});

it('a crawl works in Safari, which cannot iterate over streams', async () => {
  const { prototype } = ReadableStream;
  const loop = Object.getOwnPropertyDescriptor(prototype, Symbol.asyncIterator) as PropertyDescriptor;
  onTestFinished(() => void Object.defineProperty(prototype, Symbol.asyncIterator, loop));
  Reflect.deleteProperty(prototype, Symbol.asyncIterator);
  const { converter } = createConverterScene();
  await expect(converter.crawl({ url: `${site}/`, depth: 1, maxPages: 3 }).result()).resolves.toMatchObject({ success: true });
});

it('a crawl follows links no deeper than `depth`', async () => {
  const { result } = await streamOf(platformWithSites(), '/api/crawl', {
    url: `${site}/guide/parts/wheels.html`,
    depth: 1,
    treeOnly: true,
  });
  const { urls, tree } = result as { urls: string[]; tree: { url: string; children: { children: unknown[] }[] } };
  expect(urls).not.toContain(`${site}/guide/parts/cards.html`);
  expect(tree.url).toBe(`${site}/guide/parts/wheels.html`);
  expect(tree.children).toHaveLength(urls.length - 1);
  expect(tree.children.every(({ children }) => children.length === 0)).toBe(true);
});

it('a crawl stops at `maxPages`', async () => {
  const { log, result } = await streamOf(platformWithSites(), '/api/crawl', { url: `${site}/`, maxPages: 3, treeOnly: true });
  expect(result).toMatchObject({ urls: { length: 3 }, stats: { depth: 3, maxPages: 3 } });
  expect(log.match(/\[\d+\/\d+\]/g)).toEqual(['[1/3]', '[2/3]', '[3/3]']);
});

it('a crawl logs failed pages and continues', async () => {
  const origin = await serveSite((request, response) => {
    if (request.url === '/') response.end(page('First', `<p>A link to <a href="/data">data</a> and to <a href="/b">another page</a>.</p>`));
    else if (request.url === '/b') response.end(page('Second', '<p>Some words that are worth to be kept, and no more links.</p>'));
    else response.setHeader('Content-Type', 'application/octet-stream').end('data');
  });
  const { log, result } = await streamOf(platformWithSites(), '/api/crawl', { url: origin, treeOnly: true });
  expect(log).toContain(`⚠️  Skipped ${origin}/data: ${origin}/data is application/octet-stream, not a page.`);
  expect(result).toMatchObject({ success: true, urls: [`${origin}/`, `${origin}/b`] });
});

it.each([
  ['nothing', 'Crawl discovered no pages.'],
  ['message', 'The host example.com is not allowed. Allow it with --fetch-host, or in the option converter.allowedHosts.'],
] as const)('a crawl whose first page fails rejects with a job error if crawlEnd is `%s`', async (crawlEnd, message) => {
  const { platform, converter } = createConverterScene({ converter: { crawlEnd } });
  const error = await converter
    .crawl({ url: 'https://example.com/' })
    .result()
    .catch((thrown: unknown) => thrown);
  expect(isJobError(error)).toBe(true);
  expect(error).toMatchObject({ message });
  expect(JSON.stringify(error)).toContain('The host example.com is not allowed.');
  expect(platform.jobs).toMatchObject([{ state: 'failed' }]);
});

it('a crawl ends with its last log line if crawlEnd is `nothing`', async () => {
  const body = { url: `${site}/`, depth: 1 };
  const options = { converter: { crawlEnd: 'nothing' } } as const;
  const { log, result } = await streamOf(platformWithSites(options), '/api/crawl', body);
  expect(result).toBeUndefined();
  expect(log).toMatch(/✅ \d+ page\(s\) converted/);
  expect(log).toMatch(/Site Metadata:\S* sample\.localhost\/site\.json\n$/);
  const { converter } = createConverterScene(options);
  await expect(converter.crawl(body).result()).resolves.toEqual({
    success: true,
    message: 'Site Metadata: sample.localhost/site.json',
    fromLog: true,
  });
});

it('a crawl ends with a message, as the API specification describes', async () => {
  await expect(streamOf(platformWithSites(), '/api/crawl', { url: `${site}/`, depth: 1 })).resolves.toMatchObject({
    result: { success: true, message: expect.stringMatching(/^Crawled \d+ page\(s\) of sample\.localhost$/) as string },
  });
});

it('the progress in the log of a crawl increases, and excludes the summary', async () => {
  const { converter } = createConverterScene();
  const percents: number[] = [];
  for await (const event of converter.crawl({ url: `${site}/`, depth: 1, maxPages: 5 }))
    if (event.type === 'progress') percents.push(event.percent);
  expect(percents).toEqual([20, 40, 60, 80, 100]);
});

it('a crawl stays on the port of its first page', async () => {
  const other = await serveSite((_, response) => response.end(page('Other', '<p>Elsewhere on this machine there are words, too.</p>')));
  const origin = await serveSite((_, response) =>
    response.end(page('First', `<p>A link to <a href="${other}/">another port</a> is not followed.</p>`)),
  );
  const { result } = await streamOf(platformWithSites(), '/api/crawl', { url: origin, treeOnly: true });
  expect(result).toMatchObject({ urls: [`${origin}/`] });
});

/** Serves a site where every page links to another page. The page with the number `silent` never responds. */
const endless = async (silent: number) => {
  const asked: string[] = [];
  let received: () => void = () => undefined;
  let gone: () => void = () => undefined;
  const stalled = new Promise<void>((resolve) => (received = resolve));
  const left = new Promise<void>((resolve) => (gone = resolve));
  const origin = await serveSite((request, response) => {
    asked.push(request.url ?? '');
    const number = Number(request.url?.slice(1));
    if (number !== silent)
      return void response.end(page(`Page ${number}`, `<p>One more <a href="/${number + 1}">page</a> follows this one.</p>`));
    response.on('close', gone);
    received();
  });
  return { origin, asked, stalled, left };
};

it('a job in the same process stops when its client disconnects', async () => {
  const { origin, asked, stalled, left } = await endless(3);
  const platform = platformWithSites();
  const controller = new AbortController();
  const response = await platform.fetch('https://platform.test/converter/api/crawl', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: `${origin}/1`, depth: 100 }),
    signal: controller.signal,
  });
  const text = response.text().catch((error: unknown) => error);
  await stalled;
  expect(platform.jobs).toMatchObject([{ operation: 'crawl', state: 'running', fetched: [`${origin}/1`, `${origin}/2`, `${origin}/3`] }]);
  controller.abort();
  await left;
  await text;
  expect(platform.jobs).toMatchObject([{ state: 'disconnected', endedAt: Date.UTC(2026, 0, 1) }]);
  expect(platform.requestLog[0]).toMatchObject({ operation: 'converter.crawl', disconnected: true });
  expect(asked).toEqual(['/1', '/2', '/3']);
});

it('a job on a real port stops when its client disconnects, and fetches nothing more', async () => {
  const { origin, asked, stalled, left } = await endless(2);
  const platform = platformWithSites();
  const server = await serve(platform);
  onTestFinished(() => server.close());
  const controller = new AbortController();
  const work = fetch(`${server.baseUrls.converter}/api/crawl`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: `${origin}/1`, depth: 100 }),
    signal: controller.signal,
  }).then((response) => response.text());
  work.catch(() => undefined);
  await stalled;
  controller.abort();
  await left;
  expect(platform.jobs).toMatchObject([{ state: 'disconnected' }]);
  expect(asked).toEqual(['/1', '/2']);
});
