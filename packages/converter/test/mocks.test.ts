import { createConverterClient } from '@platform-sdk/converter';
import * as contract from '@platform-sdk/converter/contract';
import { mock } from '@platform-sdk/core/testing';
import { mockServer } from '@platform-sdk/test-helpers/mock-server';
import { expect, it } from 'vitest';
import { zip } from '../../../test/faults/zips.ts';
import { all, json, log } from './wire.ts';

const baseUrl = 'https://converter.test';
const server = mockServer();

const converter = createConverterClient({ baseUrl, validation: 'throw' });
const url = 'https://example.com/a';

it('a mock of health returns the health', async () => {
  server.use(mock(contract.health, baseUrl, () => ({ status: 'ok', time: '2026-11-20T10:00:00Z' })));
  await expect(converter.health()).resolves.toEqual({ status: 'ok', time: '2026-11-20T10:00:00Z' });
});

it('a mock of convert returns a log with a result', async () => {
  server.use(
    mock(contract.convert, baseUrl, (input) =>
      log(`Opening ${input.url}\n\n__JSON__${JSON.stringify({ success: true, url: input.url, markdown: JSON.stringify(input) })}`),
    ),
  );
  await expect(all(converter.convert({ url, frontMatter: false }))).resolves.toEqual([
    { type: 'log', text: 'Opening https://example.com/a' },
    {
      type: 'result',
      result: { success: true, url, markdown: '{"url":"https://example.com/a","frontMatter":false,"format":"stream"}' },
    },
  ]);
});

it('a mock of convert returns a result without a log', async () => {
  server.use(mock(contract.convert, baseUrl, (input) => ({ success: true, url: input.url, markdown: '# A' })));
  await expect(converter.convert({ url }).result()).resolves.toEqual({ success: true, url, markdown: '# A' });
});

it('a mock of batch returns the outcome of each page', async () => {
  server.use(
    mock(contract.batch, baseUrl, ({ urls }) => ({
      success: true,
      results: urls.map((each) => ({ url: each, success: true, markdown: '# A' })),
    })),
  );
  await expect(converter.batch({ urls: [url] }).result()).resolves.toEqual({
    success: true,
    results: [{ url, success: true, markdown: '# A' }],
    input: { urls: [url] },
  });
});

it('a mock of crawl returns a result', async () => {
  server.use(mock(contract.crawl, baseUrl, ({ maxPages }) => ({ success: true, message: `At most ${maxPages} pages` })));
  await expect(converter.crawl({ url, maxPages: 3 }).result()).resolves.toEqual({ success: true, message: 'At most 3 pages' });
});

it('a mock of download returns an archive or an error', async () => {
  const archive = zip([{ name: 'page.md', data: '# A\n' }]) as Uint8Array<ArrayBuffer>;
  server.use(
    mock(contract.download, baseUrl, ({ site }) =>
      site === 'docs.example.com:8080' ? new Response(archive) : json({ error: `Not ${site}` }, 404),
    ),
  );
  const texts: string[] = [];
  for await (const entry of (await converter.download({ site: 'docs.example.com:8080' })).entries()) texts.push(await entry.text());
  expect(texts).toEqual(['# A\n']);
  await expect(converter.download({ site: 'other.example.com' })).rejects.toMatchObject({
    status: 404,
    body: { error: 'Not other.example.com' },
  });
});

it.each([
  ['/api/convert', { url: 'example.com' }, 'url'],
  ['/api/batch', { urls: [] }, 'urls'],
  ['/api/crawl', { url, depth: -1 }, 'depth'],
])('a mock responds with 400 to an invalid input at %s', async (path, body, field) => {
  server.use(
    mock(contract.convert, baseUrl, () => json({})),
    mock(contract.batch, baseUrl, () => json({})),
    mock(contract.crawl, baseUrl, () => json({})),
  );
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(response.status).toBe(400);
  await expect(response.json()).resolves.toEqual({ detail: expect.stringContaining(field) as string });
});
