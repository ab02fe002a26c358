import { object, operation, streamOperation, unknown } from '@platform-sdk/core/contract';
import { completionChunks, eventStream } from '@platform-sdk/core/streams';
import { beforeEach, expect, it, vi } from 'vitest';
import { benchOf } from './fixtures.ts';
import { json, recordingFetch } from './recording-fetch.ts';

const chat = (retry: 'safe' | 'non-idempotent') =>
  streamOperation(
    operation({ method: 'POST', path: '/chat', credentials: 'user', input: object<{}>({}), output: unknown, retry }),
    (open, _, options, name) => eventStream(name, open, completionChunks(), options),
  );

beforeEach(() => void vi.useFakeTimers());

it('sends no request if the caller closes the stream before the API key arrives', async () => {
  const wire = recordingFetch(json({}));
  let give: ((key: string) => void) | undefined;
  const apiKey = (): Promise<string> => new Promise((resolve) => (give = resolve));
  const { client } = benchOf({ chat: chat('non-idempotent') }, wire, { apiKey, accessToken: 'token' });
  const events = client.chat()[Symbol.asyncIterator]();
  const reading = events.next();
  await vi.advanceTimersByTimeAsync(0);
  await events.return?.();
  give?.('key');
  await vi.runAllTimersAsync();
  await expect(reading).resolves.toEqual({ done: true, value: undefined });
  expect(wire.sent).toEqual([]);
});

it('sends no retry if the caller closes the stream during the pause before the retry', async () => {
  const wire = recordingFetch(json({}, 503), json({}));
  const { client } = benchOf({ chat: chat('safe') }, wire, { accessToken: 'token' });
  const events = client.chat()[Symbol.asyncIterator]();
  const reading = events.next();
  await vi.advanceTimersByTimeAsync(1);
  expect(wire.sent).toHaveLength(1);
  await events.return?.();
  await vi.runAllTimersAsync();
  await expect(reading).resolves.toEqual({ done: true, value: undefined });
  expect(wire.sent).toHaveLength(1);
});
