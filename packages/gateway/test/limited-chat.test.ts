import { createGatewayClient, createLimiter, type LocalLimiter } from '@platform-sdk/gateway';
import { createPlatform } from '@platform-sdk/core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { after, completion, failureOf, hello, json, lines, stream, wire } from './wire.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const one = (): LocalLimiter => createLimiter({ requestsPerMinute: 100, concurrency: 1 });

it('a limited gateway client sends the second chat after the response to the first', async () => {
  const { gateway, sent } = wire([after(1000, json(completion))], { limiter: one() });
  const both = Promise.all([gateway.chat(hello), gateway.chat(hello)]);
  await vi.advanceTimersByTimeAsync(999);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1000);
  await expect(both).resolves.toHaveLength(2);
});

it('a limited gateway client sends the next chat after a failure', async () => {
  const limiter = one();
  const { gateway } = wire([json({}, 500), json(completion)], { limiter });
  await expect(gateway.chat(hello)).rejects.toMatchObject({ status: 500 });
  await expect(gateway.chat(hello)).resolves.toEqual(completion);
  expect(limiter.headroom()).toMatchObject({ concurrency: 1, requests: 98, pausedMs: 0 });
});

it('a streamed chat occupies a slot until the stream ends', async () => {
  const limiter = one();
  const text = await stream().text();
  let finish = (): void => undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (part: string): void => controller.enqueue(new TextEncoder().encode(part));
      send(text.slice(0, -1));
      finish = () => send('\n');
    },
  });
  const { gateway } = wire([new Response(body, { headers: { 'content-type': 'text/event-stream' } })], { limiter });
  const events = gateway.chatStream(hello)[Symbol.asyncIterator]();
  expect(limiter.headroom().concurrency).toBe(1);
  await events.next();
  expect(limiter.headroom().concurrency).toBe(0);
  finish();
  while (!(await events.next()).done);
  expect(limiter.headroom().concurrency).toBe(1);
});

it.each<[string, () => Response]>([
  ['is truncated', () => stream(lines.slice(0, 2))],
  ['fails', () => stream([...lines.slice(0, 2), { error: { message: 'Overloaded' } }])],
  ['is an HTML page', () => new Response('<html></html>')],
])('a limited gateway client frees the slot of a stream that %s', async (_, answer) => {
  const limiter = one();
  await failureOf(wire([answer()], { limiter }).gateway.chatStream(hello).final());
  expect(limiter.headroom().concurrency).toBe(1);
});

it('a limited gateway client frees the slot of a stream when its loop ends early', async () => {
  const limiter = one();
  for await (const chunk of wire([stream()], { limiter }).gateway.chatStream(hello)) {
    expect(chunk.id).toBe('chatcmpl-1');
    break;
  }
  expect(limiter.headroom().concurrency).toBe(1);
});

it('a limited gateway client frees the slot of a stream that is aborted and then not read', async () => {
  const limiter = one();
  const controller = new AbortController();
  const events = wire([stream()], { limiter }).gateway.chatStream(hello, { signal: controller.signal })[Symbol.asyncIterator]();
  await events.next();
  controller.abort();
  expect(limiter.headroom().concurrency).toBe(1);
});

it('a limited gateway client rejects an invalid input without waiting for a slot', async () => {
  const limiter = one();
  const { gateway } = wire([json(completion)], { limiter });
  await expect(gateway.chat({ ...hello, temperature: 9 })).rejects.toMatchObject({ kind: 'invalid-input' });
  await expect(gateway.chatStream({ ...hello, messages: [] }).final()).rejects.toMatchObject({ kind: 'invalid-input' });
  expect(limiter.headroom()).toMatchObject({ requests: 100, waiting: 0 });
});

it('a limited gateway client rejects a waiting call when it is aborted, without a request', async () => {
  const limiter = one();
  await limiter.acquire({ operation: 'other' });
  const { gateway, sent } = wire([json(completion)], { limiter });
  const controller = new AbortController();
  const chat = gateway.chat(hello, { signal: controller.signal });
  const events = gateway.chatStream(hello, { signal: controller.signal }).final();
  controller.abort();
  await expect(chat).rejects.toMatchObject({ kind: 'aborted', operation: 'gateway.chat', outcome: 'not-sent' });
  await expect(events).rejects.toMatchObject({ kind: 'aborted', operation: 'gateway.chatStream', outcome: 'not-sent' });
  expect(sent).toEqual([]);
});

it('a limited gateway client removes a waiting stream from the queue when it is closed', async () => {
  const limiter = one();
  const release = await limiter.acquire({ operation: 'other' });
  const { gateway, sent } = wire([stream()], { limiter });
  const events = gateway.chatStream(hello);
  const first = events[Symbol.asyncIterator]()
    .next()
    .catch(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect(limiter.headroom().waiting).toBe(1);
  await events[Symbol.asyncDispose]();
  await first;
  expect(limiter.headroom().waiting).toBe(0);
  release();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([]);
});

it('a limited gateway client counts the wait toward the timeout of a call', async () => {
  const limiter = one();
  const release = await limiter.acquire({ operation: 'other' });
  const { gateway } = wire([after(3000, json(completion))], { limiter });
  const chat = gateway.chat(hello, { timeoutMs: 5000 });
  const seen = failureOf(chat);
  await vi.advanceTimersByTimeAsync(4000);
  release();
  await vi.advanceTimersByTimeAsync(1000);
  await expect(seen).resolves.toMatchObject({ kind: 'timeout', outcome: 'unknown' });
});

it('a stream whose wait and request exceed its timeout is aborted, and its slot is freed', async () => {
  const limiter = one();
  const release = await limiter.acquire({ operation: 'other' });
  let requestSignal: AbortSignal | null | undefined;
  const { gateway } = wire([], {
    limiter,
    fetch: (_, init) => {
      requestSignal = init?.signal;
      return new Promise(() => undefined);
    },
  });
  const failure = failureOf(gateway.chatStream(hello, { timeoutMs: 5000 }).final());
  await vi.advanceTimersByTimeAsync(4000);
  release();
  await vi.advanceTimersByTimeAsync(999);
  expect([limiter.headroom().concurrency, requestSignal?.aborted]).toEqual([0, false]);
  await vi.advanceTimersByTimeAsync(1);
  await expect(failure).resolves.toMatchObject({ kind: 'timeout', operation: 'gateway.chatStream', outcome: 'unknown' });
  expect([limiter.headroom().concurrency, requestSignal?.aborted]).toEqual([1, true]);
});

it("a limited chat waits no longer than its own timeout, or else the platform's timeout", async () => {
  const limiter = one();
  const release = await limiter.acquire({ operation: 'other' });
  const { gateway, sent } = wire([after(3000, json(completion))], { limiter, timeoutMs: 5000 });
  const late = failureOf(gateway.chat(hello));
  const own = gateway.chat(hello, { timeoutMs: 60_000 });
  await vi.advanceTimersByTimeAsync(4999);
  expect(limiter.headroom().waiting).toBe(2);
  await vi.advanceTimersByTimeAsync(1);
  await expect(late).resolves.toMatchObject({ kind: 'timeout', operation: 'gateway.chat', outcome: 'not-sent' });
  expect([limiter.headroom().waiting, sent.length]).toEqual([1, 0]);

  const slow = failureOf(gateway.chat(hello));
  release();
  await vi.advanceTimersByTimeAsync(3000);
  await expect(own).resolves.toEqual(completion);
  await vi.advanceTimersByTimeAsync(2000);
  await expect(slow).resolves.toMatchObject({ kind: 'timeout', outcome: 'unknown' });
});

it('a gateway client of a platform can share its limiter with a client without a platform', async () => {
  const limiter = createLimiter({ tier: 'pro' });
  const platform = createPlatform({
    tokens: { gateway: 'key-1' },
    baseUrls: { gateway: 'https://gateway.test/v1' },
    fetch: async () => json(completion),
  });
  await createGatewayClient(platform, { limiter }).chat(hello);
  await wire([json(completion)], { limiter }).gateway.chat(hello);
  expect(limiter.headroom()).toMatchObject({ requests: 998, concurrency: 50 });
});

const unsent = () =>
  Object.assign(new TypeError('fetch failed'), {
    cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' }),
  });

it('a chat without a response keeps its slot for more than 61 seconds, because the request may have arrived', async () => {
  const limiter = one();
  await failureOf(wire([new TypeError('terminated')], { limiter }).gateway.chat(hello));
  expect(limiter.headroom()).toMatchObject({ requests: 99, concurrency: 1 });
  await vi.advanceTimersByTimeAsync(61_000);
  expect(limiter.headroom().requests).toBe(99);
  await vi.advanceTimersByTimeAsync(2000);
  expect(limiter.headroom().requests).toBe(100);
});

it('a limited chat frees its slot immediately if the request never left the machine', async () => {
  const limiter = one();
  const failure = await failureOf(wire([unsent()], { limiter, retry: { limit: 0 } }).gateway.chat(hello));
  expect(failure).toMatchObject({ kind: 'network', outcome: 'not-sent' });
  expect(limiter.headroom()).toMatchObject({ requests: 100, concurrency: 1 });
});

const choice = { index: 0, message: { role: 'assistant', content: 'Half a' }, finish_reason: 'error' };
const failures: readonly (readonly [string, () => Response | Error])[] = [
  ['a lost connection', () => new TypeError('terminated')],
  ['a server error', () => json({ error: { message: 'Overloaded' } }, 500)],
  ['a server error with the code of a rate limit', () => json({ error: { code: 'rate_limit_exceeded', message: 'Upstream' } }, 502)],
  ['a rate limit next to a reply', () => json({ choices: [choice], error: { code: 429, message: 'Too many requests' } })],
  ['an HTML page', () => new Response('<html></html>')],
  ['an empty body', () => new Response('')],
];

it.each(failures)('a limited chat is not retried after %s, even with `retryOn429` and any `maxRetryAfterMs`', async (_, answer) => {
  for (const maxRetryAfterMs of [30_000, Infinity]) {
    const { gateway, sent } = wire([answer(), json(completion)], { limiter: one(), retry: { retryOn429: true, maxRetryAfterMs } });
    const failure = failureOf(gateway.chat(hello));
    await vi.advanceTimersByTimeAsync(5000);
    await failure;
    expect(sent).toHaveLength(1);
  }
});

it('a limited chat with `retryOn429` is retried after a 429, which shows that it was not billed', async () => {
  const { gateway, sent } = wire([json({}, 429), json(completion)], {
    limiter: one(),
    retry: { retryOn429: true, maxRetryAfterMs: Infinity },
  });
  const chat = gateway.chat(hello);
  await vi.advanceTimersByTimeAsync(5000);
  await expect(chat).resolves.toEqual(completion);
  expect(sent).toHaveLength(2);
});
