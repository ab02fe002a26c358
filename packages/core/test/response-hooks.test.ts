import type { CallOptions, LogEvent } from '@platform-sdk/core';
import { unknown, object, operation, streamOperation } from '@platform-sdk/core/contract';
import { completionChunks, eventStream } from '@platform-sdk/core/streams';
import { expect, it } from 'vitest';
import { benchOf } from './fixtures.ts';
import { failureOf, json, recordingFetch, text } from './recording-fetch.ts';

const bare = { method: 'GET', path: '/x', credentials: 'none', input: object<{}>({}), output: unknown, retry: 'safe' } as const;
const watch = streamOperation(operation({ ...bare, accept: 'text/event-stream' }), (open, _, options, name) =>
  eventStream(name, open, completionChunks(), options),
);
const contract = { get: operation(bare), shared: operation({ ...bare, cacheSeconds: 60 }), watch };

const throwing: CallOptions = {
  onResponse: () => {
    throw new Error('planted');
  },
};

const warningsIn = (events: readonly LogEvent[]): string[] => events.flatMap((event) => (event.type === 'warning' ? [event.message] : []));

it('logs a warning if onResponse throws, and returns the result of the call', async () => {
  const wire = recordingFetch(json({ a: 1 }));
  const { client, events } = benchOf(contract, wire);
  await expect(client.get({}, throwing)).resolves.toEqual({ a: 1 });
  expect(warningsIn(events)).toEqual(['The onResponse of notes.get failed.']);
  expect(wire.sent).toHaveLength(1);
});

it('rejects with the original failure of a call if onResponse throws', async () => {
  const { client, events } = benchOf(contract, recordingFetch(json({ message: 'No.' }, 422)));
  await expect(failureOf(client.get({}, throwing))).resolves.toMatchObject({ kind: 'http', status: 422 });
  expect(warningsIn(events)).toHaveLength(1);
});

it('returns the result of a stream if onResponse throws', async () => {
  const body = 'data: {"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
  const { client, events } = benchOf(contract, recordingFetch(text(body, 200, 'text/event-stream')));
  await expect(client.watch({}, throwing).final()).resolves.toMatchObject({ choices: [{ message: { content: 'Hi' } }] });
  expect(warningsIn(events)).toEqual(['The onResponse of notes.watch failed.']);
});

it('returns a shared result to all callers if onResponse throws', async () => {
  const wire = recordingFetch(json({ a: 1 }));
  const { client } = benchOf(contract, wire);
  const calls = [throwing, {}, throwing].map((options) => client.shared({}, options));
  await expect(Promise.all(calls)).resolves.toEqual([{ a: 1 }, { a: 1 }, { a: 1 }]);
  expect(wire.sent).toHaveLength(1);
});

it('ignores an error of onResponse without a logger', async () => {
  const { client } = benchOf(contract, recordingFetch(json({ a: 1 })), { logger: undefined as never });
  await expect(client.get({}, throwing)).resolves.toEqual({ a: 1 });
});
