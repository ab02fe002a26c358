import type { LogEvent, PlatformOptions } from '@platform-sdk/core';
import { expect, it } from 'vitest';
import { failureOf, log, wire } from './wire.ts';

const url = 'https://example.com';
const answered = (result: unknown): Response => log(`Opening\n__JSON__${JSON.stringify(result)}`);

/** Creates a converter client that gets this result. `shapes` contains its log events about invalid responses. */
const checked = (result: unknown, options: PlatformOptions) => {
  const shapes: LogEvent[] = [];
  const logger = (event: LogEvent): void => {
    if (event.type === 'invalid-response') shapes.push(event);
  };
  return { converter: wire([answered(result)], { logger, ...options }).converter, shapes };
};

const wrong = { success: true, url, markdown: '# A', metadata: 7 };

it.each([
  // The API specification documents no result, so an unexpected result throws in no validation mode.
  ['throw', [{ type: 'invalid-response', operation: 'converter.convert', field: 'metadata' }]],
  ['report', [{ type: 'invalid-response', operation: 'converter.convert', field: 'metadata' }]],
  ['off', []],
] as const)(
  'a conversion returns an invalid result with validation %s, and logs each problem at most once',
  async (validation, reported) => {
    const { converter, shapes } = checked(wrong, { validation });
    for (let turn = 0; turn < 2; turn++) await expect(converter.convert({ url }).result()).resolves.toEqual(wrong);
    expect(shapes).toMatchObject(reported);
    expect(shapes).toHaveLength(reported.length);
  },
);

it('a conversion translates the field names of a deployment', async () => {
  const wireNames = { 'converter.convert': { markdown: 'content', 'metadata.title': 'name' } };
  const { converter } = checked({ success: true, url, content: '# A', metadata: { name: 'A' } }, { validation: 'throw', wireNames });
  await expect(converter.convert({ url }).result()).resolves.toEqual({ success: true, url, markdown: '# A', metadata: { title: 'A' } });
});

it('the result of a crawl is checked, and its names are translated', async () => {
  const wireNames = { 'converter.crawl': { 'stats.depth': 'levels' } };
  const renamed = { success: true, stats: { levels: 2 } };
  const { converter } = checked(renamed, { validation: 'throw', wireNames });
  await expect(converter.crawl({ url }).result()).resolves.toEqual({ success: true, stats: { depth: 2 } });
  const invalid = checked({ success: true, stats: { levels: 'two' } }, { validation: 'throw', wireNames });
  await invalid.converter.crawl({ url }).result();
  expect(invalid.shapes).toMatchObject([{ operation: 'converter.crawl', field: 'stats.depth' }]);
});

it.each<[string, unknown, string]>([
  ['a list with null', { success: true, results: [null] }, 'results.*'],
  ['a list with an empty object', { success: true, results: [{}] }, 'results.*.url'],
  ['a result without `success`', { results: [] }, 'success'],
])('a batch reports a page without a valid result as failed: %s', async (_, result, field) => {
  const { converter, shapes } = checked(result, { validation: 'report' });
  await expect(converter.batch({ urls: [url] }).result()).resolves.toEqual({
    success: false,
    results: [{ url, success: false, error: 'The response has no readable result of this page.' }],
    input: { urls: [url] },
  });
  expect(shapes.map((shape) => 'field' in shape && shape.field)).toContain(field);
});

it.each([[null], ['done'], [7], [{}], [{ success: true }], [{ success: true, results: null }], [{ success: true, results: {} }]])(
  'a batch fails if its result lacks the list of pages: %j',
  async (result) => {
    const { converter } = checked(result, { validation: 'report' });
    await expect(failureOf(converter.batch({ urls: [url] }).result())).resolves.toMatchObject({ kind: 'invalid-response' });
  },
);

it('a batch keeps its valid pages among invalid pages', async () => {
  const page = { url, success: true, markdown: '# A' };
  const { converter } = checked({ success: true, results: [null, page, { success: false }] }, { validation: 'off' });
  await expect(converter.batch({ urls: [url] }).result()).resolves.toMatchObject({ results: [page] });
});

it('a batch translates the field names of a deployment', async () => {
  const wireNames = { 'converter.batch': { results: 'pages', 'results.markdown': 'content' } };
  const renamed = { success: true, pages: [{ url, success: true, content: '# A' }] };
  const { converter } = checked(renamed, { validation: 'throw', wireNames });
  await expect(converter.batch({ urls: [url] }).result()).resolves.toMatchObject({ results: [{ url, success: true, markdown: '# A' }] });
});

const other = 'HTTPS://Example.com:443/b/../c';

it('batch.resume does not repeat pages whose URL the service spells differently', async () => {
  const first = {
    success: true,
    results: [
      { url: 'https://example.com/', success: true, markdown: '#' },
      { url: 'https://example.com/c', success: true, markdown: '#' },
    ],
  };
  const second = { success: true, results: [{ url: 'https://example.com/d', success: true, markdown: '#' }] };
  const { converter, sent } = wire([answered(first), answered(second)]);
  const urls = ['https://example.com', other, 'https://example.com/d'];
  const earlier = await converter.batch({ urls }).result();
  const all = await converter.batch.resume(earlier).result();
  expect(sent.map(({ body }) => (JSON.parse(body) as { urls: string[] }).urls)).toEqual([urls, ['https://example.com/d']]);
  expect(all.results).toEqual([...first.results, ...second.results]);
});

it("batch.resume replaces a failed outcome, whatever the spelling of the page's URL", async () => {
  const first = { success: true, results: [{ url: 'https://example.com/', success: false, error: 'Slow' }] };
  const second = { success: true, results: [{ url: 'https://example.com', success: true, markdown: '#' }] };
  const { converter } = wire([answered(first), answered(second)]);
  const earlier = await converter.batch({ urls: [url] }).result();
  await expect(converter.batch.resume(earlier).result()).resolves.toMatchObject({ results: second.results });
});
