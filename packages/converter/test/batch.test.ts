import type { ConverterBatchResult } from '@platform-sdk/converter';
import { expect, it } from 'vitest';
import { all, failureOf, json, log, wire } from './wire.ts';

const [a, b, c] = ['https://example.com/a', 'https://example.com/b', 'https://example.com/c'] as const;
const good = (url: string, markdown = `# ${url}`) => ({ url, success: true, markdown });
const bad = (url: string) => ({ url, success: false, error: 'Too slow' });
const answered = (...results: unknown[]): Response => log(`Working\n__JSON__${JSON.stringify({ success: true, results })}`);

it('a batch sends the URLs of its pages, and returns the outcome of each page', async () => {
  const { converter, sent } = wire([answered(good(a), bad(b))]);
  const result = await converter.batch({ urls: [a, b], frontMatter: false }).result();
  expect(result).toEqual({ success: true, results: [good(a), bad(b)], input: { urls: [a, b], frontMatter: false } });
  expect(sent).toEqual([
    {
      line: 'POST https://converter.test/api/batch',
      headers: { accept: 'text/plain', 'content-type': 'application/json' },
      body: '{"urls":["https://example.com/a","https://example.com/b"],"frontMatter":false,"format":"stream"}',
    },
  ]);
});

it('a batch succeeds even if every page failed', async () => {
  const { converter } = wire([json({ success: false, results: [bad(a)] })]);
  await expect(converter.batch({ urls: [a] }).result()).resolves.toMatchObject({ success: false, results: [bad(a)] });
});

it('the error of a broken batch contains the outcomes that arrived before', async () => {
  const { converter } = wire([log(`${JSON.stringify(good(a))}\n{"completed":1,"total":3}\n${JSON.stringify(bad(b))}\n`)]);
  const error = await failureOf(converter.batch({ urls: [a, b, c] }).result());
  expect(error).toMatchObject({ kind: 'truncated', received: { results: [good(a), bad(b)], input: { urls: [a, b, c] } } });
});

it.each([
  ['urls', []],
  ['urls.1', [a, 'nowhere']],
  ['urls', undefined],
])('a batch with an invalid %s is rejected before anything is sent', async (field, urls) => {
  const { converter, sent } = wire([answered()]);
  const error = await failureOf((async () => converter.batch({ urls: urls as string[] }).result())());
  expect(error).toMatchObject({ kind: 'invalid-input', field });
  expect(sent).toEqual([]);
});

it('batch.resume sends the URLs of failed and missing pages again, and returns all outcomes', async () => {
  const { converter, sent } = wire([answered(good(b), good(c))]);
  const earlier: ConverterBatchResult = { success: true, results: [good(a), bad(b)], input: { urls: [a, b, c], downloadImages: false } };
  const result = await converter.batch.resume(earlier).result();
  expect(sent.map(({ body }) => body)).toEqual([`{"urls":["${b}","${c}"],"downloadImages":false,"format":"stream"}`]);
  expect(result).toEqual({ success: true, results: [good(a), good(b), good(c)], input: earlier.input });
});

it('batch.resume continues a batch that ended in an error', async () => {
  const { converter, sent } = wire([log(`${JSON.stringify(good(a))}\n`), answered(good(b))]);
  const error = await failureOf(converter.batch({ urls: [a, b] }).result());
  await expect(converter.batch.resume(error as Error).result()).resolves.toMatchObject({ results: [good(a), good(b)] });
  expect(JSON.parse(sent[1]!.body)).toEqual({ urls: [b], format: 'stream' });
});

it('batch.resume continues a resumed batch that broke too', async () => {
  const { converter, sent } = wire([log(`${JSON.stringify(good(b))}\n`), answered(good(c))]);
  const earlier: ConverterBatchResult = { success: true, results: [good(a)], input: { urls: [a, b, c] } };
  const error = await failureOf(converter.batch.resume(earlier).result());
  await expect(converter.batch.resume(error as Error).result()).resolves.toMatchObject({ results: [good(a), good(b), good(c)] });
  expect(sent.map(({ body }) => (JSON.parse(body) as { urls: string[] }).urls)).toEqual([[b, c], [c]]);
});

it('batch.resume replaces a failed outcome by the newer outcome', async () => {
  const { converter } = wire([answered({ ...bad(a), error: 'Gone' })]);
  const { results } = await converter.batch.resume({ success: true, results: [bad(a)], input: { urls: [a] } }).result();
  expect(results).toEqual([{ url: a, success: false, error: 'Gone' }]);
});

it('batch.resume sends nothing for a finished batch', async () => {
  const { converter, sent } = wire([answered()]);
  const earlier: ConverterBatchResult = { success: true, results: [good(a)], input: { urls: [a] } };
  await expect(all(converter.batch.resume(earlier))).resolves.toEqual([{ type: 'result', result: earlier }]);
  expect(sent).toEqual([]);
});

it('batch.resume rejects an input that is not a batch', async () => {
  const { converter } = wire([answered()]);
  await expect(failureOf((async () => converter.batch.resume(new Error('No.')).result())())).resolves.toMatchObject({
    kind: 'invalid-input',
  });
});
