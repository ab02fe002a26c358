import { createConverterClient, type ConverterClientOptions, type ConverterJob } from '@platform-sdk/converter';
import type { PlatformError, StreamOptions } from '@platform-sdk/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const url = 'https://example.com/a';
const encoder = new TextEncoder();

/** Creates a converter client whose server sends these pieces, and then keeps the connection open without sending anything. */
const silentBehind = (pieces: readonly string[], options: ConverterClientOptions = {}) => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece));
    },
  });
  const fetch = async (): Promise<Response> => new Response(body, { headers: { 'Content-Type': 'text/plain' } });
  return createConverterClient({ baseUrl: 'https://converter.test', fetch, ...options });
};

/** Returns the outcome of a job, and the time of the fake clock in milliseconds at which the job settles. */
const settling = async (job: ConverterJob<unknown>): Promise<{ ms: number; kind: string }> => {
  const began = performance.now();
  const settled = job.result().then(
    () => ({ ms: performance.now() - began, kind: 'result' }),
    (error: unknown) => ({ ms: performance.now() - began, kind: (error as PlatformError).kind }),
  );
  await vi.advanceTimersByTimeAsync(400_000);
  return settled;
};

const cases: readonly (readonly [string, readonly string[], string])[] = [
  ['before the first line', [], 'stalled'],
  ['after a line', ['one\n'], 'stalled'],
  ['inside the result', ['one\n__JSON__{"success":true,"url":"u","markdown":"a __JSON__{}'], 'stalled'],
  ['after the result', ['one\n__JSON__{"success":true,"url":"u","markdown":"# A"}'], 'result'],
];

describe.each(cases)('a job that is silent %s', (_, pieces, kind) => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each<[string, ConverterClientOptions, StreamOptions, number]>([
    ['180 seconds', {}, {}, 180_000],
    ['the time limit of the platform', { timeouts: { firstEventMs: 7000, idleMs: 7000 } }, {}, 7000],
    ['the time limit of the call', { timeouts: { firstEventMs: 7000, idleMs: 7000 } }, { firstEventMs: 300_000, idleMs: 300_000 }, 300_000],
  ])('a silent job ends after %s', async (_name, platform, options, ms) => {
    const { convert } = silentBehind(pieces, platform);
    await expect(settling(convert({ url }, options))).resolves.toEqual({ ms, kind });
  });
});
