import { isJobError } from '@platform-sdk/converter';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { all, failureOf, log, wire } from './wire.ts';

const url = 'https://example.com/a';
const other = 'https://example.com/b';
const page = { success: true, url, markdown: '# A' };
const final = (document: unknown): string => `\n__JSON__${JSON.stringify(document)}`;
const encoder = new TextEncoder();

/** Returns a response that sends these pieces, and then ends, breaks, or stays open. */
const response = (pieces: readonly string[], ending: 'end' | 'break' | 'open', headers: Record<string, string> = {}): Response => {
  let next = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces[next++];
      if (piece !== undefined) controller.enqueue(encoder.encode(piece));
      else if (ending === 'end') controller.close();
      else if (ending === 'break') controller.error(new TypeError('terminated'));
      else return new Promise<void>(() => undefined);
      return undefined;
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'text/plain', ...headers } });
};
/** Creates a converter client that gets this response. The response itself is passed, because a clone would not break. */
const converterOf = (answer: Response) => wire([], { fetch: async () => answer }).converter;

/** Returns the end of a job: its result, or the kind of its error. */
const outcomeOf = (job: { result(): Promise<unknown> }): Promise<unknown> =>
  job.result().catch((error: unknown) => (error as { kind: unknown }).kind);

const quote = 'example: __JSON__{"success":true,"url":"u","markdown":"from the docs"}';
const whole = `Fetching\n${quote}\nDone${final(page)}`;
const cut = whole.slice(0, whole.indexOf(quote) + quote.length);
const length = { 'Content-Length': String(encoder.encode(whole).length) };

it.each<[string, Response, string]>([
  ['a break', response([cut], 'break', length), 'interrupted'],
  ['a break after a line end', response([cut, '\n'], 'break', length), 'interrupted'],
  ['an early end', response([cut], 'end', length), 'interrupted'],
  ['a break of a compressed body', response([cut], 'break', { 'Content-Length': '20', 'Content-Encoding': 'gzip' }), 'interrupted'],
])('a job ignores a result that its log quotes before the declared length: %s', async (_, answer, kind) => {
  await expect(outcomeOf(converterOf(answer).convert({ url }))).resolves.toBe(kind);
});

it('a job whose connection breaks at any byte before the declared length is interrupted', async () => {
  const outcomes = new Set<unknown>();
  for (let at = 0; at < whole.length; at++)
    outcomes.add(await outcomeOf(converterOf(response([whole.slice(0, at)], 'break', length)).convert({ url })));
  expect([...outcomes]).toEqual(['interrupted']);
});

it.each<[string, Response]>([
  ['the declared length arrived', response([whole], 'end', length)],
  ['the declared length arrived in pieces', response([whole.slice(0, 9), whole.slice(9)], 'end', length)],
  ['the declared length arrived and the connection broke', response([whole], 'break', length)],
  ['no length is declared and the connection broke', response([whole], 'break')],
  [
    'the declared length is that of the compressed body',
    response([whole], 'end', { 'Content-Length': '999999', 'Content-Encoding': 'gzip' }),
  ],
  ['the content encoding is identity', response([whole], 'end', { ...length, 'Content-Encoding': 'identity' })],
])('a job returns the last result, not a result that its log quotes, if %s', async (_, answer) => {
  await expect(outcomeOf(converterOf(answer).convert({ url }))).resolves.toEqual(page);
});

const json = JSON.stringify(page);

it.each<[string, string]>([
  ['a colour reset after it', `${json}\u001b[0m\n`],
  ['colours around it', `\u001b[32m${json}\u001b[39m`],
  ['an 8-bit control code before it', `\u009b1m${json}`],
  ['a window title after it', `${json}\u001b]0;done\u0007\n`],
  ['NUL after it', `${json}\0\0`],
  ['NUL before it', `\0\0${json}`],
  ['a zero-width character after it', `${json}\u200b`],
  ['a byte order mark before it', `\uFEFF${json}`],
  ['a byte order mark after it', `${json}\uFEFF\n`],
  ['a bell and a backspace after it', `${json}\u0007\b`],
  ['all of them', `\uFEFF\u200b\u001b[1m\0${json} \0\u001b[0m\u2060\r\n`],
])('a job accepts a final JSON with padding: %s', async (_, text) => {
  const bytes = encoder.encode(`Opening\n__JSON__${text}`);
  for (const type of ['text/plain', 'application/x-ndjson']) {
    await expect(outcomeOf(converterOf(log(`Opening\n__JSON__${text}`, type)).convert({ url }))).resolves.toEqual(page);
    const single = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    const answer = new Response(single, { headers: { 'Content-Type': type } });
    await expect(outcomeOf(converterOf(answer).convert({ url }))).resolves.toEqual(page);
  }
  // The JSON is the whole response, or its last line.
  for (const type of ['application/json', 'application/x-ndjson'])
    await expect(outcomeOf(converterOf(log(text, type)).convert({ url }))).resolves.toEqual(page);
});

it('padding characters within the strings of a final JSON are kept', async () => {
  const markdown = '\u200bA\uFEFF\u200d';
  const line = JSON.stringify({ ...page, markdown });
  for (const text of [`__JSON__${line}`, `a\n${line}\n`])
    await expect(converterOf(log(text)).convert({ url }).result()).resolves.toMatchObject({ markdown });
});

it('a job yields a log line after a result with padding, and returns the last result', async () => {
  const text = `a\n__JSON__${json}\u001b[0m\nb${final({ ...page, markdown: '# B' })}`;
  const pieces = text.split(/(?<=[}m\n])/);
  await expect(all(converterOf(response(pieces, 'end')).convert({ url }))).resolves.toEqual([
    { type: 'log', text: 'a' },
    { type: 'log', text: `__JSON__${json}` },
    { type: 'log', text: 'b' },
    { type: 'result', result: { ...page, markdown: '# B' } },
  ]);
});

describe('keep-alives after the final JSON', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const beating = (beat: string): Response => {
    let timer: ReturnType<typeof setInterval>;
    const body = new ReadableStream<Uint8Array>({
      cancel: () => clearInterval(timer),
      start(controller) {
        controller.enqueue(encoder.encode(`Opening${final(page)}`));
        timer = setInterval(() => controller.enqueue(encoder.encode(beat)), 200);
      },
    });
    return new Response(body, { headers: { 'Content-Type': 'text/plain' } });
  };

  it.each(['\n', ' ', '\0', '\r\n', '\u200b', '\uFEFF', '\u001b[0m'])(
    'a job ends after idleMs, although keep-alives follow its final JSON: %j',
    async (beat) => {
      const began = performance.now();
      const ended = converterOf(beating(beat))
        .convert({ url }, { idleMs: 500, firstEventMs: 500 })
        .result()
        .then((result) => ({ result, ms: performance.now() - began }));
      await vi.advanceTimersByTimeAsync(10_000);
      const { result, ms } = await ended;
      expect(result).toEqual(page);
      expect(ms).toBeLessThan(1000);
    },
  );
});

const crawl = (text: string): Promise<unknown> =>
  converterOf(log(`Crawling\n${text}`))
    .crawl({ url })
    .result();
const printed =
  "Site Metadata: {\n  title: 'Errors: how they fail {',\n  error: null,\n  pages: 12,\n  og: { status: 'draft' },\n  list: [ 'a', 'b' ]\n}";

it.each<[string, string]>([
  ['{"type":"complete","mode":"crawl","success":false,"message":"Target crashed"}\nClosing browser\n', 'Target crashed'],
  ['{"type":"complete","mode":"crawl","success":false,"message":"Target crashed"}\n', 'Target crashed'],
  ['{"type":"complete","mode":"crawl","status":"failed","message":"Target crashed"}\nClosing browser\n', 'Target crashed'],
  ['{"type":"complete","mode":"crawl","total":0,"success":0,"message":"Done"}\n', 'Done'],
  ['{"event":"complete","mode":"crawl","error":{"message":"Out of memory"}}\n', 'Out of memory'],
  ['{"event":"site_metadata","error":"No disk"}\n', 'No disk'],
  ['Crawl finished with errors: browser crashed\n', 'Crawl finished with errors: browser crashed'],
  ['Crawl finished unexpectedly\n', 'Crawl finished unexpectedly'],
  ['Crawl completed: 0 pages, 12 failed\n', 'Crawl completed: 0 pages, 12 failed'],
  ['Crawl completed: 0 pages\n', 'Crawl completed: 0 pages'],
  ['Crawl completed: 10 pages, 2 failed\n', 'Crawl completed: 10 pages, 2 failed'],
  ['Crawl completed (exit code 1)\n', 'Crawl completed (exit code 1)'],
  ['Crawl finished failed/crashed\n', 'Crawl finished failed/crashed'],
  ['Site Metadata: Error: no disk\n', 'Site Metadata: Error: no disk'],
  ['Site Metadata: {"pages":0}\n', 'Site Metadata: {"pages":0}'],
  ["Site Metadata: {\n  error: 'No disk'\n}\n", "Site Metadata: {\n  error: 'No disk'\n}"],
  ["Site Metadata: {\n  status: 'failed',\n  errors: []\n}\n", "Site Metadata: {\n  status: 'failed',\n  errors: []\n}"],
  ['Site Metadata: /s/site.json\nBrowser crashed\n', 'Browser crashed'],
  ['Site Metadata: /s/site.json\nExit code 137\n', 'Exit code 137'],
  ['Site Metadata: /s/site.json\nClosing browser\nError: no disk\n', 'no disk'],
  [`${printed}\nError: no disk\nClosing browser\n`, 'no disk'],
  ['Site Metadata: {\nError: no disk\n', 'no disk'],
  ['Error: boom\nBrowser crashed\n', 'boom'],
  ['Uncaught TypeError: x\n', 'x'],
])('a crawl without a final JSON fails with the message in %j', async (text, message) => {
  const error = await failureOf(crawl(text));
  expect(isJobError(error)).toBe(true);
  expect(error).toMatchObject({ message, outcome: 'unknown' });
});

it.each([
  'Site Metadata: {\n',
  'Site Metadata: {\n  pages: 3,\n',
  'Site Metadata: {\n  pages: [ 3 }\n',
  'Site Metadata: {"pages":3\n',
  'Site Metadata: null\n',
  'Site Metadata: undefined\n',
  'Site Metadata: how to\n',
  'Site Metadata:\n',
  'Site Metadata:\nFetching\n',
  printed,
  `${printed}\nFetching page 2\n`,
  'Crawl completed perhaps\n',
  'Crawl completed 3/10 pages\n',
  'Site Metadata: 0/12\n',
  'Crawl finished page order is wrong\n',
  'Crawl done? Ask somebody\n',
])('a crawl without a final JSON is truncated if its last line is unknown: %j', async (text) => {
  await expect(failureOf(crawl(text))).resolves.toMatchObject({ kind: 'truncated' });
});

it.each<[string, string]>([
  [`${printed}\n`, printed],
  [`${printed}\nClosing browser\n`, printed],
  ['Site Metadata: {"pages":12,"errors":[],"error":null}\n', 'Site Metadata: {"pages":12,"errors":[],"error":null}'],
  ['Site Metadata:\n{\n  "pages": 12\n}\n', 'Site Metadata:\n{\n  "pages": 12\n}'],
  ['Site Metadata: C:\\sites\\my docs\\site.json\n', 'Site Metadata: C:\\sites\\my docs\\site.json'],
  ['Site Metadata: /sites/error-pages.example.com/site.json\n', 'Site Metadata: /sites/error-pages.example.com/site.json'],
  ['✨ Crawl completed successfully: 12 pages, 0 failed, in 3.2s\n', '✨ Crawl completed successfully: 12 pages, 0 failed, in 3.2s'],
  ['Crawl complete!\nBrowser closed\n', 'Crawl complete!'],
  ['Crawling finished without errors for https://failed.example.com\n', 'Crawling finished without errors for https://failed.example.com'],
  ['{"type":"complete","mode":"crawl","success":12,"failed":0,"message":"All done"}\n', 'All done'],
  [
    '{"event":"complete","mode":"crawl","status":"completed"}\nBrowser closed\n',
    '{"event":"complete","mode":"crawl","status":"completed"}',
  ],
])('a crawl without a final JSON succeeds if its last line reports success: %j', async (text, message) => {
  await expect(crawl(text)).resolves.toEqual({ success: true, message, fromLog: true });
});

it('a crawl without a final JSON never succeeds if its log is truncated', async () => {
  const text = `Crawling\n${printed}\n`;
  for (let at = 0; at < text.length; at++)
    await expect(outcomeOf(converterOf(log(text.slice(0, at) || ' ')).crawl({ url }))).resolves.toMatch(/^(?:truncated|invalid-response)$/);
});

const jobs = {
  convert: (answer: Response) => wire([answer], { validation: 'report' }).converter.convert({ url }),
  tree: (answer: Response) => wire([answer], { validation: 'report' }).converter.crawl({ url, treeOnly: true }),
  crawl: (answer: Response) => wire([answer], { validation: 'report' }).converter.crawl({ url }),
};

it.each<[keyof typeof jobs, object, string, string]>([
  ['convert', { success: true, markdown: '', error: 'Timeout after 120s' }, 'http', 'Timeout after 120s'],
  ['convert', { success: true, markdown: ' \n', error: { message: 'Timeout' } }, 'http', 'Timeout'],
  ['convert', { success: 0, markdown: '', message: 'Timeout' }, 'http', 'Timeout'],
  ['convert', { success: 'false', markdown: '# A', error: 'Timeout' }, 'http', 'Timeout'],
  ['convert', { success: true, markdown: 7 }, 'invalid-response', 'markdown'],
  ['convert', { success: true, markdown: { text: '# A' } }, 'invalid-response', 'markdown'],
  ['convert', { success: true, markdown: null }, 'invalid-response', 'markdown'],
  ['tree', { success: true, tree: 'Crawl discovered no pages.' }, 'http', 'Crawl discovered no pages.'],
  ['tree', { success: true, tree: ' ❌ Error: net::ERR_FAILED\n' }, 'http', 'net::ERR_FAILED'],
  ['tree', { success: true, tree: 'Error: boom', urls: [] }, 'http', 'boom'],
  ['tree', { success: true, tree: {}, urls: [] }, 'invalid-response', 'urls'],
  ['tree', { success: true, tree: 7 }, 'invalid-response', 'urls'],
  ['tree', { success: true, tree: ' \n' }, 'invalid-response', 'urls'],
  ['crawl', { success: true, message: 'Crawl discovered no pages.' }, 'http', 'Crawl discovered no pages.'],
  ['crawl', { success: true, error: 'boom' }, 'http', 'boom'],
  ['crawl', { success: 0, message: 'Nothing' }, 'http', 'Nothing'],
])('%s fails for the final JSON %j', async (name, document, kind, words) => {
  for (const answer of [log(`Opening${final(document)}`), Response.json(document)]) {
    const error = await failureOf(jobs[name](answer).result());
    expect(error).toMatchObject({ kind, status: 200 });
    expect((error as Error).message).toContain(words);
  }
});

it.each<[keyof typeof jobs, object]>([
  ['convert', { success: true, url, markdown: '' }],
  ['convert', { success: true, url, markdown: '# A', error: 'An image is missing' }],
  ['convert', { url, markdown: '# A', error: null }],
  ['convert', { url, markdown: '# A', error: '' }],
  ['convert', { url, markdown: '# A', error: false }],
  ['tree', { success: true, tree: '/  # Docs\n└── a\n' }],
  ['tree', { success: true, tree: 'Error: how they work', urls: [url] }],
  ['crawl', { success: true, message: 'Crawled 3 pages', error: null }],
])('%s succeeds for the final JSON %j', async (name, document) => {
  await expect(jobs[name](log(`Opening${final(document)}`)).result()).resolves.toEqual(document);
});

const good = (address: string) => ({ url: address, success: true, markdown: '# A' });
const lost = (address: string) => ({ url: address, success: false, error: 'The response has no readable result of this page.' });
const batch = (document: object, urls: string[] = [url, other]) => {
  const { converter, sent } = wire([log(`Opening${final(document)}`), log(final({ success: true, results: urls.map(good) }))], {
    validation: 'report',
  });
  return { converter, sent, job: converter.batch({ urls }) };
};

it.each<[string, unknown[]]>([
  ['no item', []],
  ['null', [null, good(other)]],
  ['a number as the URL', [{ ...good(url), url: 1 }, good(other)]],
  ['a missing `success`', [{ url, markdown: '# A' }, good(other)]],
  ['a string', ['# A', good(other)]],
  ['an array', [[good(url)], good(other)]],
])('a batch reports a page without a readable result as failed, and resume sends it: %s', async (_, results) => {
  const { converter, job, sent } = batch({ success: true, results });
  const result = await job.result();
  expect(result.results).toEqual(results.length === 0 ? [lost(url), lost(other)] : [lost(url), good(other)]);
  expect(result.success).toBe(false);
  await converter.batch.resume(result).result();
  expect(JSON.parse(sent[1]!.body)).toMatchObject({ urls: results.length === 0 ? [url, other] : [url] });
});

it.each<[string, object, string]>([
  ['missing', { url, success: true }, 'The response has no Markdown of this page.'],
  ['a number', { url, success: true, markdown: 7 }, 'The response has no Markdown of this page.'],
  ['empty next to an error', { url, success: true, markdown: '', error: 'Too slow' }, 'Too slow'],
])('a batch reports a successful page as failed if its Markdown is %s', async (_, item, error) => {
  const { results } = await batch({ success: true, results: [item, good(other)] }).job.result();
  expect(results).toMatchObject([{ url, success: false, error }, good(other)]);
});

it('the error of a broken batch reports pages without Markdown as failed', async () => {
  const lines = [{ url, success: true }, good(other)].map((item) => `${JSON.stringify(item)}\n`).join('');
  const { converter } = wire([log(lines)]);
  const error = await failureOf(converter.batch({ urls: [url, other] }).result());
  expect(error).toMatchObject({ kind: 'truncated', received: { results: [{ url, success: false }, good(other)] } });
});

it('a batch keeps a page that the service returns under another URL', async () => {
  const moved = good('https://www.example.com/a');
  const { results, success } = await batch({ success: true, results: [moved, good(other)] }).job.result();
  expect(success).toBe(true);
  expect(results).toEqual([good(other), moved]);
});
