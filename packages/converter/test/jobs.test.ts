import {
  isBrowserError,
  isConverterBusyError,
  isJobError,
  isPageTimeoutError,
  isRateLimitedError,
  isConverterValidationError,
} from '@platform-sdk/converter';
import type { PlatformError } from '@platform-sdk/core';
import { expect, it } from 'vitest';
import { all, failureOf, json, log, wire } from './wire.ts';

const page = {
  success: true,
  url: 'https://example.com/a',
  markdown: '# A\n\n__JSON__ is in it.',
  metadata: { title: 'A', byline: null, excerpt: 'About A' },
  quality: { score: 0.9 },
};
const answered = (result: unknown, lines = 'Opening\n'): Response => log(`${lines}\n__JSON__${JSON.stringify(result)}`);

it('a health check sends no credentials, and returns the response', async () => {
  const { converter, sent } = wire([json({ status: 'ok', time: '2026-11-20T10:00:00Z' })]);
  await expect(converter.health()).resolves.toEqual({ status: 'ok', time: '2026-11-20T10:00:00Z' });
  expect(sent).toEqual([{ line: 'GET https://converter.test/api/health', headers: { accept: 'application/json' }, body: '' }]);
});

it('a conversion requests a stream for its page', async () => {
  const { converter, sent } = wire([answered(page)]);
  await expect(converter.convert({ url: 'https://example.com/a', downloadImages: false, frontMatter: true }).result()).resolves.toEqual(
    page,
  );
  expect(sent).toEqual([
    {
      line: 'POST https://converter.test/api/convert',
      headers: { accept: 'text/plain', 'content-type': 'application/json' },
      body: '{"url":"https://example.com/a","downloadImages":false,"frontMatter":true,"format":"stream"}',
    },
  ]);
});

it('converter.convert yields the progress in a plain-text log', async () => {
  const lines =
    '\u001b[32m🚀 Opening\u001b[0m https://example.com/a\n\u001b]0;title\u0007[1/4] rendered\n45% done\n\u001b[2K\rFetched 2026/11/20 report\n';
  const { converter } = wire([answered(page, lines)]);
  await expect(all(converter.convert({ url: 'https://example.com/a' }))).resolves.toEqual([
    { type: 'log', text: '🚀 Opening https://example.com/a' },
    { type: 'progress', text: '[1/4] rendered', percent: 25, current: 1, total: 4 },
    { type: 'progress', text: '45% done', percent: 45 },
    { type: 'log', text: 'Fetched 2026/11/20 report' },
    { type: 'result', result: page },
  ]);
});

it('converter.convert yields the events in a JSON log', async () => {
  const lines = [
    { type: 'log', message: 'Opening' },
    { event: 'page', completed: 3, total: 12, url: 'https://example.com/c' },
    { progress: 50, text: 'half' },
    { other: true },
  ];
  const { converter } = wire([
    log(lines.map((line) => `${JSON.stringify(line)}\n`).join('') + JSON.stringify(page), 'application/x-ndjson'),
  ]);
  await expect(all(converter.convert({ url: 'https://example.com/a' }))).resolves.toEqual([
    { type: 'log', text: 'Opening' },
    { type: 'progress', text: 'https://example.com/c', percent: 25, current: 3, total: 12 },
    { type: 'progress', text: 'half', percent: 50 },
    { type: 'log', text: '{"other":true}' },
    expect.objectContaining({ type: 'log' }),
    { type: 'result', result: page },
  ]);
});

it('converter.convert accepts a plain JSON response as the result', async () => {
  const { converter } = wire([json(page)]);
  await expect(converter.convert({ url: 'https://example.com/a' }).result()).resolves.toEqual(page);
});

it('converter.convert keeps undocumented fields', async () => {
  const { converter } = wire([answered({ ...page, engine: 'v2' })]);
  await expect(converter.convert({ url: 'https://example.com/a' }).result()).resolves.toMatchObject({ engine: 'v2' });
});

it('a conversion is truncated if the log ends without a result', async () => {
  const { converter, sent } = wire([log('Opening\nRendering\n')]);
  const error = await failureOf(converter.convert({ url: 'https://example.com/a' }).result());
  expect(error).toMatchObject({
    kind: 'truncated',
    operation: 'converter.convert',
    outcome: 'likely-applied',
    status: 200,
    received: { log: ['Opening', 'Rendering'] },
  });
  expect(sent).toHaveLength(1);
});

it.each([
  ['in its result', { success: false, error: 'Page not found', code: 'TIMEOUT', method: 'convert', requestId: 'r-1' }, 'TIMEOUT'],
  ['without a code', { success: false, error: 'Page not found' }, undefined],
])('a conversion fails with the message of the service %s', async (_, result, code) => {
  const { converter } = wire([answered(result)]);
  const error = await failureOf(converter.convert({ url: 'https://example.com/a' }).result());
  expect(isJobError(error)).toBe(true);
  expect(error).toMatchObject({ kind: 'http', status: 200, body: result, received: { log: ['Opening'] } });
  expect([(error as PlatformError).message, (error as PlatformError).code]).toEqual(['Page not found', code]);
});

it.each(['Error: net::ERR_NAME_NOT_RESOLVED', '\u001b[31m❌ Error: net::ERR_NAME_NOT_RESOLVED\u001b[0m'])(
  'a conversion fails with the message in its last line %j',
  async (line) => {
    const { converter } = wire([log(`Opening\n${line}\n`)]);
    const error = await failureOf(converter.convert({ url: 'https://example.com/a' }).result());
    expect(isJobError(error)).toBe(true);
    expect(error).toMatchObject({ message: 'net::ERR_NAME_NOT_RESOLVED' });
  },
);

it('the error of a conversion contains the last lines of a long log', async () => {
  const { converter } = wire([log(Array.from({ length: 1000 }, (_, index) => `line ${index}\n`).join(''))]);
  const { received } = (await failureOf(converter.convert({ url: 'https://example.com/a' }).result())) as { received: { log: string[] } };
  expect(received.log).toHaveLength(200);
  expect(received.log.at(-1)).toBe('line 999');
});

it('a conversion sends the Bearer token of the client, and removes it from errors', async () => {
  const token = 'planted-token-91c2';
  const { converter, sent } = wire([log(`Using ${token}\n`)], { token });
  const error = await failureOf(converter.convert({ url: 'https://example.com/a' }).result());
  expect(sent[0]?.headers['authorization']).toBe(`Bearer ${token}`);
  expect(JSON.stringify(error)).not.toContain(token);
  expect(error).toMatchObject({ received: { log: ['Using [redacted]'] } });
});

it.each([
  ['url', { url: '' }],
  ['url', { url: 'example.com' }],
  ['url', { url: 'ftp://example.com' }],
  ['url', { url: 'http://[' }],
  ['url', { url: 'http://a b/' }],
  ['url', { url: 'http://a[1]/' }],
  ['url', { url: 'https://example.com\n' }],
  ['url', {}],
  ['downloadImages', { url: 'https://example.com', downloadImages: 'yes' }],
  ['frontMatter', { url: 'https://example.com', frontMatter: 1 }],
])('a conversion with an invalid %s is rejected before anything is sent: %j', async (field, input) => {
  const { converter, sent } = wire([answered(page)]);
  const error = await failureOf(converter.convert(input as { url: string }).result());
  expect(error).toMatchObject({ kind: 'invalid-input', field, outcome: 'not-sent' });
  expect(sent).toEqual([]);
});

it.each(['http://[::1]:8080/a', 'HTTPS://example.com', 'http://grüße.example?a b[1]', 'http://127.0.0.1#[a]'])(
  'a conversion sends the URL %s unchanged',
  async (url) => {
    const { converter, sent } = wire([answered(page)]);
    await converter.convert({ url }).result();
    expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({ url });
  },
);

it.each([
  ['a 400', json({ success: false, error: 'url is wrong', code: 'VALIDATION_ERROR', method: 'POST' }, 400), isConverterValidationError],
  ['a 429', json({ success: false, error: 'Slow down', code: 'RATE_LIMITED' }, 429, { 'Retry-After': '7' }), isRateLimitedError],
  ['a timeout', json({ success: false, error: 'Too slow', code: 'TIMEOUT' }, 500), isPageTimeoutError],
  ['a failed browser', json({ success: false, error: 'Crashed', code: 'BROWSER_ERROR' }, 500), isBrowserError],
  ['a 503', json({ error: 'Busy', retryAfter: 5 }, 503, { 'Retry-After': '5' }), isConverterBusyError],
])('a conversion rejects after %s without a retry, and exactly one guard accepts the error', async (_, answer, guard) => {
  const { converter, sent } = wire([answer]);
  const error = await failureOf(converter.convert({ url: 'https://example.com/a' }).result());
  expect(
    [isConverterValidationError, isRateLimitedError, isPageTimeoutError, isBrowserError, isConverterBusyError].filter((each) =>
      each(error),
    ),
  ).toEqual([guard]);
  expect(sent).toHaveLength(1);
});

it('a crawl sends its start URL and its settings', async () => {
  const result = { success: true, message: 'Crawled 3 pages' };
  const { converter, sent } = wire([answered(result)]);
  await expect(converter.crawl({ url: 'https://example.com', depth: 2, maxPages: 10, treeOnly: false }).result()).resolves.toEqual(result);
  expect(sent[0]).toMatchObject({
    line: 'POST https://converter.test/api/crawl',
    body: '{"url":"https://example.com","depth":2,"maxPages":10,"treeOnly":false,"format":"stream"}',
  });
});

it('a crawl with treeOnly returns the tree', async () => {
  const result = {
    success: true,
    tree: { '/': ['/a'] },
    urls: ['https://example.com/', 'https://example.com/a'],
    stats: { depth: 3, maxPages: 50 },
  };
  const { converter } = wire([answered(result)]);
  await expect(converter.crawl({ url: 'https://example.com', treeOnly: true }).result()).resolves.toEqual(result);
});

it.each([
  ['depth', { depth: -1 }],
  ['depth', { depth: 1.5 }],
  ['maxPages', { maxPages: -1 }],
  ['treeOnly', { treeOnly: 'yes' }],
])('a crawl with an invalid %s is rejected before anything is sent: %j', async (field, wrong) => {
  const { converter, sent } = wire([log('')]);
  const error = await failureOf(converter.crawl({ url: 'https://example.com', ...(wrong as { depth: number }) }).result());
  expect(error).toMatchObject({ kind: 'invalid-input', field });
  expect(sent).toEqual([]);
});
