import { isJobFailure, isRateLimited } from '@platform-sdk/converter';
import type { PlatformError } from '@platform-sdk/core';
import { describe, expect, it } from 'vitest';
import { failureOf, log, wire } from './wire.ts';

const url = 'https://example.com/a';

/** The jobs that can fail so, and what each is asked for. */
const jobs = {
  convert: (answer: Response) => wire([answer]).converter.convert({ url }),
  batch: (answer: Response) => wire([answer]).converter.batch({ urls: [url] }),
  crawl: (answer: Response) => wire([answer]).converter.crawl({ url }),
};
const names = ['convert', 'batch', 'crawl'] as const;

describe.each(names)('%s', (name) => {
  it.each<[string, string]>([
    ['ends with a failure', 'Error: boom\n'],
    ['tells of one, and that it closes', 'Error: boom\nBrowser closed\n'],
    ['tells of one behind a sign, and that it cleans up', '❌ Error: boom\n🧹 Cleaning up\nExiting\n'],
    ['tells where one happened', 'Error: boom\n    at foo (x.js:1:1)\n    at async bar (y.js:2:2)\n'],
    ['tells where one happened, and that it closes', 'Error: boom\n    at foo (x.js:1:1)\nBrowser closed\n'],
    ['tells when one happened', '[12:00:00] Error: boom\n'],
    ['tells the day too', '2026-01-15T12:00:00.000Z error: boom\n'],
    ['ends with a failure in JSON', '{"type":"error","message":"boom"}\n'],
    ['ends with one that has the words alone', '{"error":"boom"}\n'],
    ['tells of one in JSON, and that it closes', '{"type":"error","message":"boom"}\nBrowser closed\n'],
  ])('fails where its log %s', async (_, text) => {
    const error = await failureOf(jobs[name](log(`Opening\n${text}`)).result());
    expect(isJobFailure(error)).toBe(true);
    expect(error).toMatchObject({ message: 'boom', operation: `converter.${name}`, status: 200, outcome: 'unknown' });
    expect((error as PlatformError).received).toMatchObject({ log: ['Opening', ...loggedBy(text)] });
  });

  it('fails with the code and the body of a failure in JSON', async () => {
    const error = await failureOf(jobs[name](log('{"type":"error","error":"boom","code":"BROWSER_ERROR"}\n')).result());
    expect(error).toMatchObject({ message: 'boom', code: 'BROWSER_ERROR', body: { type: 'error', code: 'BROWSER_ERROR' } });
  });

  it('fails with a result that says so, though it has an empty list', async () => {
    const answer = log('Opening\n__JSON__{"success":false,"error":"quota","code":"RATE_LIMITED","results":[]}');
    const error = await failureOf(jobs[name](answer).result());
    expect([isJobFailure(error), isRateLimited(error)]).toEqual([true, true]);
    expect(error).toMatchObject({ message: 'quota', code: 'RATE_LIMITED', received: { log: ['Opening'] } });
  });
});

/** What a log in plain text or JSON is told as. */
const loggedBy = (text: string): unknown[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => (line.includes('"message"') ? 'boom' : line));

describe('a crawl', () => {
  const result = (text: string) => jobs.crawl(log(text)).result();

  it.each([
    ['🕷️ 3/10 https://example.com/b', 'Error: boom\n🕷️ 3/10 https://example.com/b\n'],
    ['✅ done', 'Error: boom\n✅ done\n'],
    ['✅ done', 'Error: boom\n    at foo (x.js:1:1)\n✅ done\n'],
    ['Browser closed', 'Error: boom\n✅ done\nBrowser closed\n'],
    ['✅ done', '{"type":"error","message":"boom"}\n✅ done\n'],
    ['No Error: here', 'No Error: here\n'],
  ])('that goes on to %j after a failure has not failed', async (message, text) => {
    await expect(result(`Opening\n${text}`)).resolves.toEqual({ success: true, message, fromLog: true });
  });

  it.each([
    '{"type":"page","url":"https://example.com/b","success":false,"error":"404"}',
    '{"type":"page","url":"https://example.com/b","success":true}',
    '{"url":"https://example.com/b","error":"404"}',
  ])('is neither failed nor told by a page at its end: %s', async (line) => {
    await expect(result(`Opening\n${line}\n`)).resolves.toEqual({ success: true, message: 'https://example.com/b', fromLog: true });
  });

  it('takes a last line in JSON that is of no page for its result', async () => {
    await expect(result('Opening\n{"success":true,"message":"All of it"}\n')).resolves.toEqual({ success: true, message: 'All of it' });
  });

  it('may be no links deep', async () => {
    const { converter, sent } = wire([log('✅ done\n')]);
    await converter.crawl({ url, depth: 0 }).result();
    expect(sent[0]?.body).toBe('{"url":"https://example.com/a","depth":0,"format":"stream"}');
  });
});
