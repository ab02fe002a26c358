import { createConverterClient, type ConverterCrawlResult, type JobEvent } from '@platform-sdk/converter';
import { isPlatformError, PlatformError } from '@platform-sdk/core';
import { fromResponse, toReadableStream, toResponse } from '@platform-sdk/core/relay';
import {
  createGatewayClient,
  isInsufficientCreditsError,
  isRateLimitedError,
  type GatewayChatChunk,
  type GatewayChatResult,
} from '@platform-sdk/gateway';
import { createMemoryClient, type MemoryChatEvent, type MemoryChatStreamResult } from '@platform-sdk/memory';
import { longCount } from '@platform-sdk/test-helpers';
import { describe, expect, it, vi } from 'vitest';

const key = 'planted-gateway-key-93ad';
const hello = { model: 'acme/large', messages: [{ role: 'user' as const, content: 'Hello' }] };
const memoryInput = { session_id: '3f0f1c1e-6a43-4a1b-9d3c-2b1a60c6a001', message: 'Hello' };

const chunk = (choice: object): string =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', created: 1, model: 'acme/large', choices: [{ index: 0, ...choice }] })}\n\n`;
const begun = ['Grüße', ' an', ' 🌍\n'].map((content) => chunk({ delta: { content } })).join('');
const chat = `${begun}${chunk({ delta: {}, finish_reason: 'stop' })}data: [DONE]\n\n`;
const memoryBegun = 'event: message\ndata: {"id":"m1","chunk":"Grüße"}\n\nevent: message\ndata: {"id":"m1","chunk":" 🌍"}\n\n';
const memoryChat = `${memoryBegun}event: done\ndata: {"status":"completed","message_id":"m1","usage":{"total":3}}\n\n`;
const crawlLog = 'Crawling\n1/2 pages\n2/2 pages\n';
const crawlResult = { success: true, message: 'Crawled 2 pages' };
const crawl = `${crawlLog}__JSON__${JSON.stringify(crawlResult)}`;

/** Returns a `fetch` that sends this response to every request. */
const responding =
  (body: BodyInit | (() => BodyInit), init: ResponseInit = { headers: { 'content-type': 'text/event-stream' } }): typeof fetch =>
  async () =>
    new Response(typeof body === 'function' ? body() : body, init);

const gatewayOf = (fetch: typeof globalThis.fetch) => createGatewayClient({ baseUrl: 'https://gateway.internal/v1', apiKey: key, fetch });
const memoryOf = (fetch: typeof globalThis.fetch) => createMemoryClient({ baseUrl: 'https://memory.internal', token: key, fetch });
const crawlOf = (body: BodyInit) =>
  createConverterClient({
    baseUrl: 'https://converter.internal',
    fetch: responding(body, { headers: { 'content-type': 'text/plain' } }),
  }).crawl({ url: 'https://example.com' });

/** Returns a gateway client in a page. The page's server relays the stream of another client. */
const pageOf = (relay: () => Promise<Response>) => gatewayOf(async () => relay());

/** Returns a body that yields these chunks and then breaks. */
const broken = (...pieces: string[]) => {
  const utf8 = new TextEncoder();
  const rest = [...pieces];
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = rest.shift();
      if (piece === undefined) controller.error(new Error('reset'));
      else controller.enqueue(utf8.encode(piece));
    },
  });
};

interface Reading {
  readonly text: string;
  readonly error?: PlatformError;
}

const read = async (stream: { text(): AsyncIterable<string> }): Promise<Reading> => {
  let text = '';
  try {
    for await (const part of stream.text()) text += part;
    return { text };
  } catch (error) {
    if (!isPlatformError(error)) throw error;
    return { text, error };
  }
};

const eventsOf = async <Event>(source: AsyncIterable<Event>): Promise<Event[]> => {
  const events: Event[] = [];
  for await (const event of source) events.push(event);
  return events;
};

const bytesOf = async (response: Response): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await response.arrayBuffer());

it('a gateway client reads the same events and the same final value from a relayed chat as from the gateway', async () => {
  const direct = gatewayOf(responding(chat)).chatStream(hello);
  const events = await eventsOf(direct);
  const page = pageOf(() => toResponse(gatewayOf(responding(chat)).chatStream(hello))).chatStream(hello);
  expect(await eventsOf(page)).toEqual(events);
  expect(await page.final()).toEqual(await direct.final());
});

it('a relayed chat has the headers of an event stream, and ends with the end marker', async () => {
  const response = await toResponse(gatewayOf(responding(chat)).chatStream(hello), { headers: { 'x-own': '1' } });
  expect(Object.fromEntries(response.headers)).toEqual({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    'x-own': '1',
  });
  const events = (await response.text()).split('\n\n');
  expect(events.slice(0, 4).every((event) => /^data: \{.*\}$/.test(event))).toBe(true);
  expect(events.slice(4)).toEqual(['data: [DONE]', '']);
});

it.each([
  ['a stream', () => responding(chat)],
  ['a rejection', () => responding('{"detail":"No"}', { status: 429, headers: { 'retry-after': '7' } })],
])("the caller's headers replace those of %s, whatever their case", async (_, upstream) => {
  const headers = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'private', 'Retry-After': '30' };
  const response = await toResponse(gatewayOf(upstream()).chatStream(hello), { headers });
  for (const [name, value] of Object.entries(headers)) expect(response.headers.get(name)).toBe(value);
  await response.body?.cancel();
});

it('a relayed chat has the outcome "unknown" if its reader closes it before reading', async () => {
  const stream = fromResponse(await toResponse({ async *[Symbol.asyncIterator]() {} }));
  await stream[Symbol.asyncDispose]();
  await expect(stream.final()).rejects.toMatchObject({ kind: 'aborted', outcome: 'unknown' });
});

it('a relayed chat escapes Unicode line ends, which Python readers treat as line breaks', async () => {
  const content = 'a\u2028b\u2029c\u0085d\r\ne';
  const events = [{ choices: [{ index: 0, delta: { content }, finish_reason: 'stop' }] }];
  const source = {
    async *[Symbol.asyncIterator]() {
      yield* events;
    },
  };
  const text = await (await toResponse(source)).text();
  expect(text.split(/[\n\r\u0085\u2028\u2029]/).filter((line) => line !== '')).toEqual([
    'data: {"choices":[{"index":0,"delta":{"content":"a\\u2028b\\u2029c\\u0085d\\r\\ne"},"finish_reason":"stop"}]}',
    'data: [DONE]',
  ]);
  await expect(fromResponse(await toResponse(source)).final()).resolves.toMatchObject({ choices: [{ message: { content } }] });
});

it.each<[string, (response: Response) => unknown]>([
  ['read', (response) => response.text()],
  ['locked', (response) => response.body?.getReader()],
])('fromResponse rejects a relayed chat that was already %s', async (_, use) => {
  const response = await toResponse({ async *[Symbol.asyncIterator]() {} });
  await use(response);
  const stream = fromResponse(response);
  await expect(stream.final()).rejects.toMatchObject({ kind: 'invalid-input', field: 'response', outcome: 'not-sent' });
});

it('fromResponse reads a relayed chat', async () => {
  const response = await toResponse(gatewayOf(responding(chat)).chatStream(hello));
  const stream = fromResponse<GatewayChatChunk, GatewayChatResult>(response);
  expect((await read(stream)).text).toBe('Grüße an 🌍\n');
  expect((await stream.final()).choices[0]?.message.content).toBe('Grüße an 🌍\n');
  expect(await stream.result()).toBe(await stream.final());
});

it('a memory client reads the same events and the same final value from a relayed chat as from the memory service', async () => {
  const relay = () => toResponse(memoryOf(responding(memoryChat)).chatStream(memoryInput));
  const direct = memoryOf(responding(memoryChat)).chatStream(memoryInput);
  const page = memoryOf(async () => relay()).chatStream(memoryInput);
  expect(await eventsOf(page)).toEqual(await eventsOf(direct));
  expect(await page.final()).toEqual(await direct.final());
  const other = fromResponse<MemoryChatEvent, MemoryChatStreamResult>(await relay());
  expect((await read(other)).text).toBe('Grüße 🌍');
  expect(await other.final()).toEqual(await direct.final());
});

it('a relayed chat of the memory service gets an end marker even if the service responded with a document', async () => {
  const document = JSON.stringify({ content: 'Grüße', message_id: 'm1', usage: { total: 3 } });
  const upstream = () => memoryOf(responding(document, { headers: { 'content-type': 'application/json' } })).chatStream(memoryInput);
  const page = memoryOf(async () => toResponse(upstream())).chatStream(memoryInput);
  expect(await page.final()).toEqual(await upstream().final());
});

it('a relayed job returns its log, its progress and its result', async () => {
  const events = await eventsOf(crawlOf(crawl));
  const job = fromResponse<JobEvent<ConverterCrawlResult>, ConverterCrawlResult>(await toResponse(crawlOf(crawl)));
  expect(await eventsOf(job)).toEqual(events);
  expect(await job.result()).toEqual(crawlResult);
});

it('a relayed job whose log is cut off fails as truncated', async () => {
  const response = await toResponse(crawlOf(`${crawlLog}__JSON__{"succ`));
  const job = fromResponse<JobEvent<ConverterCrawlResult>, ConverterCrawlResult>(response);
  await expect(job.result()).rejects.toMatchObject({ kind: 'truncated', outcome: 'likely-applied' });
});

it('a relay requests no event from its source before it is read', async () => {
  let events = 0;
  const source = {
    async *[Symbol.asyncIterator]() {
      for (;;) yield { id: `e-${++events}` };
    },
  };
  const reader = toReadableStream(source).getReader();
  await new Promise((resolve) => setImmediate(resolve));
  expect(events).toBe(0);
  await reader.read();
  await new Promise((resolve) => setImmediate(resolve));
  expect(events).toBe(1);
  await reader.cancel();
});

it.each([
  ['an early end', begun, 'truncated'],
  ['a broken connection', () => broken(begun), 'interrupted'],
  ['an event that is not JSON', `${begun}data: {"broken\n\n${chunk({})}`, 'invalid-response'],
  ['a reported failure', `${begun}data: {"error":{"message":"Overloaded","code":"OVERLOADED"}}\n\n`, 'http'],
])('a relayed chat that fails because of %s yields its text, and then fails with the same kind and outcome', async (_, body, kind) => {
  const upstream = () => gatewayOf(responding(body)).chatStream(hello);
  const direct = await read(upstream());
  expect(direct.error?.kind).toBe(kind);
  const { outcome, code } = direct.error ?? {};
  const page = await read(pageOf(() => toResponse(upstream())).chatStream(hello));
  const other = await read(fromResponse(await toResponse(upstream())));
  for (const { text, error } of [page, other]) {
    expect(text).toBe('Grüße an 🌍\n');
    expect({ kind: error?.kind, outcome: error?.outcome, code: error?.code }).toEqual({ kind, outcome, code });
  }
});

it('a relayed failure never contains the end marker, a secret, a body or a URL', async () => {
  const body = { error: { message: `Bad key ${key}`, code: 'BAD', detail: 'internal-detail' } };
  const failures = [
    begun,
    broken(begun),
    `${begun}data: ${JSON.stringify(body)}\n\n`,
    `${chunk({ delta: {}, finish_reason: 'stop' })}data: ${JSON.stringify(body)}\n\n`,
  ];
  const texts = await Promise.all(
    failures.map(async (failure) => (await toResponse(gatewayOf(responding(failure)).chatStream(hello))).text()),
  );
  const refused = await toResponse(gatewayOf(async () => Promise.reject(new TypeError('fetch failed'))).chatStream(hello));
  texts.push(
    await refused.text(),
    await (await toResponse(gatewayOf(responding(JSON.stringify(body), { status: 400 })).chatStream(hello))).text(),
  );
  for (const text of texts) {
    expect(text).toContain('"kind"');
    expect(text).not.toMatch(/\[DONE\]|planted-gateway-key|internal/);
  }
});

it.each([
  [402, isInsufficientCreditsError, {}],
  [429, isRateLimitedError, { retryAfterSeconds: 7 }],
])('a failure before the first relayed event becomes a response with status %i', async (status, isIt, facts) => {
  const body = JSON.stringify({ detail: 'No', error: { code: 'SOME_CODE', required_amount: 3 } });
  const init = { status, headers: { 'content-type': 'application/json', ...(status === 429 && { 'retry-after': '7' }) } };
  const relay = () => toResponse(gatewayOf(responding(body, init)).chatStream(hello));
  expect((await relay()).status).toBe(status);
  const failures = [(await read(pageOf(relay).chatStream(hello))).error, (await read(fromResponse(await relay()))).error];
  for (const error of failures) {
    expect(isIt(error)).toBe(true);
    expect(error).toMatchObject({ kind: 'http', status, code: 'SOME_CODE', outcome: 'rejected', ...facts });
  }
});

it('a failure in a relayed stream with status 200 becomes an event', async () => {
  const relay = () => toResponse(gatewayOf(responding('data: {"error":{"message":"No model","code":"NO_MODEL"}}\n\n')).chatStream(hello));
  const response = await relay();
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect((await read(pageOf(relay).chatStream(hello))).error).toMatchObject({ kind: 'http', code: 'NO_MODEL' });
});

it('a relayed 401 of the gateway becomes an error with status 200, so that the page is not signed out', async () => {
  const relay = () => toResponse(gatewayOf(responding('{"detail":"Bad key"}', { status: 401 })).chatStream(hello));
  expect((await relay()).status).toBe(200);
  expect((await read(pageOf(relay).chatStream(hello))).error).toMatchObject({ kind: 'http', status: 200, outcome: 'rejected' });
});

it('the reader of a relay gets the input error of a call that the server could not send', async () => {
  const relay = () => toResponse(createGatewayClient({ baseUrl: 'https://gateway.internal/v1' }).chatStream(hello));
  expect((await read(pageOf(relay).chatStream(hello))).error).toMatchObject({ kind: 'invalid-input', outcome: 'not-sent' });
});

it('a relayed error that is not a PlatformError is replaced by a general message', async () => {
  const events = async function* () {
    yield { type: 'message', chunk: 'Hi' };
    throw new Error(`secret ${key}`);
  };
  const text = await (await toResponse(events())).text();
  expect(text).toBe(
    'event: message\ndata: {"type":"message","chunk":"Hi"}\n\n' +
      'event: error\ndata: {"error":{"message":"The server could not complete the request","kind":"interrupted","outcome":"likely-applied"}}\n\n',
  );
});

it('a relay sends no end marker if the server closes the source early', async () => {
  const stream = gatewayOf(responding(() => new ReadableStream({ start: (to) => to.enqueue(new TextEncoder().encode(begun)) }))).chatStream(
    hello,
  );
  const reader = toReadableStream(stream).getReader();
  await reader.read();
  await stream[Symbol.asyncDispose]();
  const rest: string[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    rest.push(new TextDecoder().decode(value));
  }
  expect(rest.join('')).toContain('"kind":"aborted"');
  expect(rest.join('')).not.toContain('[DONE]');
});

const cases = [
  ['a chat', async () => toResponse(gatewayOf(responding(chat)).chatStream(hello)), 'page'],
  ['a chat of the memory service', async () => toResponse(memoryOf(responding(memoryChat)).chatStream(memoryInput)), 'memory'],
  ['a job', async () => toResponse(crawlOf(crawl)), 'fromResponse'],
  ['a failed chat', async () => toResponse(gatewayOf(responding(begun)).chatStream(hello)), 'page'],
] as const;

it.each(cases)('a relayed stream that is cut off at any byte returns the complete result or fails: %s', async (_, relay, reader) => {
  const bytes = await bytesOf(await relay());
  const finalOf = (body: BodyInit): Promise<unknown> => {
    if (reader === 'page') return gatewayOf(responding(body)).chatStream(hello).final();
    if (reader === 'memory') return memoryOf(responding(body)).chatStream(memoryInput).final();
    return fromResponse(new Response(body, { headers: { 'content-type': 'text/event-stream' } })).final();
  };
  const outcomeOf = (body: BodyInit): Promise<string> =>
    finalOf(body).then(
      (whole) => JSON.stringify(whole),
      (error: unknown) => (error as PlatformError).kind,
    );
  const whole = await outcomeOf(bytes);
  const ends = new Map<string, number>();
  const step = longCount(3, 1);
  for (let length = 0; length < bytes.length; length += step) {
    const cut = bytes.slice(0, length);
    const found = [
      await outcomeOf(cut),
      await outcomeOf(new ReadableStream({ start: (to) => (length > 0 && to.enqueue(cut), to.error(new Error('reset'))) })),
    ];
    for (const end of found) ends.set(end, (ends.get(end) ?? 0) + 1);
  }
  // A cut event that reports a failure is still a failure.
  const allowed = [whole, 'truncated', 'interrupted', ...(whole === 'truncated' ? ['http'] : [])];
  expect([...ends.keys()].filter((end) => !allowed.includes(end))).toEqual([]);
  expect(ends.get('truncated')).toBeGreaterThan(bytes.length / step / 2);
});

describe('fromResponse with a response that is not a relay', () => {
  const page = () => new Response('<!doctype html><h1>Sign in</h1>', { headers: { 'content-type': 'text/html' } });
  const endless = (status: number) => new Response(new ReadableStream(), { status });

  it.each([
    ['an HTML page', page(), { kind: 'invalid-response', outcome: 'unknown' }],
    ['an empty response', new Response(null, { status: 204 }), { kind: 'invalid-response' }],
    ['another document', Response.json({ a: 1 }), { kind: 'invalid-response' }],
    [
      "a rejection by the page's own server",
      Response.json({ detail: 'Sign in' }, { status: 401 }),
      { kind: 'http', status: 401, outcome: 'rejected' },
    ],
    ['a broken proxy', new Response('<html>', { status: 502 }), { kind: 'http', status: 502, outcome: 'unknown' }],
  ])('fromResponse fails with a typed error if the response is not a relay: %s', async (_, response, facts) => {
    await expect(fromResponse(response).final()).rejects.toMatchObject(facts);
  });

  it('a signal aborts fromResponse while it reads an error body', async () => {
    const stop = new AbortController();
    const final = fromResponse(endless(500), { signal: stop.signal }).final();
    setImmediate(() => stop.abort());
    await expect(final).rejects.toMatchObject({ kind: 'aborted' });
  });

  it('fromResponse closes an endless error body after 30 seconds', async () => {
    vi.useFakeTimers();
    const failure = fromResponse(endless(503))
      .final()
      .catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await failure).toMatchObject({ kind: 'http', status: 503, outcome: 'unknown' });
  });
});

/** Returns a source that counts requested events and how often it is closed. */
const counted = () => {
  const counts = { read: 0, left: 0 };
  const events = {
    [Symbol.asyncIterator]: () => ({
      next: async () => ({ done: false as const, value: { type: 'message', chunk: String(counts.read++) } }),
      return: async () => {
        counts.left++;
        return { done: true as const, value: undefined };
      },
    }),
  };
  return { counts, events };
};

it('toResponse requests the first event of its source, and each later event only when its reader reads', async () => {
  const { counts, events } = counted();
  const response = await toResponse(events);
  await new Promise((resolve) => setImmediate(resolve));
  expect(counts.read).toBe(1);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  for (let times = 0; times < 5; times++) await reader.read();
  expect(counts.read).toBe(5);
  await reader.cancel();
  expect(counts).toEqual({ read: 5, left: 1 });
});

it('the source of a relay is closed when the loop ends early or the stream is disposed', async () => {
  const { counts, events } = counted();
  for await (const _ of fromResponse(await toResponse(events))) break;
  await expect.poll(() => counts.left).toBe(1);
  await fromResponse(await toResponse(events))[Symbol.asyncDispose]();
  expect(counts.left).toBe(2);
});

it("the source of a relay is closed when the reader's signal aborts", async () => {
  const { counts, events } = counted();
  const stop = new AbortController();
  const stream = fromResponse(await toResponse(events), { signal: stop.signal });
  const reading = (async () => {
    for await (const _ of stream) stop.abort();
  })();
  await expect(reading).rejects.toMatchObject({ kind: 'aborted' });
  await expect.poll(() => counts.left).toBe(1);
});

it('a relay with `keepAliveMs` responds before its first event, and its reader gets an error if that event fails', async () => {
  let fail = (_: unknown): void => undefined;
  const events = {
    [Symbol.asyncIterator]: () => ({ next: () => new Promise<IteratorResult<object>>((_, reject) => (fail = reject)) }),
  };
  const response = await toResponse(events, { keepAliveMs: 1 });
  expect(response.status).toBe(200);
  fail(new PlatformError('http', 'No credits', { status: 402, outcome: 'rejected' }));
  expect((await read(fromResponse(response))).error).toMatchObject({ kind: 'http', outcome: 'rejected' });
});

it('the source of a relay is closed when the body is cancelled before the first event', async () => {
  const { counts, events } = counted();
  const late = { [Symbol.asyncIterator]: () => ({ ...events[Symbol.asyncIterator](), next: () => new Promise<never>(() => undefined) }) };
  const response = await toResponse(late, { keepAliveMs: 1 });
  await response.body?.cancel();
  expect(counts.left).toBe(1);
});

it('the reader of a relay gets an error if the server has already read the stream', async () => {
  const stream = gatewayOf(responding(chat)).chatStream(hello);
  await stream.final();
  for (const response of [await toResponse(stream), new Response(toReadableStream(stream))])
    expect((await read(fromResponse(response))).error).toMatchObject({ kind: 'invalid-input' });
});

it('a relay can be cancelled although its source fails to close', async () => {
  const failures = [
    () => Promise.reject(new Error('No')),
    () => {
      throw new Error('No');
    },
  ];
  for (const leave of failures) {
    const { events } = counted();
    const source = { [Symbol.asyncIterator]: () => ({ ...events[Symbol.asyncIterator](), return: leave }) };
    const reader = toReadableStream<object>(source).getReader();
    await reader.read();
    await expect(reader.cancel()).resolves.toBeUndefined();
  }
});

it('a relay with `keepAliveMs` sends comments while its source is silent', async () => {
  let resume = (): void => undefined;
  const silence = new Promise<void>((resolve) => (resume = resolve));
  const events = async function* () {
    await silence;
    yield { type: 'result', result: 1 };
  };
  const reader = toReadableStream(events(), { keepAliveMs: 1 }).getReader();
  const texts: string[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    texts.push(new TextDecoder().decode(value));
    if (texts.length === 2) resume();
  }
  expect(texts.slice(0, 2)).toEqual([': keep-alive\n\n', ': keep-alive\n\n']);
  expect(texts.slice(-2)).toEqual(['event: result\ndata: {"type":"result","result":1}\n\n', 'event: done\ndata: [DONE]\n\n']);
});
