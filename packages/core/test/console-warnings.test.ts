import { createPlatform, type LogEvent, type TokenStore, type WarningCode } from '@platform-sdk/core';
import { beforeEach, expect, it, vi, type MockInstance } from 'vitest';
import { benchOf, passed, signedInBench, tokens } from './fixtures.ts';
import { readNote as get } from './notes.ts';
import { failureOf, json, recordingFetch } from './recording-fetch.ts';

const other = { ...get, path: '/others/{noteId}' };

const ATTEMPT = {
  callId: 1,
  operation: 'a.b',
  method: 'GET',
  url: '',
  attempt: 1,
  result: 200,
  outcome: 'succeeded',
  milliseconds: 0,
} as const;

/** An event of each kind, and true if a platform without a logger writes it to the console. A kind without a row does not compile. */
const EVENTS: { readonly [Type in LogEvent['type']]: readonly [event: Extract<LogEvent, { readonly type: Type }>, isWritten: boolean] } = {
  attempt: [{ type: 'attempt', ...ATTEMPT }, false],
  'invalid-response': [{ type: 'invalid-response', operation: 'a.b', field: 'id', message: 'is missing' }, false],
  session: [{ type: 'session', change: 'signed-out' }, false],
  deprecation: [{ type: 'deprecation', operation: 'a.b' }, true],
  warning: [{ type: 'warning', message: 'The store failed.' }, true],
};

/** Every code of a warning. A code without a row does not compile. */
const CODES: Readonly<Record<WarningCode, true>> = {
  STORE_NOT_READ: true,
  STORE_NOT_WRITTEN: true,
  STORE_INVALID: true,
  CALLBACK_FAILED: true,
  FIELD_LEFT_OUT: true,
  SETTINGS_DROPPED: true,
  JOURNAL_NOT_WRITTEN: true,
  LIMITER_NOT_PAUSED: true,
};

let warn: MockInstance<typeof console.warn>;
beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
});

const written = (): string[] => warn.mock.calls.map(([text]) => String(text));

it.each(Object.values(EVENTS))('writes $0.type to the console if no logger is set: $1', (event, isWritten) => {
  createPlatform().context.log?.(event);
  expect(written()).toHaveLength(isWritten ? 1 : 0);
});

it.each(Object.keys(CODES) as WarningCode[])('writes a warning of the code %s to the console once if no logger is set', (code) => {
  const { log } = createPlatform().context;
  log?.({ type: 'warning', code, message: 'First.' });
  log?.({ type: 'warning', code, message: 'Second.' });
  expect(written()).toEqual([expect.stringContaining('First.')]);
});

it('writes one warning of each code to the console for each platform without a logger', () => {
  for (const { log } of [createPlatform().context, createPlatform().context])
    for (const code of Object.keys(CODES) as WarningCode[]) log?.({ type: 'warning', code, message: code });
  expect(written()).toHaveLength(2 * Object.keys(CODES).length);
});

it('writes a warning without the tokens to the console if a store cannot be written', async () => {
  const store: TokenStore = {
    get: () => undefined,
    set: (record) => {
      throw new Error(`quota exceeded by ${JSON.stringify(record)}`);
    },
  };
  const platform = createPlatform({ session: { store } });
  await platform.session.set(tokens('a'));
  await platform.session.set(tokens('b'));
  platform.dispose();
  expect(written()).toEqual([expect.stringContaining('The token store failed to write')]);
  expect(written().join()).not.toMatch(/eyJ|refresh-of/);
});

it.each([{ logger: false as const }, { logger: () => undefined }])('writes no warning to the console if logger is $logger', (options) => {
  for (const [event] of Object.values(EVENTS)) createPlatform(options).context.log?.(event);
  expect(written()).toEqual([]);
});

const deprecated = (headers: Readonly<Record<string, string>>) => (): Response => new Response('{}', { headers });

it('logs the headers Deprecation and Sunset once for each operation', async () => {
  const headers = { deprecation: '@1688169599', sunset: 'Sun, 30 Jun 2024 23:59:59 GMT' };
  const wire = recordingFetch(...[1, 2, 3].map(() => deprecated(headers)()));
  const { client, events } = await signedInBench({ get, other }, wire);
  await client.get({ noteId: '1' });
  await client.get({ noteId: '2' });
  await client.other({ noteId: '1' });
  const dates = { deprecatedAt: '2023-06-30T23:59:59.000Z', sunsetAt: '2024-06-30T23:59:59.000Z' };
  expect(events.filter(({ type }) => type === 'deprecation')).toEqual([
    { type: 'deprecation', operation: 'notes.get', ...dates },
    { type: 'deprecation', operation: 'notes.other', ...dates },
  ]);
});

it.each([
  [{ deprecation: 'true' }, {}],
  [{ deprecation: 'Sun, 11 Nov 2018 23:59:59 GMT' }, { deprecatedAt: '2018-11-11T23:59:59.000Z' }],
  [{ deprecation: 'eyJ.a.secret' }, {}],
  [{ deprecation: 'false' }, undefined],
  [{ sunset: 'some day' }, undefined],
  [{}, undefined],
])('logs a deprecation with valid dates only, or nothing, for the headers %o: %o', async (headers, expected) => {
  const { client, events } = await signedInBench({ get }, recordingFetch(deprecated(headers)()));
  await client.get({ noteId: '1' });
  const found = events.filter(({ type }) => type === 'deprecation');
  expect(found).toEqual(expected ? [{ type: 'deprecation', operation: 'notes.get', ...expected }] : []);
});

it("passes the user's id and the outcome to the event of an attempt", async () => {
  const wire = recordingFetch(json({}), json({}, 422), json({}, 500));
  const { client, platform, events } = benchOf({ get }, wire);
  await platform.session.set({ ...tokens('a'), id: 'user-1' });
  await passed(client.get({ noteId: '1' }));
  await failureOf(client.get({ noteId: '1' }, { retry: false }));
  await failureOf(client.get({ noteId: '1' }, { retry: false }));
  expect(events.filter(({ type }) => type === 'attempt')).toMatchObject([
    { userId: 'user-1', outcome: 'succeeded' },
    { userId: 'user-1', outcome: 'rejected' },
    { userId: 'user-1', outcome: 'unknown' },
  ]);
});
