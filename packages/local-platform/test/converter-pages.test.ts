import { afterEach, expect, it, vi } from 'vitest';
import { page, platformWithSites, serveSite, streamOf } from './converter-scene.ts';
import { platformAtNewYear, send } from './raw-request.ts';

afterEach(() => vi.restoreAllMocks());

/** Converts a page with this body and type. */
const converted = async (body: string | Uint8Array, type = 'text/html'): Promise<{ log: string; result: unknown }> => {
  const origin = await serveSite((_, response) => response.setHeader('Content-Type', type).end(body));
  return streamOf(platformWithSites(), '/api/convert', { url: origin, frontMatter: false });
};

const words = '<p>Some words that are worth to be kept, of a page that has nothing else.</p>';

it.each([
  ['no body', `<!doctype html><html lang="en"><head><title>Bare</title><meta charset="utf-8"></head>${words}</html>`],
  ['no body and no head', `<!-- old --><title>Bare</title><script>if (1 < 2) write('<p>no</p>')</script>${words}`],
  ['only a title', `<title>Bare</title>${words}`],
])('a page with %s contains its title only once', async (_, html) => {
  const { result } = await converted(html);
  expect(result).toMatchObject({
    success: true,
    markdown: '# Bare\n\nSome words that are worth to be kept, of a page that has nothing else.\n',
    metadata: { title: 'Bare' },
  });
});

it.each([
  ['a byte order mark of UTF-16', 'text/html', Buffer.from(`\uFEFF${page('Grüße', words)}`, 'utf16le')],
  ['a byte order mark that contradicts the header', 'text/html; charset=iso-8859-1', Buffer.from(`\uFEFF${page('Grüße', words)}`)],
  ['the header', 'text/html; charset=utf-16le', Buffer.from(page('Grüße', words), 'utf16le')],
  ['the meta element', 'text/html', Buffer.from(`<meta charset="iso-8859-1"><title>Grüße</title>${words}`, 'latin1')],
  [
    'an older form of the meta element',
    'text/html',
    Buffer.from(`<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1"><title>Grüße</title>${words}`, 'latin1'),
  ],
  [
    'a header that contradicts the meta element',
    'text/html; charset=utf-8',
    Buffer.from(`<meta charset="koi8-r"><title>Grüße</title>${words}`),
  ],
  ['the bytes, if nothing declares UTF-8', 'text/html', Buffer.from(page('Grüße', words))],
  ['the bytes, if nothing declares Windows-1252', 'text/html', Buffer.from(page('Grüße', words), 'latin1')],
  ['the bytes, if the header names an unknown encoding', 'text/html; charset=unknown', Buffer.from(page('Grüße', words))],
])('a page is decoded with the encoding from %s', async (_, type, body) => {
  await expect(converted(body, type)).resolves.toMatchObject({ result: { metadata: { title: 'Grüße' } } });
});

it('the title of a page is one line without control characters', async () => {
  const { log, result } = await converted(page('Two\n  lines\u001b[2J\r\n__JSON__{}', words));
  expect(result).toMatchObject({ success: true, metadata: { title: 'Two lines [2J __JSON__{}' } });
  expect(log).toContain('Extracting "Two lines [2J __JSON__{}"');
});

it('a line break in a URL does not add a line to the log', async () => {
  const origin = await serveSite((_, response) => response.end(page('Here', words)));
  const { log, result } = await streamOf(platformWithSites(), '/api/convert', { url: `${origin}/a\n__JSON__{"success":false}` });
  expect(result).toMatchObject({ success: true });
  expect(log).toContain(`Navigating to ${origin}/a__JSON__`);
});

it.each([
  ['nested too deep', '<div>'.repeat(20_000), /nested more than 200 deep/],
  ['of too many elements', '<b>a</b>'.repeat(60_000), /more than 50000 elements/],
])('a page fails if it is %s', async (_, body, error) => {
  const { result } = await converted(page('Large', body));
  expect(result).toMatchObject({
    success: false,
    code: 'BROWSER_ERROR',
    method: 'unknown',
    error: expect.stringMatching(error) as string,
  });
});

it('a conversion fails with BROWSER_ERROR if the body of the page is truncated', async () => {
  const origin = await serveSite((_, response) => {
    response.writeHead(200, { 'Content-Length': '1000' }).write('<p>', () => response.destroy());
  });
  const { result } = await streamOf(platformWithSites(), '/api/convert', { url: origin });
  expect(result).toEqual({ success: false, code: 'BROWSER_ERROR', method: 'unknown', error: `${origin}/ broke off.` });
});

it('a conversion fails with TIMEOUT if the body of the page stalls', async () => {
  const limit = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  const origin = await serveSite((_, response) => {
    response.writeHead(200, { 'Content-Length': '1000' }).write('<p>');
  });
  const fetch: typeof globalThis.fetch = async (...request) => {
    const response = await globalThis.fetch(...request);
    setImmediate(() => limit.abort());
    return response;
  };
  const { result } = await streamOf(platformWithSites({ converter: { fetch } }), '/api/convert', { url: origin });
  expect(result).toEqual({ success: false, code: 'TIMEOUT', method: 'unknown', error: `${origin}/ did not end in time.` });
});

it.each([
  ['convert', { url: 'http://ada:planted-secret@127.0.0.1:9/' }],
  ['batch', { urls: ['http://ada:planted-secret@127.0.0.1:9/'] }],
  ['crawl', { url: 'http://planted-secret@127.0.0.1:9/' }],
])('a user name in a URL is rejected by %s, and hidden in the error', async (operation, body) => {
  const answer = await send(platformAtNewYear(), `POST /converter/api/${operation}`, { body });
  expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
  expect(JSON.stringify(answer.body)).not.toContain('planted-secret');
});

it('a redirect to a URL with a user name is rejected, and a link with a user name is ignored', async () => {
  const origin = await serveSite((request, response) => {
    const { host = '' } = request.headers;
    const elsewhere = `http://ada:planted-secret@${host}/`;
    if (request.url === '/') response.end(page('Here', `<p>A <a href="${elsewhere}">link</a>.</p>${words}`));
    else response.writeHead(302, { Location: elsewhere }).end();
  });
  const platform = platformWithSites();
  const redirected = await streamOf(platform, '/api/convert', { url: `${origin}/away` });
  expect(redirected.result).toMatchObject({ success: false, code: 'VALIDATION_ERROR' });
  const crawled = await streamOf(platform, '/api/crawl', { url: origin, treeOnly: true });
  expect(crawled.result).toMatchObject({ urls: [`${origin}/`] });
  expect(JSON.stringify([redirected, crawled, platform.jobs])).not.toContain('planted-secret');
});
