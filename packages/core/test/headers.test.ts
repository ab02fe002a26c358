import { unknown, object, operation, string } from '@platform-sdk/core/contract';
import { expect, it } from 'vitest';
import { benchOf } from './fixtures.ts';
import { headersOf, json, recordingFetch } from './recording-fetch.ts';

const note = operation({
  method: 'POST',
  path: '/notes',
  credentials: 'application',
  input: object<{ title: string }>({ title: string }),
  output: unknown,
  retry: 'non-idempotent',
});

const bench = (apiKey = 'app-1') => {
  const wire = recordingFetch(json({}));
  const { client } = benchOf({ note }, wire, { apiKey });
  return { wire, send: (headers: Record<string, string>) => client.note({ title: 'a' }, { headers }) };
};

it('adds the headers of the option to the headers of the SDK', async () => {
  const { wire, send } = bench();
  await send({ 'X-Client': 'café' });
  expect(headersOf(wire.only())).toEqual({
    accept: 'application/json',
    'content-type': 'application/json',
    'api-key': 'app-1',
    'x-client': 'café',
  });
});

it('replaces a header of the SDK, whatever the case of its name', async () => {
  const { wire, send } = bench();
  await send({ accept: 'application/vnd.api+json' });
  expect(wire.only().headers.get('accept')).toBe('application/vnd.api+json');
});

it.each(['a\r\nX-Evil: 1', 'a\nb', 'a\rb', 'a\u0000b', '🦊', 'Ł'])(
  'rejects a header value that cannot be sent, and does not show the value: %j',
  async (value) => {
    const { wire, send } = bench();
    const refusal = send({ 'X-Client': value });
    await expect(refusal).rejects.toMatchObject({ kind: 'invalid-input', field: 'X-Client', outcome: 'not-sent' });
    await expect(refusal).rejects.toSatisfy((error) => !String(error).includes(value));
    expect(wire.sent).toEqual([]);
  },
);

it.each(['', 'X Client', 'X-Client:', 'X-Client\r\n', 'Ü'])('rejects a header name that cannot be sent: %j', async (name) => {
  const { wire, send } = bench();
  await expect(send({ [name]: 'a' })).rejects.toMatchObject({ kind: 'invalid-input', field: name });
  expect(wire.sent).toEqual([]);
});

it('shows the name, but not the value, of an invalid Api-Key in the error', async () => {
  const { wire, send } = bench('key-1234\r\nX-Evil: 1');
  const refusal = send({});
  await expect(refusal).rejects.toMatchObject({ kind: 'invalid-input', field: 'Api-Key', outcome: 'not-sent' });
  await expect(refusal).rejects.toSatisfy((error) => !String(error).includes('key-1234'));
  expect(wire.sent).toEqual([]);
});
