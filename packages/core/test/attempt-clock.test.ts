import { object, operation, unknown } from '@platform-sdk/core/contract';
import type { PlatformOptions } from '@platform-sdk/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { benchOf } from './fixtures.ts';
import { recordingFetch } from './recording-fetch.ts';

const read = operation({ method: 'GET', path: '/x', credentials: 'none', input: object<{}>({}), output: unknown, retry: 'single-attempt' });

/** A body that sends a part at each of these times, in milliseconds after the call began, and stays open. */
const partsAt = (...times: number[]): ReadableStream =>
  new ReadableStream({
    start(controller) {
      for (const ms of times) setTimeout(() => controller.enqueue(new TextEncoder().encode('1')), ms);
    },
  });

/** Calls an operation whose headers take `headersAfterMs`. Returns the time after which it fails, and its error. */
const failureAfter = async (
  headersAfterMs: number,
  body: ReadableStream | null,
  { status = 200, ...options }: PlatformOptions & { status?: number } = {},
) => {
  const started = performance.now();
  const respond = () => new Promise<Response>((resolve) => setTimeout(() => resolve(new Response(body, { status })), headersAfterMs));
  const { client } = benchOf({ read }, recordingFetch(), { fetch: respond, ...options });
  const failure = client.read().then(
    () => undefined,
    (error: unknown) => ({ error, seconds: Math.round((performance.now() - started) / 1000) }),
  );
  await vi.advanceTimersByTimeAsync(300_000);
  return failure;
};

describe('the clock of an attempt', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  it.each([
    ['headers that do not come', 280_000, [], {}, 30, 'No response within 30000 ms'],
    ['a silent body', 20_000, [], {}, 50, 'No response within 30000 ms'],
    ['a silence after a part', 20_000, [45_000], {}, 75, 'No response within 30000 ms'],
    ['a silence after slow parts', 1000, [20_000, 40_000, 60_000], {}, 90, 'No response within 30000 ms'],
    ['a body with a shorter limit', 20_000, [24_000], { timeouts: { bodyMs: 5000 } }, 29, 'No response within 5000 ms'],
    ['a body with a longer limit', 4000, [], { timeouts: { headersMs: 5000 } }, 34, 'No response within 30000 ms'],
    ['a body without a limit', 1000, [], { timeouts: { bodyMs: Infinity } }, 120, 'No response within'],
    ['slow parts, by the time of the call', 1000, [20_000, 40_000], { timeoutMs: 50_000 }, 50, 'No response within'],
  ])('ends %s', async (_, headersAfterMs, times, options, seconds, message) => {
    const failure = await failureAfter(headersAfterMs, partsAt(...times), options);
    expect(failure).toMatchObject({ error: { kind: 'timeout', message: expect.stringContaining(message) as string }, seconds });
  });

  it('leaves a silent error body its own limit, which costs only the words', async () => {
    const failure = await failureAfter(20_000, partsAt(), { status: 422 });
    expect(failure).toMatchObject({ error: { kind: 'http', status: 422, outcome: 'rejected' }, seconds: 25 });
  });

  it('reads no body that arrives after the end, from a fetch that ignores its signal', async () => {
    const pull = vi.fn<() => void>();
    const late = new ReadableStream({ pull }, { highWaterMark: 0 });
    await expect(failureAfter(40_000, late)).resolves.toMatchObject({ error: { kind: 'timeout' }, seconds: 30 });
    expect(pull).not.toHaveBeenCalled();
  });
});
