import { createGatewayClient, createLimiter, type GatewayClient, type Limiter } from '@platform-sdk/gateway';
import { createPlatform } from '@platform-sdk/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { completion, failureOf, hello, json, lines, stream, wire } from './wire.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const one = (): Limiter => createLimiter({ requestsPerMinute: 100, concurrency: 1 });
const after = (ms: number, answer: Response) => async () => {
  await new Promise((resolve) => setTimeout(resolve, ms));
  return answer.clone();
};

describe('a limited gateway client', () => {
  it('sends the second chat when the first is answered', async () => {
    const { gateway, sent } = wire([after(1000, json(completion))], { limiter: one() });
    const both = Promise.all([gateway.chat(hello), gateway.chat(hello)]);
    await vi.advanceTimersByTimeAsync(999);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1000);
    await expect(both).resolves.toHaveLength(2);
  });

  it('goes on after a failure', async () => {
    const limiter = one();
    const { gateway } = wire([json({}, 500), json(completion)], { limiter });
    await expect(gateway.chat(hello)).rejects.toMatchObject({ status: 500 });
    await expect(gateway.chat(hello)).resolves.toEqual(completion);
    expect(limiter.headroom()).toMatchObject({ concurrency: 1, requests: 98, pausedMs: 0 });
  });

  it('waits as long as a 429 says, with all that wait, and does not send the refused one again', async () => {
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
  ])('lets %s that may be sent again wait in the queue, without its place', async (_, good, ask) => {
    const limiter = createLimiter({ requestsPerMinute: 100, concurrency: 2 });
    const refused = json({ detail: 'Too many' }, 429, { 'Retry-After': '30' });
    const { gateway, sent } = wire([refused, refused, good], { limiter });
    const asked = ask(gateway, { retry: { rateLimited: true } });
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

  it('gives up a chat that is refused too often, or has no time left', async () => {
    const limiter = createLimiter({ tier: 'free' });
    const { gateway, sent } = wire([json({ detail: 'Too many' }, 429, { 'Retry-After': '1' })], { limiter });
    const often = gateway.chat(hello, { retry: { rateLimited: true, limit: 1 } }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(5000);
    await expect(often).resolves.toMatchObject({ status: 429 });
    expect(sent).toHaveLength(2);
    const late = gateway.chat(hello, { retry: { rateLimited: true }, timeoutMs: 500 }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(5000);
    await expect(late).resolves.toMatchObject({ kind: 'timeout', operation: 'gateway.chat' });
    expect(sent).toHaveLength(3);
    expect(limiter.headroom()).toMatchObject({ concurrency: 5, waiting: 0 });
  });

  it('pauses at a 429 in the middle of a stream too', async () => {
    const limiter = createLimiter({ tier: 'free' });
    const { gateway, sent } = wire([stream([...lines.slice(0, 2), { error: { message: 'Too many', code: 429 } }])], { limiter });
    await expect(gateway.chatStream(hello, { retry: { rateLimited: true } }).final()).rejects.toMatchObject({ code: '429' });
    expect(limiter.headroom()).toMatchObject({ pausedMs: 1000, concurrency: 5 });
    expect(sent).toHaveLength(1);
  });

  it('waits a second after a 429 that does not say how long', async () => {
    const limiter = createLimiter({ tier: 'free' });
    await expect(
      wire([json({}, 429)], { limiter })
        .gateway.chatStream(hello)
        .final(),
    ).rejects.toMatchObject({ status: 429 });
    expect(limiter.headroom()).toMatchObject({ pausedMs: 1000, concurrency: 5 });
  });

  it('holds the place of a stream until it ends', async () => {
    const limiter = one();
    const { gateway } = wire([stream()], { limiter });
    const events = gateway.chatStream(hello)[Symbol.asyncIterator]();
    expect(limiter.headroom().concurrency).toBe(1);
    await events.next();
    expect(limiter.headroom().concurrency).toBe(0);
    while (!(await events.next()).done);
    expect(limiter.headroom().concurrency).toBe(1);
  });

  it.each<[string, () => Response]>([
    ['is truncated', () => stream(lines.slice(0, 2))],
    ['fails', () => stream([...lines.slice(0, 2), { error: { message: 'Overloaded' } }])],
    ['is none', () => new Response('<html></html>')],
  ])('gives the place of a stream free that %s', async (_, answer) => {
    const limiter = one();
    await failureOf(wire([answer()], { limiter }).gateway.chatStream(hello).final());
    expect(limiter.headroom().concurrency).toBe(1);
  });

  it('gives the place of a stream free that is left', async () => {
    const limiter = one();
    for await (const chunk of wire([stream()], { limiter }).gateway.chatStream(hello)) {
      expect(chunk.id).toBe('chatcmpl-1');
      break;
    }
    expect(limiter.headroom().concurrency).toBe(1);
  });

  it('gives the place of a stream free that is aborted and never read on', async () => {
    const limiter = one();
    const controller = new AbortController();
    const events = wire([stream()], { limiter }).gateway.chatStream(hello, { signal: controller.signal })[Symbol.asyncIterator]();
    await events.next();
    controller.abort();
    expect(limiter.headroom().concurrency).toBe(1);
  });

  it('takes no turn for an input that is refused', async () => {
    const limiter = one();
    const { gateway } = wire([json(completion)], { limiter });
    await expect(gateway.chat({ ...hello, temperature: 9 })).rejects.toMatchObject({ kind: 'input' });
    await expect(gateway.chatStream({ ...hello, messages: [] }).final()).rejects.toMatchObject({ kind: 'input' });
    expect(limiter.headroom()).toMatchObject({ requests: 100, waiting: 0 });
  });

  it('is aborted while it waits, without a request', async () => {
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

  it('counts the wait as part of the time that a call has', async () => {
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

  it('can share its limiter with others, on a platform too', async () => {
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
});
