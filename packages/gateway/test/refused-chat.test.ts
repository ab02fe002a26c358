import { createLimiter, isRateLimitedError, type GatewayClient } from '@platform-sdk/gateway';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { after, completion, failureOf, hello, json, lines, stream, wire } from './wire.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('after a 429, a limited gateway client pauses all calls, and does not retry the rejected call', async () => {
  const limiter = createLimiter({ tier: 'free' });
  const { gateway, sent } = wire([json({ detail: 'Too many' }, 429, { 'Retry-After': '30' }), json(completion)], { limiter });
  await expect(gateway.chat(hello)).rejects.toMatchObject({ status: 429, retryAfterSeconds: 30, attempts: 1 });
  const next = Promise.all([gateway.chat(hello), gateway.chatStream(hello).final()]);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  await next;
  expect(sent).toHaveLength(3);
});

it.each<[string, Response, (gateway: GatewayClient, options: object) => Promise<unknown>]>([
  ['a chat', json(completion), (gateway, options) => gateway.chat(hello, options)],
  ['a streamed chat', stream(), (gateway, options) => gateway.chatStream(hello, options).final()],
])('with retryOn429, the limiter queues %s for a retry after a 429, and frees its slot meanwhile', async (_, good, ask) => {
  const limiter = createLimiter({ requestsPerMinute: 100, concurrency: 2 });
  const refused = json({ detail: 'Too many' }, 429, { 'Retry-After': '30' });
  const { gateway, sent } = wire([refused, refused, good], { limiter });
  const asked = ask(gateway, { retry: { retryOn429: true } });
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toHaveLength(1);
  expect(limiter.headroom()).toMatchObject({ concurrency: 2, waiting: 1, pausedMs: 29_999 });
  await vi.advanceTimersByTimeAsync(29_999);
  expect(sent).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(30_000);
  await expect(asked).resolves.toMatchObject({ id: 'chatcmpl-1' });
  expect(sent).toHaveLength(3);
  expect(limiter.headroom()).toMatchObject({ concurrency: 2, waiting: 0, pausedMs: 0 });
});

it('a limited gateway client immediately rejects all calls whose maxRetryAfterMs is shorter than a Retry-After', async () => {
  const limiter = createLimiter({ requestsPerMinute: 100, concurrency: 1 });
  const long = after(1000, json({ detail: 'Too many' }, 429, { 'Retry-After': '31' }));
  const { gateway, sent } = wire([long, json(completion)], { limiter });
  const asked = failureOf(gateway.chat(hello, { retry: { retryOn429: true } }));
  const waiting = failureOf(gateway.chat(hello, { retry: { retryOn429: true } }));
  const events = failureOf(gateway.chatStream(hello, { retry: false }).final());
  const patient = gateway.chat(hello, { retry: { maxRetryAfterMs: 31_000 } });
  await vi.advanceTimersByTimeAsync(1000);
  await expect(asked).resolves.toMatchObject({ kind: 'http', status: 429, retryAfterSeconds: 31, attempts: 1 });

  const refused = { kind: 'timeout', code: 'RATE_LIMIT_EXCEEDED', outcome: 'not-sent', retryAfterSeconds: 31 };
  await expect(waiting).resolves.toMatchObject({ ...refused, operation: 'gateway.chat' });
  await expect(events).resolves.toMatchObject({ ...refused, operation: 'gateway.chatStream' });
  const late = await failureOf(gateway.chat(hello));
  expect(late).toMatchObject({ ...refused, operation: 'gateway.chat' });
  expect(isRateLimitedError(late)).toBe(true);
  expect(sent).toHaveLength(1);
  expect(limiter.headroom()).toMatchObject({ concurrency: 1, waiting: 1, pausedMs: 31_000 });

  await vi.advanceTimersByTimeAsync(31_000);
  await expect(patient).resolves.toEqual(completion);
  expect(sent).toHaveLength(2);
});

it.each([
  ['waits', 60_000, 3],
  ['does not wait', 59_999, 1],
])(
  'after a 429 with a Retry-After of 60 s, a limited chat %s if maxRetryAfterMs of the platform is %d',
  async (_, maxRetryAfterMs, count) => {
    const limiter = createLimiter({ tier: 'free' });
    const retry = { retryOn429: true, maxRetryAfterMs };
    const { gateway, sent } = wire([json({}, 429, { 'Retry-After': '60' }), json(completion)], { limiter, retry });
    const asked = gateway.chat(hello).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(0);
    const once = gateway.chat(hello, { retry: false }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(60_000);
    await expect(asked).resolves.toMatchObject(count === 3 ? completion : { status: 429, retryAfterSeconds: 60 });
    await expect(once).resolves.toMatchObject(count === 3 ? completion : { kind: 'timeout', retryAfterSeconds: 60 });
    expect(sent).toHaveLength(count);
  },
);

it.each<[string, (gateway: GatewayClient) => Promise<unknown>]>([
  ['a chat', (gateway) => gateway.chat(hello, { retry: false })],
  ['a streamed chat', (gateway) => gateway.chatStream(hello, { retry: false }).final()],
])('after a 429, a limited client does not retry %s with `retry: false`, even with retryOn429 of the platform', async (_, ask) => {
  const limiter = createLimiter({ tier: 'free' });
  const { gateway, sent } = wire([json({}, 429, { 'Retry-After': '1' }), json(completion)], { limiter, retry: { retryOn429: true } });
  const asked = failureOf(ask(gateway));
  await vi.advanceTimersByTimeAsync(60_000);
  await expect(asked).resolves.toMatchObject({ status: 429 });
  expect(sent).toHaveLength(1);
});

it("retries after a 429 count against the platform's budget of twenty retries", async () => {
  const limiter = createLimiter({ tier: 'free' });
  const { gateway, sent } = wire([json({}, 429, { 'Retry-After': '1' })], { limiter });
  const asked = failureOf(gateway.chat(hello, { retry: { retryOn429: true, limit: 50 } }));
  await vi.advanceTimersByTimeAsync(60_000);
  await expect(asked).resolves.toMatchObject({ status: 429 });
  expect(sent).toHaveLength(21);
});

it('a limited chat with retryOn429 rejects after its retry limit, or after its timeout', async () => {
  const limiter = createLimiter({ tier: 'free' });
  const { gateway, sent } = wire([json({ detail: 'Too many' }, 429, { 'Retry-After': '1' })], { limiter });
  const often = gateway.chat(hello, { retry: { retryOn429: true, limit: 1 } }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(5000);
  await expect(often).resolves.toMatchObject({ status: 429 });
  expect(sent).toHaveLength(2);
  const late = gateway.chat(hello, { retry: { retryOn429: true }, timeoutMs: 500 }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(5000);
  await expect(late).resolves.toMatchObject({ kind: 'timeout', operation: 'gateway.chat' });
  expect(sent).toHaveLength(3);
  expect(limiter.headroom()).toMatchObject({ concurrency: 5, waiting: 0 });
});

it('a 429 within a stream pauses the limiter, and is not retried', async () => {
  const limiter = createLimiter({ tier: 'free' });
  const { gateway, sent } = wire([stream([...lines.slice(0, 2), { error: { message: 'Too many', code: 429 } }])], { limiter });
  await expect(gateway.chatStream(hello, { retry: { retryOn429: true } }).final()).rejects.toMatchObject({ code: '429' });
  expect(limiter.headroom()).toMatchObject({ pausedMs: 1000, concurrency: 5 });
  expect(sent).toHaveLength(1);
});

it('a 429 without Retry-After pauses the limiter for a second', async () => {
  const limiter = createLimiter({ tier: 'free' });
  await expect(
    wire([json({}, 429)], { limiter })
      .gateway.chatStream(hello)
      .final(),
  ).rejects.toMatchObject({ status: 429 });
  expect(limiter.headroom()).toMatchObject({ pausedMs: 1000, concurrency: 5 });
});
