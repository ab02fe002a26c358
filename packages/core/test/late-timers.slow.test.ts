import { createPlatform, request } from '@platform-sdk/core';
import { bounded, pause } from '@platform-sdk/core/internal';
import { expect, it } from 'vitest';

/** Stops the thread, as if the process were stopped. */
const stopThread = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
const after = (ms: number): Promise<string> => new Promise((resolve) => setTimeout(resolve, ms, 'done'));
const outcomeOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => (error as { kind: string }).kind);

it('returns the result of work that ends just after its limit because the thread was stopped', async () => {
  // The work ends 10 ms after the limit.
  const work = after(20).then(() => after(20));
  const waiting = outcomeOf(bounded(work, 30, undefined));
  stopThread(100);
  await expect(waiting).resolves.toBe('done');
});

it('rejects with a timeout if work never ends, although the thread was stopped', async () => {
  const waiting = outcomeOf(bounded(new Promise(() => undefined), 10, undefined));
  stopThread(100);
  await expect(waiting).resolves.toBe('timeout');
});

it('ends a pause although the thread was stopped during it', async () => {
  const paused = pause(10, undefined).then(() => 'paused');
  stopThread(100);
  await expect(Promise.race([paused, after(300)])).resolves.toBe('paused');
});

it('reads a complete response whose headers arrive after the deadline because the thread was stopped', async () => {
  const encoder = new TextEncoder();
  const fetch = async (): Promise<Response> => {
    stopThread(120);
    // The body needs more turns of the event loop after the headers.
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await after(20);
        controller.enqueue(encoder.encode('{"isRead":true}'));
        controller.close();
      },
    });
    return new Response(body, { headers: { 'content-type': 'application/json' } });
  };
  const platform = createPlatform({ baseUrls: { auth: 'https://auth.test/v1' }, fetch });
  const called = request(platform, { base: 'auth', path: '/call', credentials: 'none' }, { timeoutMs: 50 });
  await expect(called).resolves.toEqual({ isRead: true });
});
