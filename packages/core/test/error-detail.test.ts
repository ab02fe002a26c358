import { isPlatformError, type ErrorDetail, type PlatformError } from '@platform-sdk/core';
import { expect, it } from 'vitest';
import { failWith } from './failing-write.ts';
import { text } from './recording-fetch.ts';

const fail = (body: string, secret?: string, type = 'application/json'): Promise<PlatformError> => failWith(text(body, 422, type), secret);

type Case = readonly [dialect: string, body: unknown, detail: string | undefined, details?: readonly ErrorDetail[]];

const cases: readonly Case[] = [
  [
    'JSON:API',
    { errors: [{ code: 'TAKEN', title: 'No', detail: 'This name is taken.', source: { pointer: '/data/attributes/name' } }] },
    'This name is taken.',
    [{ field: 'name', code: 'TAKEN', detail: 'This name is taken.' }],
  ],
  [
    'JSON:API with two fields',
    {
      errors: [
        { detail: 'Too short.', source: { pointer: '/data/attributes/name' } },
        { code: 'BAD', detail: 'Not a city.', source: { pointer: '/data/attributes/address/city' } },
      ],
    },
    'Too short.',
    [
      { field: 'name', detail: 'Too short.' },
      { field: 'address.city', code: 'BAD', detail: 'Not a city.' },
    ],
  ],
  ['memory', { error: { code: 'SESSION_NOT_FOUND', message: 'Session not found.', trace_id: 't-1' } }, 'Session not found.'],
  ['gateway', { detail: 'Too few credits.', error: { code: 'INSUFFICIENT_CREDITS', required_amount: 2 } }, 'Too few credits.'],
  [
    'FastAPI',
    {
      detail: [
        { loc: ['body', 'name'], msg: 'field required', type: 'missing' },
        { loc: ['body', 'age'], msg: 'must be positive', type: 'value_error' },
      ],
    },
    'name: field required; age: must be positive',
    [
      { field: 'name', detail: 'field required' },
      { field: 'age', detail: 'must be positive' },
    ],
  ],
  [
    'an object with messages for each field',
    { errors: { name: ['is too short', 'is taken'], email: ['is not valid'] } },
    'name: is too short; is taken; email: is not valid',
    [
      { field: 'name', detail: 'is too short; is taken' },
      { field: 'email', detail: 'is not valid' },
    ],
  ],
  ['an empty object', {}, undefined],
];

it.each(cases)('returns the messages of %s as error.detail and error.details', async (_, body, detail, details) => {
  const error = await fail(JSON.stringify(body));
  expect(error.detail).toBe(detail);
  expect(error.details).toEqual(details);
  expect(error.message).toContain('notes.write returned 422');
});

it('returns a plain text response as error.detail, and undefined for an HTML page', async () => {
  expect((await fail('No such book.\n', undefined, 'text/plain')).detail).toBe('No such book.');
  expect(await fail('<html><title>502 Bad Gateway</title></html>', undefined, 'text/html')).not.toHaveProperty('detail');
});

it('contains no secret of the call in error.detail and error.details', async () => {
  const secret = 'correct-horse-battery-staple';
  const errors = [{ detail: `The password ${secret} is weak.`, source: { pointer: `/data/attributes/${secret}` } }];
  const error = await fail(JSON.stringify({ errors }), secret);
  expect(JSON.stringify(error)).not.toContain(secret);
  expect(error.detail).toContain('The password');
  expect(error.details).toHaveLength(1);
});

it('serialises error.detail and error.details with the error', async () => {
  const error = await fail('{"errors":[{"detail":"Too short."}]}');
  expect(isPlatformError(error)).toBe(true);
  expect(JSON.parse(JSON.stringify(error))).toMatchObject({ detail: 'Too short.', details: [{ detail: 'Too short.' }] });
});

it('lists at most a hundred faults in error.details', async () => {
  const errors = Array.from({ length: 300 }, () => ({ detail: 'Too short.' }));
  expect((await fail(JSON.stringify({ errors }))).details).toHaveLength(100);
});
