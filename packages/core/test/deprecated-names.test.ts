import type { LogEvent } from '@platform-sdk/core';
import { object, operation, optional, string, unknown } from '@platform-sdk/core/contract';
import { expect, it } from 'vitest';
import { benchOf, signedInBench } from './fixtures.ts';
import { failureOf, json, recordingFetch } from './recording-fetch.ts';

interface NoteInput {
  noteId: string;
  title?: string;
}

const get = operation({
  method: 'GET',
  path: '/notes/{noteId}',
  credentials: 'user',
  input: object<NoteInput>({ noteId: string, title: optional(string) }),
  output: unknown,
  retry: 'safe',
  deprecated: { title: 'Use noteId alone.' },
});
const read = { ...get, deprecated: { '*': 'Use notes.get.' } };

const warningsIn = (events: readonly LogEvent[]): readonly unknown[] =>
  events.flatMap((event) => (event.type === 'warning' ? [event.message] : []));

const responses = (count: number) => recordingFetch(...Array.from({ length: count }, () => json({})));

it('logs a deprecated field once, and only if a call uses it', async () => {
  const { client, events } = await signedInBench({ get }, responses(3));
  await client.get({ noteId: '1' });
  expect(warningsIn(events)).toEqual([]);
  await client.get({ noteId: '1', title: 'a secret title' });
  await client.get({ noteId: '2', title: 'b' });
  expect(warningsIn(events)).toEqual(['notes.get: title is deprecated. Use noteId alone.']);
});

it('logs a deprecated operation once, although its responses contain the header Deprecation', async () => {
  const wire = recordingFetch(
    ...[1, 2].map(() => new Response('{}', { headers: { deprecation: 'true', 'content-type': 'application/json' } })),
  );
  const { client, events } = await signedInBench({ get, read }, wire);
  await client.read({ noteId: '1' });
  await client.read({ noteId: '1' });
  expect(warningsIn(events)).toEqual(['notes.read is deprecated. Use notes.get.']);
  expect(events.filter(({ type }) => type === 'deprecation')).toHaveLength(1);
});

it('throws for an invalid input, and logs no warning about its deprecated field', async () => {
  const { client, events } = benchOf({ get }, responses(0));
  expect(await failureOf(client.get({ noteId: '1', title: 7 as never }))).toMatchObject({ kind: 'invalid-input' });
  expect(warningsIn(events)).toEqual([]);
});
