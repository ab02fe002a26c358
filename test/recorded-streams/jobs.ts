/**
 * Responses in the formats that the published source code of the converter writes. Document 3 of the API specification allows all of them.
 * The result of a response must not depend on its chunks.
 */
import { crawls } from './crawls.ts';
import {
  ESCAPE,
  events,
  final,
  JSON_TYPE,
  lines,
  NDJSON,
  PAGES,
  reading,
  RULE,
  SUMMARY,
  TEXT,
  url,
  type RecordedResponse,
} from './recorded-response.ts';

export type { RecordedResponse } from './recorded-response.ts';

const convert = reading((converter) => converter.convert({ url }));
const batch = reading((converter) => converter.batch({ urls: [url, `${url}/a`, `${url}/b`] }));

const page = {
  success: true,
  url,
  markdown: '# Guide\n\nGrüße, 世界 🌍.\n',
  cache: 'miss',
  method: 'browser',
  tokens: { html: 812, md: 9 },
  metadata: { title: 'Guide', description: null },
  quality: { wordCount: 3, headings: 1 },
};
const withText = (markdown: string): object => ({ success: true, url, markdown });

const STEPS = lines(
  '',
  `  ${ESCAPE}[1mconverter${ESCAPE}[0m — Single Mode`,
  `  ${RULE}`,
  '  ⏳ Fetch...',
  '  ✅ Fetch (1.20s)',
  '  ⏳ Extract...',
  '  ✅ Extract (0.31s)',
  `  ${ESCAPE}[1m✨ Done!${ESCAPE}[0m`,
);

const conversions: readonly RecordedResponse[] = [
  { name: 'convert: from the cache', contentType: TEXT, body: `[Cache Hit] Served.\n${final({ ...page, cache: 'hit' })}`, read: convert },
  { name: 'convert: steps in colour', contentType: TEXT, body: STEPS + final(page), read: convert },
  { name: 'convert: no log', contentType: TEXT, body: `__JSON__${JSON.stringify(page)}`, read: convert },
  {
    name: 'convert: delimiters in the Markdown',
    contentType: TEXT,
    body: `Opening\n${final(withText('Ends with __JSON__{} or __JSON__[] or __JSON__12 or\n__JSON__{"success":true,"markdown":"no"}\nor __JSON__'))}`,
    read: convert,
  },
  {
    name: 'convert: delimiters in the log',
    contentType: TEXT,
    body: `Behind __JSON__ comes JSON\nsuch as __JSON__{} or __JSON__[1, {"a": "b\n__JSON__\n__JSON__{"a":1} no\n__JSON__${final(page)}`,
    read: convert,
  },
  {
    name: 'convert: escapes in the Markdown',
    contentType: TEXT,
    body: `Opening\n\n__JSON__{"success":true,"url":"${url}","markdown":"\\u005f_JSON__{\\"a\\":\\"\\\\\\"} \\ud83c\\udf0d \\\\"}`,
    read: convert,
  },
  { name: 'convert: a final JSON over several lines', contentType: TEXT, body: `Opening\n${final(page, 2)}\r\n \n`, read: convert },
  {
    name: 'convert: lines of terminals',
    contentType: TEXT,
    body: ` 10%\r 50%\r${ESCAPE}[2K100%\r\nDone\r\n${final(withText('# A'))}`,
    read: convert,
  },
  {
    name: 'convert: codes around the final JSON',
    contentType: TEXT,
    body: `Opening\n\n__JSON__${ESCAPE}[32m${JSON.stringify(page)}${ESCAPE}[0m\u0000\u200b\n`,
    read: convert,
  },
  {
    name: 'convert: an empty page with an error',
    contentType: TEXT,
    body: `Opening\n${final({ ...withText(''), error: 'Too slow' })}`,
    read: convert,
  },
  { name: 'convert: an empty page', contentType: TEXT, body: `Opening\n${final(withText(''))}`, read: convert },
  {
    name: 'convert: a page with the status 404',
    contentType: TEXT,
    body: STEPS + final({ ...page, markdown: '# 404\n\nPage not found\n', metadata: { title: '404: Not Found' } }),
    read: convert,
  },
  {
    name: 'convert: a failure after the delimiter',
    contentType: TEXT,
    body: `  ❌ Fetch failed (20.1s)\n\nFetch failed.\n${final({ success: false, error: 'Output markdown not found' })}`,
    read: convert,
  },
  { name: 'convert: an error without success', contentType: TEXT, body: `Opening\n${final({ error: 'Too many pages' })}`, read: convert },
  { name: 'convert: a success without a page', contentType: TEXT, body: `Opening\n${final({ success: true })}`, read: convert },
  { name: 'convert: an empty object', contentType: TEXT, body: `Opening\n${final({})}`, read: convert },
  { name: 'convert: a failure in a line', contentType: TEXT, body: 'Error: HTTP 403\n', read: convert },
  {
    name: 'convert: events in JSON',
    contentType: NDJSON,
    body:
      events(
        { event: 'start', mode: 'single', target: url },
        { event: 'step', step: 'fetch', status: 'complete', elapsed: 1.2, result: { success: true, method: 'puppeteer', url } },
        { event: 'job_complete', url, words: 3 },
        { event: 'complete', mode: 'single', success: 1, failed: 0 },
      ) + JSON.stringify(page),
    read: convert,
  },
  { name: 'convert: plain JSON', contentType: JSON_TYPE, body: JSON.stringify(page), read: convert },
  {
    name: 'convert: plain JSON of a failure',
    contentType: JSON_TYPE,
    body: JSON.stringify({ success: false, error: 'Step exceeded 120-second timeout', code: 'TIMEOUT', method: 'unknown' }),
    read: convert,
  },
];

const fates = [
  { url, success: true, markdown: '# A __JSON__{} B', htmlTokens: 10, mdTokens: 2 },
  { url: `${url}/a`, success: false },
];

const batches: readonly RecordedResponse[] = [
  {
    name: 'batch: failures without a reason',
    contentType: TEXT,
    body: PAGES + SUMMARY + final({ success: true, results: fates }),
    read: batch,
  },
  {
    name: 'batch: every page failed',
    contentType: TEXT,
    body: PAGES + final({ success: false, results: [{ url, success: false, error: 'HTTP 500' }] }),
    read: batch,
  },
  {
    name: 'batch: pages in the log',
    contentType: TEXT,
    body: events(fates[0] as object, { url: `${url}/a`, success: false, error: 'Too slow' }) + final({ success: true, results: fates }),
    read: batch,
  },
  { name: 'batch: all from the cache', contentType: JSON_TYPE, body: JSON.stringify({ success: true, results: fates }), read: batch },
  { name: 'batch: a success without results', contentType: TEXT, body: PAGES + final({ success: true }), read: batch },
  { name: 'batch: a log that ends', contentType: TEXT, body: PAGES + SUMMARY, read: batch },
];

/** Recorded responses of convert, batch and crawl. */
export const jobs: readonly RecordedResponse[] = [...conversions, ...batches, ...crawls];
