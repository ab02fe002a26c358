import { createPlatform } from '@platform-sdk/core';
import { createConverterClient, isJobError, type ConverterClient, type ConverterJob } from '@platform-sdk/converter';
import { describe, expect, it } from 'vitest';
import { headers, lines, page, scene, url, whole } from './converter-scene.ts';
import { answer, close, deadOrigin, inTurn, json, reset, stall, startFaultServer, type Reaction } from './fault-server.ts';
import { failureOf } from './signed-in-clients.ts';

const token = 'planted-converter-token-6e1d';
const html = answer(200, '<!doctype html><title>Proxy</title>', { 'Content-Type': 'text/html' });

/** Every job, by the name of its operation. */
const jobs: readonly (readonly [string, (converter: ConverterClient, options?: object) => ConverterJob<unknown>])[] = [
  ['converter.convert', (converter, options) => converter.convert({ url }, options)],
  ['converter.batch', (converter, options) => converter.batch({ urls: [url] }, options)],
  ['converter.crawl', (converter, options) => converter.crawl({ url }, options)],
];

describe.each(jobs)('%s', (operation, ask) => {
  it.each<[string, Reaction, object]>([
    ['an HTML page', html, { kind: 'invalid-response', outcome: 'unknown', status: 200 }],
    [
      'an HTML page as plain text',
      answer(200, '\n<html><body>Hi</body></html>', { 'Content-Type': 'text/plain' }),
      { kind: 'invalid-response' },
    ],
    [
      'an XML error of a storage',
      answer(200, '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>', { 'Content-Type': 'text/plain' }),
      { kind: 'invalid-response', outcome: 'unknown' },
    ],
    [
      'XML by its type',
      answer(200, '<Error><Code>AccessDenied</Code></Error>', { 'Content-Type': 'application/xml' }),
      { kind: 'invalid-response', outcome: 'unknown' },
    ],
    ['an empty response', answer(200), { kind: 'invalid-response', outcome: 'likely-applied' }],
    [
      'cut JSON',
      answer(200, '{"success":tr', { 'Content-Type': 'application/json' }),
      { kind: 'invalid-response', outcome: 'likely-applied' },
    ],
    ['a list instead of a result', json(200, [1]), { kind: 'invalid-response' }],
    ['a failure in JSON', json(200, { success: false, error: 'No', code: 'TIMEOUT' }), { kind: 'http', status: 200, code: 'TIMEOUT' }],
    ['400', json(400, { success: false, error: 'No', code: 'VALIDATION_ERROR' }), { kind: 'http', status: 400, outcome: 'rejected' }],
    [
      '429',
      json(429, { success: false, code: 'RATE_LIMITED' }, { 'Retry-After': '0' }),
      { kind: 'http', status: 429, outcome: 'rejected' },
    ],
    ['500', json(500, { success: false, code: 'BROWSER_ERROR' }), { kind: 'http', status: 500, outcome: 'unknown' }],
    ['503', json(503, { error: 'Busy', retryAfter: 0 }, { 'Retry-After': '0' }), { kind: 'http', status: 503, outcome: 'unknown' }],
    ['a redirect', answer(307, '', { Location: 'http://127.0.0.1:1/' }), { kind: 'redirect', status: 307, outcome: 'rejected' }],
    ['a reset', reset, { kind: 'network', outcome: 'unknown' }],
    ['a closed connection without a byte', close(), { kind: 'network', outcome: 'unknown' }],
    ['half of the headers', close('HTTP/1.1 200 OK\r\nContent-'), { kind: 'network', outcome: 'unknown' }],
  ])('a job fails after a single request if the response is %s', async (_, reaction, expected) => {
    const { converter, server } = await scene(reaction);
    await expect(failureOf(ask(converter).result())).resolves.toMatchObject({ operation, ...expected });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({ method: 'POST', headers: { accept: 'text/plain' } });
  });

  it('a job is retried after a 429 with retryOn429', async () => {
    const { converter, server } = await scene(
      inTurn(json(429, { code: 'RATE_LIMITED' }, { 'Retry-After': '0' }), json(200, { ...page, results: [] })),
    );
    await ask(converter, { retry: { retryOn429: true } }).result();
    expect(server.requests).toHaveLength(2);
  });

  it('a job fails with the outcome not-sent if the server is unreachable', async () => {
    const converter = createConverterClient({ baseUrl: await deadOrigin(), retry: { limit: 0 } });
    await expect(failureOf(ask(converter).result())).resolves.toMatchObject({ kind: 'network', operation, outcome: 'not-sent' });
  });

  it('a job sends nothing before its loop begins or its result is requested', async () => {
    const { converter, server } = await scene(close(headers + whole));
    const job = ask(converter);
    await expect((await fetch(server.origin)).text()).resolves.toBe(whole);
    expect(server.requests.map(({ method }) => method)).toEqual(['GET']);
    expect(job).toHaveProperty('result');
  });

  it('a job closes its connection when its loop ends early', async () => {
    const { converter, server } = await scene(stall(headers + lines));
    const job = ask(converter);
    for await (const event of job) {
      expect(event).toEqual({ type: 'log', text: '🚀 Öffne' });
      break;
    }
    await server.until(() => server.open() === 0);
    await expect(failureOf(job.result())).resolves.toMatchObject({ kind: 'aborted', operation });
    expect(server.requests).toHaveLength(1);
  });

  it('a job closes its connection when its loop throws', async () => {
    const { converter, server } = await scene(stall(headers + lines));
    const read = async (): Promise<void> => {
      for await (const _ of ask(converter)) throw new Error('enough');
    };
    await expect(read()).rejects.toThrow('enough');
    await server.until(() => server.open() === 0);
  });

  it('a job whose loop is paused closes its connection when it is aborted', async () => {
    const { converter, server } = await scene(stall(headers + lines));
    const controller = new AbortController();
    const events = ask(converter, { signal: controller.signal })[Symbol.asyncIterator]();
    await events.next();
    controller.abort();
    await server.until(() => server.open() === 0);
    await expect(failureOf(events.next())).resolves.toMatchObject({ kind: 'aborted', operation });
  });

  it('a job closes its connection when it is aborted before the response', async () => {
    const { converter, server } = await scene(stall());
    const controller = new AbortController();
    const work = failureOf(ask(converter, { signal: controller.signal }).result());
    await server.until(() => server.requests.length === 1);
    controller.abort();
    await expect(work).resolves.toMatchObject({ kind: 'aborted', operation });
    await server.until(() => server.open() === 0);
    expect(server.requests).toHaveLength(1);
  });

  it('a job sends its token to no other origin, and its errors do not contain the token', async () => {
    const target = await startFaultServer(json(200, page));
    const { converter } = await scene(answer(307, '', { Location: `${target.origin}/api/convert` }), { token });
    await expect(failureOf(ask(converter).result())).resolves.toMatchObject({ kind: 'redirect' });
    expect(target.requests).toEqual([]);
    const { converter: other } = await scene(close(`${headers}Using ${token}\nError: ${token} is unknown\n`), { token });
    const error = await failureOf(ask(other).result());
    expect(isJobError(error)).toBe(true);
    expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toContain('planted');
  });

  it('a job sends no tokens of a signed-in platform', async () => {
    const server = await startFaultServer(json(200, { ...page, results: [] }));
    const agent = { secretToken: 'planted-secret', userId: 'planted-agent' };
    const platform = createPlatform({
      apiKey: 'planted-key',
      accessToken: 'planted-bearer',
      agent,
      baseUrls: { converter: server.origin },
    });
    await ask(createConverterClient(platform)).result();
    expect(server.requests[0]?.raw).not.toMatch(/planted|authorization|api-key/i);
  });
});
