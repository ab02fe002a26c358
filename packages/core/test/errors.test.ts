import { inspect } from 'node:util';
import { hasErrorCode, isPlatformError, PlatformError, type CallOptions, type PlatformOptions } from '@platform-sdk/core';
import { withDetails } from '@platform-sdk/core/internal';
import type * as Core from '../src/diagnostics/errors.ts';
import { unknown, document, object, operation, string } from '@platform-sdk/core/contract';
import { describe, expect, it } from 'vitest';
import { benchOf, tokens } from './fixtures.ts';
import { note } from './notes.ts';
import { failureOf, json, recordingFetch } from './recording-fetch.ts';

it.each(['CODE(1)', 'a.b', 'C++', '[x]', '\\', '*'])('finds a code that contains special characters: %s', (code) => {
  const isFound = (message: string): boolean => hasErrorCode(new PlatformError('http', 'Wrong.', { body: { message } }), code);
  expect(isFound(`It failed: ${code}`)).toBe(true);
  expect(isFound('It failed: axb, CODE1, CCC, x')).toBe(false);
});

describe('PlatformError', () => {
  const error = new PlatformError('http', 'The name is taken.', { operation: 'notes.add', status: 422, code: 'TAKEN' });

  it('creates an Error whose name is PlatformError', () => {
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).toBe('PlatformError: The name is taken.');
  });

  it('gives a PlatformError only the details that were passed to it', () => {
    expect(Object.keys(error)).toEqual(['kind', 'operation', 'status', 'code']);
  });

  it('serialises a PlatformError with its name and message', () => {
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'PlatformError',
      message: 'The name is taken.',
      kind: 'http',
      operation: 'notes.add',
      status: 422,
      code: 'TAKEN',
    });
  });

  it('prints a PlatformError with its details', () => {
    expect(inspect(error)).toContain("code: 'TAKEN'");
  });
});

it('recognizes errors of another copy of the package', async () => {
  const copy = (await import(new URL('../src/diagnostics/errors.ts?copy', import.meta.url).href)) as typeof Core;
  expect(copy.PlatformError).not.toBe(PlatformError);
  expect(isPlatformError(new copy.PlatformError('network', 'x'))).toBe(true);
});

it('makes errors of another copy an instanceof PlatformError, but not of its subclasses', async () => {
  const copy = (await import(new URL('../src/diagnostics/errors.ts?copy', import.meta.url).href)) as typeof Core;
  class OwnError extends PlatformError {}
  const foreign: unknown = new copy.PlatformError('network', 'x');
  expect(foreign instanceof PlatformError).toBe(true);
  expect(foreign instanceof OwnError).toBe(false);
  expect(new OwnError('network', 'x') instanceof OwnError).toBe(true);
  expect((new Error('x') as unknown) instanceof PlatformError).toBe(false);
});

it.each([new Error('x'), { kind: 'http' }, null, undefined, 'x'])('isPlatformError returns false for %s', (value) => {
  expect(isPlatformError(value)).toBe(false);
});

it('returns a copy of an error with other details', () => {
  const cause = new Error('below');
  const error = withDetails(new PlatformError('http', 'a', { status: 422, code: 'TAKEN' }, { cause }), { code: 'GONE' }, 'b');
  expect(error).toMatchObject({ kind: 'http', message: 'b', status: 422, code: 'GONE', cause });
});

const get = operation({
  method: 'GET',
  path: '/notes/{noteId}',
  credentials: 'user',
  input: object<{ noteId: string }>({ noteId: string }),
  output: document(note),
  retry: 'non-idempotent',
});
const traceId = '7f6c0f5e-3f5c-4e6a-9d6e-0d3c8a1b2c3d';
const wrongInput = { noteId: 7 } as never;

const cases: readonly [
  string,
  { input?: { noteId: string }; answer?: Response | Error; platform?: PlatformOptions; call?: CallOptions; signedOut?: true },
][] = [
  ['an invalid input', { input: wrongInput }],
  ['an id that cannot be in a path', { input: { noteId: '..' } }],
  ['an invalid trace id', { call: { traceId: 'x' } }],
  ['an invalid header', { call: { headers: { 'X-A': 'a\nb' } } }],
  ['a missing base URL', { platform: { baseUrls: {} } }],
  ['an empty API key', { platform: { apiKey: '' } }],
  ['a call without a signed-in user', { signedOut: true }],
  ['a lost connection', { answer: new TypeError('fetch failed') }],
  ['an abort', { call: { signal: AbortSignal.abort() } }],
  ['an http error', { answer: json({}, 422) }],
  ['a redirect', { answer: new Response(null, { status: 302, headers: { Location: 'https://evil.example/' } }) }],
  ['a body that is too large', { platform: { maxResponseBytes: 10 } }],
  ['an invalid response', { answer: json([]) }],
];

const run = async ({
  input = { noteId: '1' },
  answer = json({ data: { id: '1', attributes: { title: 'a' } } }),
  platform,
  call,
  signedOut,
}: (typeof cases)[number][1]) => {
  const wire = recordingFetch(answer);
  const bed = benchOf({ get }, wire, platform);
  if (!signedOut) await bed.platform.session.set(tokens('a'));
  return { wire, error: await failureOf(bed.client.get(input, { traceId, ...call })) };
};

it.each(cases)('contains the operation and the outcome of a failed call: %s', async (_, given) => {
  const { error, wire } = await run(given);
  expect(error).toMatchObject({ operation: 'notes.get' });
  expect(['not-sent', 'rejected', 'unknown', 'likely-applied']).toContain((error as PlatformError).outcome);
  expect((error as PlatformError).outcome === 'not-sent').toBe(wire.sent.length === 0);
});

it.each(cases.filter(([, { answer }]) => answer))(
  'contains the trace id and the number of attempts of a failed call: %s',
  async (_, given) => {
    const { error } = await run(given);
    expect(error).toMatchObject({ traceId, attempts: 1 });
  },
);

it('counts no attempt if nothing was sent', async () => {
  const { error } = await run({ signedOut: true });
  expect((error as PlatformError).attempts ?? 0).toBe(0);
});

it('returns the JSON of the response unchanged if the output is unknown', async () => {
  const any = operation({ method: 'GET', path: '/x', credentials: 'none', input: object<{}>({}), output: unknown, retry: 'safe' });
  await expect(benchOf({ any }, recordingFetch(json('text'))).client.any()).resolves.toBe('text');
});
