import { createPlatform, type StreamOptions, type Timeouts } from '@platform-sdk/core';
import { createClient } from '@platform-sdk/core/internal';
import { unknown, object, operation, streamOperation, type StreamOperation } from '@platform-sdk/core/contract';
import { eventStream, type EventStream } from '@platform-sdk/core/streams';
import { beforeEach, expect, it, vi } from 'vitest';
import { frame, messages, type Message } from './scripted-answer.ts';

const watch: StreamOperation<{}, EventStream<Message, readonly string[]>> = streamOperation(
  operation({ method: 'GET', path: '/watch', credentials: 'none', input: object<{}>({}), output: unknown, retry: 'non-idempotent' }),
  (open, _, options, name) => eventStream(name, open, messages, options),
);

/** Returns the time and the kind of the failure of a stream that sends `text`, and then nothing. */
const failsAfter = async (text: string, timeouts: Timeouts, options: StreamOptions = {}): Promise<readonly [number, unknown]> => {
  const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new TextEncoder().encode(text)) });
  let asked = (): void => undefined;
  const request = new Promise<void>((resolve) => (asked = resolve));
  const fetch = async (): Promise<Response> => {
    asked();
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
  };
  const platform = createPlatform({ baseUrls: { memory: 'https://memory.test' }, timeouts, fetch });
  const started = performance.now();
  const work = createClient({ name: 'memory', base: 'memory' }, { watch }, platform)
    .watch({}, options)
    .final()
    .then(
      () => [0, 'complete'] as const,
      (error: unknown) => [performance.now() - started, (error as { kind: unknown }).kind] as const,
    );
  // Waits until the code of the sender has been loaded.
  await request;
  await vi.advanceTimersByTimeAsync(200_000);
  return work;
};

beforeEach(() => void vi.useFakeTimers());

it.each<[string, number, number, Timeouts, StreamOptions]>([
  ['by default', 120_000, 60_000, {}, {}],
  ['of the platform', 7000, 3000, { firstEventMs: 7000, idleMs: 3000 }, {}],
  ['of the call', 2000, 1000, { firstEventMs: 7000, idleMs: 3000 }, { firstEventMs: 2000, idleMs: 1000 }],
  ['of the call and of the platform', 2000, 3000, { firstEventMs: 7000, idleMs: 3000 }, { firstEventMs: 2000 }],
  ['of the platform if those of the call are undefined', 7000, 3000, { firstEventMs: 7000, idleMs: 3000 }, { idleMs: undefined } as never],
])('uses firstEventMs and idleMs %s: %i ms for the first event, %i ms after it', async (_, firstEventMs, idleMs, timeouts, options) => {
  await expect(failsAfter('', timeouts, options)).resolves.toEqual([firstEventMs, 'stalled']);
  await expect(failsAfter(frame('one'), timeouts, options)).resolves.toEqual([idleMs, 'stalled']);
});
