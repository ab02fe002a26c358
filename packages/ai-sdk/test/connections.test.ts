import { createLimiter } from '@platform-sdk/gateway';
import { generateText, streamText } from 'ai';
import { expect, it } from 'vitest';
import { createScene, createScriptedGateway, eventOf } from './scene.ts';

const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hello' }] }];

/** Creates a gateway whose stream never ends, and counts its events. */
const createEndlessGateway = () => {
  const counts = { written: 0, cancelled: 0 };
  const utf8 = new TextEncoder();
  const scene = createScriptedGateway((signal) => {
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (to) => to.enqueue(utf8.encode(eventOf({ content: `${counts.written++} ` }))),
        cancel: () => void counts.cancelled++,
      },
      { highWaterMark: 0 },
    );
    signal?.addEventListener('abort', () => void body.cancel().catch(() => undefined));
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  return { ...scene, counts };
};

/** Creates a gateway whose stream is silent after its first event. */
const createSilentGateway = () => {
  const counts = { cancelled: 0 };
  const scene = createScriptedGateway(() => {
    const body = new ReadableStream<Uint8Array>({
      start: (to) => to.enqueue(new TextEncoder().encode(eventOf({ content: 'Hi' }))),
      cancel: () => void counts.cancelled++,
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  return { ...scene, counts };
};

it('a stream closes the connection when its signal aborts', async () => {
  const { gateway, counts } = createSilentGateway();
  const stop = new AbortController();
  let isAborted = false;
  const errors: unknown[] = [];
  const result = streamText({
    model: gateway('acme/large'),
    prompt: 'Hello',
    abortSignal: stop.signal,
    onAbort: () => void (isAborted = true),
    onError: ({ error }) => void errors.push(error),
  });
  let text = '';
  for await (const piece of result.textStream) {
    text += piece;
    stop.abort();
  }
  expect(text).toBe('Hi');
  expect(isAborted).toBe(true);
  expect(errors).toEqual([]);
  await expect.poll(() => counts.cancelled).toBe(1);
});

it('a silent stream closes the connection when it is cancelled', async () => {
  const { gateway, counts } = createSilentGateway();
  const { stream } = await gateway('acme/large').doStream({ prompt });
  const reader = stream.getReader();
  for (let count = 0; count < 4; count++) await reader.read();
  const silent = reader.read();
  await reader.cancel();
  expect(await silent).toEqual({ done: true, value: undefined });
  await expect.poll(() => counts.cancelled).toBe(1);
});

it('a stream reads from the gateway only as fast as its reader', async () => {
  const { gateway, counts } = createEndlessGateway();
  const { stream } = await gateway('acme/large').doStream({ prompt });
  const reader = stream.getReader();
  for (let count = 0; count < 5; count++) await reader.read();
  const before = counts.written;
  await new Promise((resolve) => void setImmediate(resolve));
  expect(counts.written).toBe(before);
  expect(before).toBeLessThan(64);
  await reader.cancel();
  await expect.poll(() => counts.cancelled).toBe(1);
});

it('a call occupies a slot of the limiter until the stream is cancelled', async () => {
  const limiter = createLimiter({ requestsPerMinute: 10, concurrency: 1 });
  const { gateway, local } = createScene({ limiter });
  const { stream } = await gateway('acme/sage').doStream({ prompt });
  const next = generateText({ model: gateway('acme/sage'), prompt: 'Second' });
  await expect.poll(() => limiter.headroom().waiting).toBe(1);
  expect(local.requestLog).toHaveLength(1);
  await stream.cancel();
  expect((await next).text).toBe('You said: Second');
  expect(limiter.headroom()).toMatchObject({ concurrency: 1, waiting: 0 });
});

it("a limiter rejects an aborted call that waits for the limiter, with the signal's reason", async () => {
  const limiter = createLimiter({ requestsPerMinute: 10, concurrency: 1 });
  const { gateway, local } = createScene({ limiter });
  const { stream } = await gateway('acme/sage').doStream({ prompt });
  const stop = new AbortController();
  const waiting = generateText({ model: gateway('acme/sage'), prompt: 'Second', abortSignal: stop.signal }).catch(
    (error: unknown) => error,
  );
  await expect.poll(() => limiter.headroom().waiting).toBe(1);
  stop.abort();
  expect(await waiting).toBe(stop.signal.reason);
  expect(local.requestLog).toHaveLength(1);
  await stream.cancel();
});

it('the key of the gateway never appears in a result or an error', async () => {
  const { gateway, local } = createScene();
  const { request, response } = await generateText({ model: gateway('acme/sage'), prompt: 'Hello' });
  local.faults.add({ operation: 'gateway.chat', failure: 'reset' });
  const error = await generateText({ model: gateway('acme/sage'), prompt: 'Hello' }).catch((failure: unknown) => failure);
  expect(JSON.stringify([request, response, gateway('acme/sage'), error, (error as Error).stack])).not.toContain(local.gatewayKey);
});
