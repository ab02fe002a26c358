import { isJobError, isRateLimitedError } from '@platform-sdk/converter';
import type { PlatformError } from '@platform-sdk/core';
import { describe, expect, it } from 'vitest';
import { failureOf, json, log, wire } from './wire.ts';

const url = 'https://example.com/a';

/** Functions that start a job with the given response. */
const jobs = {
  convert: (answer: Response) => wire([answer]).converter.convert({ url }),
  batch: (answer: Response) => wire([answer]).converter.batch({ urls: [url] }),
  crawl: (answer: Response) => wire([answer]).converter.crawl({ url }),
};
const names = ['convert', 'batch', 'crawl'] as const;

describe.each(names)('%s', (name) => {
  it.each<[string, string]>([
    ['ends with a failure', 'Error: boom\n'],
    ['reports a failure before the browser closes', 'Error: boom\nBrowser closed\n'],
    ['reports a failure after an emoji, before it cleans up', '❌ Error: boom\n🧹 Cleaning up\nExiting\n'],
    ['reports a failure with its stack', 'Error: boom\n    at foo (x.js:1:1)\n    at async bar (y.js:2:2)\n'],
    ['reports a failure with its stack before the browser closes', 'Error: boom\n    at foo (x.js:1:1)\nBrowser closed\n'],
    ['reports a failure with its time', '[12:00:00] Error: boom\n'],
    ['reports a failure with its date', '2026-01-15T12:00:00.000Z error: boom\n'],
    ['ends with a failure in JSON', '{"type":"error","message":"boom"}\n'],
    ['ends with a JSON object that contains only an error', '{"error":"boom"}\n'],
    ['reports a failure in JSON before the browser closes', '{"type":"error","message":"boom"}\nBrowser closed\n'],
  ])('a job fails if its log %s', async (_, text) => {
    const error = await failureOf(jobs[name](log(`Opening\n${text}`)).result());
    expect(isJobError(error)).toBe(true);
    expect(error).toMatchObject({ message: 'boom', operation: `converter.${name}`, status: 200, outcome: 'unknown' });
    expect((error as PlatformError).received).toMatchObject({ log: ['Opening', ...loggedBy(text)] });
  });

  it('a job fails with the code and body of a JSON error', async () => {
    const error = await failureOf(jobs[name](log('{"type":"error","error":"boom","code":"BROWSER_ERROR"}\n')).result());
    expect(error).toMatchObject({ message: 'boom', code: 'BROWSER_ERROR', body: { type: 'error', code: 'BROWSER_ERROR' } });
  });

  it('a job fails if its result contains a failure and an empty list of results', async () => {
    const answer = log('Opening\n__JSON__{"success":false,"error":"quota","code":"RATE_LIMITED","results":[]}');
    const error = await failureOf(jobs[name](answer).result());
    expect([isJobError(error), isRateLimitedError(error)]).toEqual([true, true]);
    expect(error).toMatchObject({ message: 'quota', code: 'RATE_LIMITED', received: { log: ['Opening'] } });
  });
});

/** Returns the texts of the events that a job yields for a log in plain text or JSON. */
const loggedBy = (text: string): unknown[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => (line.includes('"message"') ? 'boom' : line));

const crawlResult = (text: string) => jobs.crawl(log(text)).result();
const metadata = 'Site Metadata: /sites/example.com/site.json';

it.each<[string, string, string]>([
  ['ends with the path of the metadata', `  \u001b[36mSite Metadata:\u001b[0m /sites/example.com/site.json\n\n`, metadata],
  ['reports a complete crawl', '✨ Crawl completed in 3.2s\n', '✨ Crawl completed in 3.2s'],
  ['contains a failed page', `     ❌ Error: net::ERR_ABORTED\n  [2] depth:1 /b\n${metadata}\n`, metadata],
  ['contains a failure with its position', `Error: boom\n    at foo (x.js:1:1)\n${metadata}\n`, metadata],
  ['closes its browser after the end', `Error: boom\n${metadata}\nBrowser closed\n`, metadata],
  ['reports the metadata in JSON', '{"event":"site_metadata","siteJson":"/s"}\n', '{"event":"site_metadata","siteJson":"/s"}'],
])('a crawl without a final JSON succeeds if its log %s', async (_, text, message) => {
  await expect(crawlResult(`Opening\n${text}`)).resolves.toEqual({ success: true, message, fromLog: true });
});

it.each<[string, string]>([
  ['a page', '🕷️ 3/10 https://example.com/b\n'],
  ['a completed page', '  ✅ [3/3] https://example.com/b → 1.2 KB, 20 words (0.4s)\n'],
  ['a summary', '  ✅ Success: 3/3\n  ❌ Failed:  0\n'],
  ['a sign of success', '✅ done\n'],
  ['an error label after other words', 'No Error: here\n'],
  ['a failure of one page before others', '     ❌ Error: net::ERR_ABORTED\n  [2] depth:1 /b\n'],
  ['half of its last line', '  Site Metadata: /sites/exam'],
  ['half of a delimiter after its last line', `${metadata}\n__JSO`],
  ['a delimiter after its last line', `${metadata}\n__JSON__`],
  ['half of a final JSON', `${metadata}\n__JSON__{\n  "success": true,\n  "mess`],
  ['half of a final JSON in a line', `${metadata}\n{"success":true,"message":"All`],
  ['a success without a message', '{"success":true}\n'],
  ['a page in JSON', '{"type":"page","url":"https://example.com/b","success":true}\n'],
  ['a failed page in JSON', '{"type":"page","url":"https://example.com/b","success":false,"error":"404"}\n'],
  ['a page in JSON with only an error', '{"url":"https://example.com/b","error":"404"}\n'],
  ['a step in JSON', '{"event":"step","success":true,"message":"Fetched"}\n'],
])('a crawl without a final JSON is truncated if its log ends with %s', async (_, text) => {
  const error = await failureOf(crawlResult(`Opening\n${text}`));
  expect(error).toMatchObject({ kind: 'truncated', received: { log: expect.arrayContaining(['Opening']) as string[] } });
});

it.each<[string, string, string]>([
  ['no page was found', '  ✅ Found 0 real pages\nCrawl discovered no pages.\n', 'Crawl discovered no pages.'],
  [
    'the browser failed',
    '     ❌ Error: net::ERR_NAME_NOT_RESOLVED at https://example.com/\n',
    'net::ERR_NAME_NOT_RESOLVED at https://example.com/',
  ],
  ['its program failed', 'Crawl failed: Command failed: node crawl.js\n', 'Command failed: node crawl.js'],
  ['it ended in JSON', '{"event":"complete","mode":"crawl","total":0,"error":"No pages discovered"}\n', 'No pages discovered'],
])('a crawl without a final JSON fails with the message of its log if %s', async (_, text, message) => {
  const error = await failureOf(crawlResult(`Opening\n${text}`));
  expect(isJobError(error)).toBe(true);
  expect((error as PlatformError).message).toBe(message);
});

it('a crawl returns the JSON of its last line as its result, without a delimiter', async () => {
  await expect(crawlResult('Opening\n{"success":true,"message":"All of it"}\n')).resolves.toEqual({ success: true, message: 'All of it' });
});

it('a crawl sends a depth of 0', async () => {
  const { converter, sent } = wire([log(`${metadata}\n`)]);
  await converter.crawl({ url, depth: 0 }).result();
  expect(sent[0]?.body).toBe('{"url":"https://example.com/a","depth":0,"format":"stream"}');
});

const treeResult = (text: string) =>
  wire([log(text)])
    .converter.crawl({ url, treeOnly: true })
    .result();
const final = (document: object): string => `\n__JSON__${JSON.stringify(document)}`;

it('a crawl with treeOnly returns a tree that is a string', async () => {
  const tree = '/  # Docs\n├── a\n└── b\n';
  const document = { success: true, tree, urls: [url], stats: { depth: 3, maxPages: 50 } };
  await expect(treeResult(`Discovering\n${final(document)}`)).resolves.toEqual(document);
});

it('a crawl with treeOnly that found nothing fails with its last log line', async () => {
  const said = '     ❌ Error: net::ERR_FAILED\nCrawl discovered no pages.';
  const error = await failureOf(treeResult(`${said}\n${final({ success: true, tree: said, urls: [], stats: {} })}`));
  expect(isJobError(error)).toBe(true);
  expect(error).toMatchObject({ message: 'Crawl discovered no pages.' });
});

it('a crawl with treeOnly is truncated without a final JSON, whatever its log', async () => {
  const error = await failureOf(treeResult('Site Metadata: /s\n'));
  expect(error).toMatchObject({ kind: 'truncated' });
});

const places: Readonly<Record<string, (document: unknown) => Response>> = {
  'after the delimiter': (document) => log(`Opening\n__JSON__${JSON.stringify(document)}`),
  'in the last line': (document) => log(`Opening\n${JSON.stringify(document)}\n`),
  'as plain JSON': (document) => json(document),
};
const operations = {
  convert: jobs.convert,
  batch: jobs.batch,
  tree: (answer: Response) => wire([answer]).converter.crawl({ url, treeOnly: true }),
  crawl: jobs.crawl,
};
const documents: readonly (readonly [string, unknown, (keyof typeof operations)[], string])[] = [
  ['only an error', { error: 'boom' }, ['convert', 'batch', 'tree', 'crawl'], 'http'],
  ['an error in an object', { error: { message: 'boom' } }, ['convert', 'batch', 'tree', 'crawl'], 'http'],
  ['a success and an error', { success: true, error: 'boom' }, ['convert', 'batch', 'tree'], 'http'],
  ['a failure without a message', { success: false }, ['convert', 'batch', 'tree', 'crawl'], 'http'],
  ['an empty object', {}, ['convert', 'batch', 'tree', 'crawl'], 'invalid-response'],
  [
    'null for everything',
    { markdown: null, results: null, tree: null, urls: null },
    ['convert', 'batch', 'tree', 'crawl'],
    'invalid-response',
  ],
  ['only a success', { success: true }, ['convert', 'batch', 'tree'], 'invalid-response'],
  ['a success with a message', { success: true, message: 'Done' }, ['convert', 'batch', 'tree'], 'invalid-response'],
  ['an array', [{ success: true, markdown: '# A' }], ['convert', 'batch', 'tree', 'crawl'], 'invalid-response'],
  ['a string', '# A', ['convert', 'batch', 'tree', 'crawl'], 'invalid-response'],
];

it.each(['throw', 'report', 'off'] as const)(
  'a final JSON without content is an error for every job, with validation %s',
  async (validation) => {
    const wrong: string[] = [];
    for (const [name, document, operationNames, kind] of documents)
      for (const [place, answer] of Object.entries(places))
        for (const operation of operationNames) {
          const { converter } = wire([answer(document)], { validation });
          const ask = {
            convert: () => converter.convert({ url }),
            batch: () => converter.batch({ urls: [url] }),
            crawl: () => converter.crawl({ url }),
            tree: () => converter.crawl({ url, treeOnly: true }),
          };
          const error = await ask[operation]()
            .result()
            .catch((thrown: unknown) => thrown as PlatformError);
          const found = error instanceof Error ? error.kind : 'success';
          // A JSON line that is neither a result nor a failure is a line of the log.
          const expected = [kind, ...(place === 'in the last line' ? ['truncated'] : [])];
          if (!expected.includes(found)) wrong.push(`${operation} with ${name} ${place}: ${found}`);
        }
    expect(wrong).toEqual([]);
  },
);

it('a job without content fails with the message of the service', async () => {
  for (const document of [{ error: 'boom' }, { error: { message: 'boom' } }, { success: false, message: 'boom' }]) {
    const error = await failureOf(jobs.convert(places['after the delimiter']!(document)).result());
    expect(error).toMatchObject({ message: 'boom', body: document, received: { log: ['Opening'] } });
  }
});
