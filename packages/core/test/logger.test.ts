import type { LogEvent } from '@platform-sdk/core';
import { unknown, object, operation, optional, string } from '@platform-sdk/core/contract';
import { beforeEach, expect, it, vi } from 'vitest';
import { baseUrl, passed, signedInBench, standingClock } from './fixtures.ts';
import { failureOf, json, recordingFetch } from './recording-fetch.ts';

const get = operation({
  method: 'GET',
  path: '/notes/{noteId}',
  credentials: 'user',
  input: object<{ noteId: string; search?: string }>({ noteId: string, search: optional(string) }),
  output: unknown,
  retry: 'safe',
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
});

const attempts = (events: readonly LogEvent[]): LogEvent[] => events.filter(({ type }) => type === 'attempt');

it('calls the logger for every attempt, with the pause until the next attempt', async () => {
  const { client, events } = await signedInBench({ get }, recordingFetch(json({}, 503), json({})), { clock: standingClock() });
  await passed(client.get({ noteId: 'a/b', search: 'private' }));
  const attempt = {
    type: 'attempt',
    callId: 1,
    operation: 'notes.get',
    method: 'GET',
    url: `${baseUrl}/notes/a%2Fb`,
    milliseconds: 0,
    userId: 'user-1',
  };
  expect(attempts(events)).toEqual([
    { ...attempt, attempt: 1, result: 503, outcome: 'unknown', retryInMs: 300 },
    { ...attempt, attempt: 2, result: 200, outcome: 'succeeded' },
  ]);
});

it('passes the logger the kind of a failure without a response', async () => {
  const { client, events } = await signedInBench({ get }, recordingFetch(new TypeError('fetch failed')));
  await failureOf(client.get({ noteId: '1' }, { retry: false }));
  expect(attempts(events)).toMatchObject([{ attempt: 1, result: 'network' }]);
});

it('passes no header, body or query to the logger', async () => {
  const { client, events } = await signedInBench({ get }, recordingFetch(json({ word: 'in-the-answer' })));
  await client.get({ noteId: '1', search: 'in-the-query' }, { headers: { 'X-Client': 'in-the-headers' } });
  expect(JSON.stringify(events)).not.toMatch(/in-the-|app-1|eyJ|refresh-of/);
});

it('ignores a logger that throws', async () => {
  const logger = (): never => {
    throw new Error('disk full');
  };
  const { client, platform } = await signedInBench({ get }, recordingFetch(json({}, 503), json({ ok: true })), { logger });
  await expect(passed(client.get({ noteId: '1' }))).resolves.toEqual({ ok: true });
  await platform.session.clear();
});

it('writes no attempt to the console without a logger', async () => {
  const methods = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) => vi.spyOn(console, name));
  const { client } = await signedInBench({ get }, recordingFetch(json({}, 500)), { logger: undefined as never });
  await failureOf(client.get({ noteId: '1' }, { retry: false }));
  for (const method of methods) expect(method).not.toHaveBeenCalled();
});
