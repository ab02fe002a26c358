import { isPlatformError } from '@platform-sdk/core';
import { longCount } from '@platform-sdk/test-helpers';
import { expect, it } from 'vitest';
import { log, wire } from './wire.ts';

const url = 'https://example.com/a';
const DEPTH = longCount(15_000, 50_000);
const encoder = new TextEncoder();
const deep = (open: string, close: string, inner = '1', depth = DEPTH): string => open.repeat(depth) + inner + close.repeat(depth);

/** Extreme and invalid bodies of jobs. */
const bodies: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>> = {
  'deeply nested arrays after the delimiter': `a\n__JSON__${deep('[', ']')}`,
  'deeply nested objects after the delimiter': `a\n__JSON__${deep('{"a":', '}')}`,
  'a deeply nested failure': `a\n__JSON__{"success":false,"error":"boom","body":${deep('[', ']')}}`,
  'a deeply nested error': `a\n__JSON__{"error":${deep('{"message":', '}')}}`,
  'a deeply nested result': `a\n__JSON__{"success":true,"url":"${url}","markdown":"#","quality":{"a":${deep('[', ']')}},"results":[],"tree":${deep('[', ']')},"message":"m"}`,
  'a deeply nested line': `a\n{"type":"error","error":"boom","body":${deep('[', ']')}}\n`,
  'a deeply nested line of a page': `a\n{"url":"${url}","success":true,"body":${deep('[', ']')}}\n`,
  'a deeply nested last line': `a\n{"success":true,"url":${deep('[', ']')}}\n`,
  'truncated, deeply nested arrays': `a\n__JSON__${'['.repeat(DEPTH)}`,
  'invalid UTF-8': Uint8Array.from([
    0xff,
    0xfe,
    0x0a,
    0xc3,
    0x28,
    0x0a,
    ...encoder.encode('__JSON__{"success":true,"markdown":"'),
    0xf0,
    0x9f,
  ]),
  'invalid UTF-8 inside a result': Uint8Array.from([
    ...encoder.encode('__JSON__{"success":true,"url":"u","markdown":"'),
    0xff,
    ...encoder.encode('"}'),
  ]),
  '__proto__ everywhere':
    'a\n{"__proto__":{"url":"u","success":true}}\n__JSON__{"__proto__":{"markdown":"x"},"constructor":1,"success":true,"results":[{"__proto__":null}]}',
  'members that cannot be printed': 'a\n{"event":{"toString":1},"type":{"valueOf":1},"error":"x","url":[{}]}\n',
  'an error that is not a string': 'a\n__JSON__{"success":false,"error":{"toString":null},"message":7,"code":{}}',
  'invalid results': 'a\n__JSON__{"success":true,"markdown":{},"tree":7,"urls":{},"results":[[[]],null,7,{"url":{}},{"url":"http://["}]}',
  'a huge line': `${'x'.repeat(1024 * 1024 + 1)}\n`,
  'a huge line of JSON': `{"a":"${'x'.repeat(2 * 1024 * 1024)}"}\n`,
  'a long line of letters with which an error may begin': `${'tz'.repeat(300_000)}\n`,
  'a line of control codes': `${'\u001b]\u001b['.repeat(100_000)}\n`,
  'only control characters': '\u0000\u0001\u007f\n'.repeat(1000),
  'ten thousand delimiters': '__JSON__'.repeat(10_000),
  'a lone surrogate': 'a\n__JSON__{"success":false,"error":"\\ud800"}',
  'an invalid number': 'a\n__JSON__1-2-e',
  'invalid literals': 'a\n__JSON__{"success":truly}',
};

const ask = {
  convert: (answer: Response) => wire([answer], { validation: 'report' }).converter.convert({ url }),
  batch: (answer: Response) => wire([answer], { validation: 'report' }).converter.batch({ urls: [url] }),
  crawl: (answer: Response) => wire([answer], { validation: 'throw' }).converter.crawl({ url }),
  tree: (answer: Response) => wire([answer], { validation: 'report' }).converter.crawl({ url, treeOnly: true }),
};

it.each(Object.keys(bodies))('a job returns a result or throws a PlatformError for the body: %s', async (name) => {
  const untyped: string[] = [];
  for (const type of ['text/plain', 'application/json', 'application/x-ndjson'])
    for (const [operation, run] of Object.entries(ask))
      try {
        await run(new Response(bodies[name], { headers: { 'Content-Type': type } })).result();
      } catch (error) {
        // The error must also be serializable.
        if (!isPlatformError(error) || JSON.stringify(error) === '') untyped.push(`${operation}, ${type}: ${String(error)}`);
      }
  expect(untyped).toEqual([]);
});

it('a job rejects a result whose Markdown is only in its `__proto__`', async () => {
  const answer = log('a\n__JSON__{"success":true,"__proto__":{"markdown":"# A"}}');
  await expect(ask.convert(answer).result()).rejects.toMatchObject({ kind: 'invalid-response' });
});
