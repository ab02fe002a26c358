import { createConverterClient } from '@platform-sdk/converter';
import { createGatewayClient } from '@platform-sdk/gateway';
import { createMemoryClient } from '@platform-sdk/memory';
import { createSearchClient } from '@platform-sdk/search';
import { failureOf } from '@platform-sdk/test-helpers';
import { describe, expect, it } from 'vitest';

/** A stream, whose result is `final()`, or a job, whose result is `result()`. */
type Reading = AsyncIterable<object> & AsyncDisposable & { final?: () => Promise<unknown>; result?: () => Promise<unknown> };
type Fetch = typeof fetch;

const messages = [{ role: 'user' as const, content: 'Hello' }];
const url = 'https://pages.test/a';
const readings: Readonly<Record<string, (fetch: Fetch) => Reading>> = {
  'gateway.chatStream': (fetch) =>
    createGatewayClient({ baseUrl: 'https://gateway.test/v1', apiKey: 'key-1', fetch }).chatStream({ model: 'acme/large', messages }),
  'search.chatStream': (fetch) => createSearchClient({ baseUrl: 'https://search.test', fetch }).chatStream({ messages }),
  'memory.chatStream': (fetch) =>
    createMemoryClient({ baseUrl: 'https://memory.test', token: 'token-1', fetch }).chatStream({
      session_id: 'session-1',
      message: 'Hello',
    }),
  'converter.convert': (fetch) => createConverterClient({ baseUrl: 'https://converter.test', fetch }).convert({ url }),
  'converter.batch': (fetch) => createConverterClient({ baseUrl: 'https://converter.test', fetch }).batch({ urls: [url] }),
  'converter.crawl': (fetch) => createConverterClient({ baseUrl: 'https://converter.test', fetch }).crawl({ url }),
};

const wholeOf = (reading: Reading): Promise<unknown> => (reading.final ? reading.final() : (reading.result as () => Promise<unknown>)());

/** Returns a `fetch` that never responds, and a promise that resolves when it is called. */
const silent = () => {
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => void (begin = resolve));
  const fetch: Fetch = (_, init) =>
    new Promise((__, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
      begin();
    });
  return { fetch, begun };
};

/** Returns a `fetch` whose response never ends, and a promise that resolves when the response is read. */
const endless = () => {
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => void (begin = resolve));
  const fetch: Fetch = async () =>
    new Response(new ReadableStream({ pull: () => begin() }, { highWaterMark: 0 }), {
      headers: { 'Content-Type': 'text/event-stream' },
    });
  return { fetch, begun };
};

describe.each(Object.entries(readings))('a closed stream of %s', (_, read) => {
  it('a stream that is closed before the first read has the outcome not-sent', async () => {
    const reading = read(() => Promise.reject(new Error('It was sent.')));
    await reading[Symbol.asyncDispose]();
    await expect(failureOf(wholeOf(reading))).resolves.toMatchObject({ kind: 'aborted', outcome: 'not-sent' });
  });

  it('a stream that is closed before its response has the outcome "unknown"', async () => {
    const { fetch, begun } = silent();
    const reading = read(fetch);
    const failure = failureOf(wholeOf(reading));
    await begun;
    await reading[Symbol.asyncDispose]();
    await expect(failure).resolves.toMatchObject({ kind: 'aborted', outcome: 'unknown' });
  });

  it('a stream whose loop ends before the response has the outcome "unknown"', async () => {
    const { fetch, begun } = silent();
    const reading = read(fetch);
    const events = reading[Symbol.asyncIterator]();
    const next = events.next();
    await begun;
    await events.return?.();
    await expect(next).resolves.toEqual({ done: true, value: undefined });
    await expect(failureOf(wholeOf(reading))).resolves.toMatchObject({ kind: 'aborted', outcome: 'unknown' });
  });

  it('a stream that is closed during the response has the outcome likely-applied', async () => {
    const { fetch, begun } = endless();
    const reading = read(fetch);
    const failure = failureOf(wholeOf(reading));
    await begun;
    await reading[Symbol.asyncDispose]();
    await expect(failure).resolves.toMatchObject({ kind: 'aborted', outcome: 'likely-applied', status: 200 });
  });
});
