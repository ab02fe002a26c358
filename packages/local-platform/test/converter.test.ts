import JSZip from 'jszip';
import { expect, it } from 'vitest';
import { createConverterScene, page, platformWithSites, serveSite, streamOf } from './converter-scene.ts';
import { platformAtNewYear, send } from './raw-request.ts';

const site = 'http://sample.localhost';
const ESCAPE = String.fromCharCode(27);

it('converter.health returns the time of the clock and the remaining calls', async () => {
  const { status, body, headers } = await send(platformAtNewYear(), 'GET /converter/api/health');
  expect({ status, body }).toEqual({ status: 200, body: { status: 'ok', time: '2026-01-01T00:00:00.000Z' } });
  expect([...headers].filter(([name]) => name.startsWith('ratelimit'))).toEqual([
    ['ratelimit-limit', '100'],
    ['ratelimit-remaining', '99'],
    ['ratelimit-reset', '60'],
  ]);
});

it('converter.health returns 429 with Retry-After when the rate limit is exceeded', async () => {
  const platform = platformAtNewYear({ converter: { rateLimit: { limit: 1, windowSeconds: 30 } } });
  await send(platform, 'GET /converter/api/health');
  const { status, body, headers } = await send(platform, 'GET /converter/api/health');
  expect({ status, body }).toMatchObject({ status: 429, body: { success: false, code: 'RATE_LIMITED', method: 'unknown' } });
  expect(headers.get('retry-after')).toBe('30');
  platform.clock.advance(30_000);
  await expect(send(platform, 'GET /converter/api/health')).resolves.toMatchObject({ status: 200 });
});

it('a conversion removes navigation and other repeated parts', async () => {
  const { converter } = createConverterScene();
  const { markdown } = await converter.convert({ url: `${site}/guide/`, frontMatter: false }).result();
  expect(markdown).toContain('Charles Babbage designed two kinds of machines.');
  expect(markdown).not.toMatch(/newsletter|cookies|Imprint|Deutsch|tracked/);
});

it('a conversion writes tables, lists and absolute links', async () => {
  const { converter } = createConverterScene();
  const { markdown } = await converter.convert({ url: `${site}/guide/` }).result();
  expect(markdown).toContain(
    '| Engine | Begun | Parts |\n| --- | --- | --- |\n| Difference engine No. 1 | 1822 | 25,000 |\n| Difference engine No. 2 | 1847 | 8,000 |',
  );
  expect(markdown).toMatch(/1\. +The \[difference engine\]\(http:\/\/sample\.localhost\/guide\/difference-engine\.html\)/);
});

it('a conversion writes fenced code with its language', async () => {
  const { converter } = createConverterScene();
  const { markdown } = await converter.convert({ url: `${site}/guide/difference-engine.html` }).result();
  expect(markdown).toContain('```python\ndef tabulate(differences, count):\n    for _ in range(count):\n        yield differences[0]');
});

it('a conversion adds front matter by default', async () => {
  const { converter } = createConverterScene();
  const url = `${site}/news.html`;
  const { markdown } = await converter.convert({ url }).result();
  expect(markdown).toMatch(
    /^---\ntitle: "News of the workshop"\nurl: "http:\/\/sample\.localhost\/news\.html"\ndate: 2026-01-01T00:00:00\.000Z\n---\n\n# News of the workshop\n/,
  );
  const { markdown: bare } = await converter.convert({ url, frontMatter: false }).result();
  expect(bare).toMatch(/^# News of the workshop\n/);
});

it('a conversion links to image files by default', async () => {
  const { converter } = createConverterScene();
  const url = `${site}/gallery.html`;
  await expect(converter.convert({ url }).result()).resolves.toMatchObject({
    markdown: expect.stringContaining('](images/wheel.png') as string,
  });
  await expect(converter.convert({ url, downloadImages: false }).result()).resolves.toMatchObject({
    markdown: expect.stringContaining('](http://sample.localhost/images/wheel.png') as string,
  });
});

it('a conversion logs its progress in colour', async () => {
  const { log, result } = await streamOf(platformAtNewYear(), '/api/convert', { url: `${site}/` });
  expect(log.split('\n').filter(Boolean)).toEqual([
    `${ESCAPE}[36m🚀 Starting browser${ESCAPE}[0m`,
    `${ESCAPE}[2m🔗 Navigating to http://sample.localhost/${ESCAPE}[0m`,
    `${ESCAPE}[36m📄 Extracting "The Engine Society"${ESCAPE}[0m`,
    `${ESCAPE}[32m✅ Converted http://sample.localhost/${ESCAPE}[0m`,
  ]);
  expect(result).toMatchObject({ success: true, url: `${site}/` });
  expect((result as { metadata: object }).metadata).toEqual({
    title: 'The Engine Society',
    byline: 'The Engine Society',
    excerpt: expect.any(String) as string,
  });
});

it('the converter fetches real pages of this machine', async () => {
  const origin = await serveSite((_, response) =>
    response.end(page('Here', '<p>A page that was fetched over a socket, and nothing else.</p>')),
  );
  await expect(createConverterScene().converter.convert({ url: origin }).result()).resolves.toMatchObject({
    markdown: expect.stringContaining('# Here\n\nA page that was fetched over a socket') as string,
  });
});

it.each([404, 403, 500])('converter.convert converts a page with status %d like any other', async (status) => {
  const body = page('Not found', '<p>There is no such page, but some words about it that are worth to be kept.</p>');
  const origin = await serveSite((_, response) => response.writeHead(status, { 'Content-Type': 'text/html' }).end(body));
  const { converter } = createConverterScene();
  await expect(converter.convert({ url: origin, frontMatter: false }).result()).resolves.toMatchObject({
    success: true,
    markdown: expect.stringContaining('There is no such page') as string,
  });
});

it('a page with an error status and an empty body fails', async () => {
  const origin = await serveSite((_, response) => response.writeHead(404).end());
  const { result } = await streamOf(platformWithSites(), '/api/convert', { url: origin });
  expect(result).toMatchObject({ success: false, code: 'BROWSER_ERROR', error: `${origin}/ responded with 404.` });
});

it.each([
  ['another host', 'https://example.com/', 'VALIDATION_ERROR', /example\.com is not allowed/],
  ['a host that looks like this machine', 'http://localhost.example.com/', 'VALIDATION_ERROR', /is not allowed/],
  ['a private address', 'http://10.0.0.1/', 'VALIDATION_ERROR', /is not allowed/],
  ['the address of a cloud’s metadata', 'http://169.254.169.254/', 'VALIDATION_ERROR', /is not allowed/],
  ['the unspecified address 0.0.0.0', 'http://0.0.0.0/', 'VALIDATION_ERROR', /is not allowed/],
  ['a port on which no server listens', 'http://127.0.0.1:1/', 'BROWSER_ERROR', /could not be reached/],
])('the stream of a conversion ends with an error for %s', async (_, url, code, error) => {
  const { result } = await streamOf(platformWithSites(), '/api/convert', { url });
  expect(result).toEqual({ success: false, code, error: expect.stringMatching(error) as string, method: 'unknown' });
});

it('converter.convert rejects a redirect to a host that is not allowed', async () => {
  const asked: string[] = [];
  const converter = {
    fetch: async (input: string | URL | Request) => {
      asked.push(new Request(input).url);
      return new Response(null, { status: 302, headers: { location: 'http://169.254.169.254/latest/' } });
    },
  };
  const { result } = await streamOf(platformWithSites({ converter }), '/api/convert', { url: 'http://127.0.0.1:1/' });
  expect(result).toMatchObject({ success: false, code: 'VALIDATION_ERROR' });
  expect(asked).toEqual(['http://127.0.0.1:1/']);
});

it('the converter fetches from hosts that the options allow', async () => {
  const converter = {
    allowedHosts: ['docs.example.com'],
    fetch: async () =>
      new Response(page('Docs', '<p>Some words that are worth to be kept.</p>'), { headers: { 'content-type': 'text/html' } }),
  };
  const { result } = await streamOf(platformAtNewYear({ converter }), '/api/convert', { url: 'https://docs.example.com/a#b' });
  expect(result).toMatchObject({ success: true, url: 'https://docs.example.com/a' });
});

it.each([
  ['a missing URL', {}, 'url'],
  ['another scheme', { url: 'file:///etc/passwd' }, 'url'],
  ['a flag that is a string', { url: `${site}/`, frontMatter: 'yes' }, 'frontMatter'],
])('a conversion rejects %s with 400', async (_, body, field) => {
  const { status, body: answer } = await send(platformAtNewYear(), 'POST /converter/api/convert', { body });
  expect(status).toBe(400);
  expect(answer).toMatchObject({
    success: false,
    code: 'VALIDATION_ERROR',
    method: 'unknown',
    error: expect.stringContaining(field) as string,
  });
});

it('a batch returns a result for each URL, and succeeds although one page fails', async () => {
  const { converter } = createConverterScene();
  const { success, results } = await converter.batch({ urls: [`${site}/`, `${site}/lost.html`, 'https://example.com/'] }).result();
  expect(success).toBe(true);
  expect(results.map(({ url, success: good, error }) => [url, good, error])).toEqual([
    [`${site}/`, true, undefined],
    [`${site}/lost.html`, true, undefined],
    ['https://example.com/', false, expect.stringMatching(/^The host example\.com is not allowed\. Allow it with --fetch-host/)],
  ]);
});

it('converter.batch rejects an empty list of URLs with 400', async () => {
  const { status, body } = await send(platformAtNewYear(), 'POST /converter/api/batch', { body: { urls: [] } });
  expect({ status, body }).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
});

it('a download returns 404 before any page was converted', async () => {
  const { status, body } = await send(platformAtNewYear(), 'GET /converter/api/download/sample.localhost');
  expect({ status, body }).toEqual({ status: 404, body: { error: 'No pages of sample.localhost were crawled.' } });
});

it('a download returns a ZIP of a crawled site, with its images', async () => {
  const { platform, converter } = createConverterScene();
  await converter.crawl({ url: `${site}/gallery.html`, depth: 1 }).result();
  const response = await platform.fetch('https://platform.test/converter/api/download/sample.localhost');
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="sample.localhost.zip"');
  const zip = await JSZip.loadAsync(await response.arrayBuffer(), { checkCRC32: true });
  const names = Object.keys(zip.files);
  expect(names).toEqual(
    expect.arrayContaining([
      'sample.localhost/pages/gallery/output/page.md',
      'sample.localhost/pages/gallery/output/images/wheel.png',
      'sample.localhost/pages/guide-parts-wheels/output/page.md',
      'sample.localhost/site.json',
    ]),
  );
  await expect(zip.file('sample.localhost/pages/gallery/output/page.md')!.async('string')).resolves.toContain(
    '![A wheel, much enlarged](images/wheel.png',
  );
  const { pages } = JSON.parse(await zip.file('sample.localhost/site.json')!.async('string')) as { pages: unknown[] };
  expect(pages).toHaveLength(names.filter((name) => name.endsWith('page.md')).length);
});
