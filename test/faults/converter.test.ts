import type { PlatformError } from '@platform-sdk/core';
import type { JobEvent, JobReceived } from '@platform-sdk/converter';
import { describe, expect, it } from 'vitest';
import { begun, chunked, headers, lines, page, scene, url, whole } from './converter-scene.ts';
import { close, inTurn, stall, type Reaction } from './fault-server.ts';
import { failureOf } from './signed-in-clients.ts';

it('a conversion that is cut off at any byte returns its result, or fails with the received lines', async () => {
  const bytes = Buffer.from(whole);
  const cuts = Array.from({ length: bytes.length + 1 }, (_, cut) => cut);
  const { converter } = await scene(
    inTurn(...(cuts.map((cut) => close(Buffer.concat([Buffer.from(headers), bytes.subarray(0, cut)]))) as [Reaction])),
  );
  const outcomes: unknown[] = [];
  const received: unknown[] = [];
  for (const cut of cuts) {
    const outcome = await converter
      .convert({ url })
      .result()
      .catch((error: unknown) => error as PlatformError);
    outcomes.push('kind' in outcome ? outcome.kind : outcome);
    if ('kind' in outcome && cut >= Buffer.byteLength(lines)) received.push((outcome.received as JobReceived).log.slice(0, 2));
  }
  expect(outcomes).toEqual(cuts.map((cut) => (cut === 0 ? 'invalid-response' : cut === bytes.length ? page : 'truncated')));
  expect(received).toEqual(received.map(() => begun));
  expect(received).toHaveLength(bytes.length - Buffer.byteLength(lines));
});

it('a conversion whose connection is reset fails as interrupted, with the received lines', async () => {
  const { converter, server } = await scene(stall(chunked(lines)));
  const seen: string[] = [];
  const work = (async () => {
    for await (const event of converter.convert({ url })) {
      if (event.type !== 'result') seen.push(event.text);
      if (seen.length === 2) server.resetAll();
    }
  })();
  await expect(failureOf(work)).resolves.toMatchObject({
    kind: 'interrupted',
    operation: 'converter.convert',
    outcome: 'likely-applied',
    status: 200,
    received: { log: begun },
  });
  expect(seen).toEqual(begun);
});

it('a conversion fails as interrupted if the last chunk of its body is missing', async () => {
  const { converter } = await scene(close(chunked(lines)));
  await expect(failureOf(converter.convert({ url }).result())).resolves.toMatchObject({ kind: 'interrupted', received: { log: begun } });
});

it('a conversion is complete if the connection is reset after its result', async () => {
  const { converter, server } = await scene(stall(chunked(whole)));
  const events: JobEvent<unknown>[] = [];
  for await (const event of converter.convert({ url })) {
    events.push(event);
    if (events.length === 2) server.resetAll();
  }
  expect(events.at(-1)).toEqual({ type: 'result', result: page });
});

describe('the end of a crawl', () => {
  const result = { success: true, message: 'Crawled 2 pages' };
  const last = 'Site Metadata: /sites/example.com/site.json';
  const crawled = `${lines}${last}`;

  it('a crawl whose log ends with a success line but no delimiter is complete, and the line is the result', async () => {
    const { converter } = await scene(close(`${headers}${crawled}\n`));
    await expect(converter.crawl({ url }).result()).resolves.toEqual({ success: true, message: last, fromLog: true });
  });

  it('a crawl fails if it is cut off within the delimiter or after it', async () => {
    for (const behind of ['__JSON__', '__JSON__\n']) {
      const tail = behind + JSON.stringify(result, undefined, 1);
      const cuts = Array.from({ length: tail.length }, (_, index) => index + 1);
      const { converter } = await scene(inTurn(...(cuts.map((cut) => close(`${headers}${crawled}\n${tail.slice(0, cut)}`)) as [Reaction])));
      const outcomes: unknown[] = [];
      for (const _ of cuts) {
        const outcome = converter
          .crawl({ url })
          .result()
          .catch((error: unknown) => (error as PlatformError).kind);
        outcomes.push(await outcome);
      }
      expect(outcomes).toEqual(cuts.map((cut) => (cut === tail.length ? result : 'truncated')));
    }
  });

  it('a crawl whose log contains the delimiter is complete', async () => {
    const { converter } = await scene(close(`${headers}Behind __JSON__ comes the result, by __init__\n${last}\n`));
    await expect(converter.crawl({ url }).result()).resolves.toMatchObject({ message: last, fromLog: true });
  });

  it('a crawl whose connection is reset after its success line fails as interrupted', async () => {
    const { converter, server } = await scene(stall(chunked(`${crawled}\n`)));
    const work = (async () => {
      for await (const event of converter.crawl({ url })) if (event.type === 'log' && event.text === last) server.resetAll();
    })();
    await expect(failureOf(work)).resolves.toMatchObject({ kind: 'interrupted', received: { log: [...begun, last] } });
  });
});

const urls = ['https://example.com/a', 'https://example.com/b', 'https://example.com/c'];
const report = (at: number): string => `${JSON.stringify({ url: urls[at], success: true, markdown: `# ${at}` })}\n`;

it('batch.resume converts only the pages that an interrupted batch has not reported', async () => {
  const rest = { success: true, results: [{ url: urls[2], success: true, markdown: '# 2' }] };
  const { converter, server } = await scene(
    inTurn(close(chunked(report(0) + report(1))), close(`${headers}\n__JSON__${JSON.stringify(rest)}`)),
  );
  const error = await failureOf(converter.batch({ urls }).result());
  expect(error).toMatchObject({ kind: 'interrupted', received: { results: [{ url: urls[0] }, { url: urls[1] }] } });
  const { results } = await converter.batch.resume(error).result();
  expect(results.map(({ markdown }) => markdown)).toEqual(['# 0', '# 1', '# 2']);
  expect(server.requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { urls, format: 'stream' },
    { urls: [urls[2]], format: 'stream' },
  ]);
});

it.each<[string, string, object, readonly string[]]>([
  ['before its first line', headers, { firstEventMs: 30 }, []],
  ['after some lines', headers + lines, { idleMs: 30 }, begun],
  ['within its result', headers + whole.slice(0, -1), { idleMs: 30 }, begun],
])('a job that stalls %s fails as stalled', async (_, bytes, options, log) => {
  const { converter, server } = await scene(stall(bytes));
  const error = await failureOf(converter.convert({ url }, options).result());
  expect(error).toMatchObject({ kind: 'stalled', operation: 'converter.convert', outcome: 'likely-applied', received: { log } });
  await server.until(() => server.open() === 0);
  expect(server.requests).toHaveLength(1);
});

it('a job that stalls after its result is complete, and its connection closes', async () => {
  const { converter, server } = await scene(stall(headers + whole));
  await expect(converter.convert({ url }, { idleMs: 30 }).result()).resolves.toEqual(page);
  await server.until(() => server.open() === 0);
  expect(server.connections()).toBe(1);
});

it('a crawl that stalls before its result fails', async () => {
  const { converter } = await scene(stall(`${headers}${lines}`));
  await expect(failureOf(converter.crawl({ url }, { idleMs: 30 }).result())).resolves.toMatchObject({ kind: 'stalled' });
});

it('a stalled job fails after its timeoutMs', async () => {
  const { converter, server } = await scene(stall(headers + lines));
  await expect(failureOf(converter.convert({ url }, { timeoutMs: 200 }).result())).resolves.toMatchObject({ kind: 'timeout' });
  await server.until(() => server.open() === 0);
});
