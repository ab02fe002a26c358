import { inspect } from 'node:util';
import { PlatformError } from '@platform-sdk/core';
import { createClient } from '@platform-sdk/core/internal';
import { unknown, object, operation } from '@platform-sdk/core/contract';
import { expect, it } from 'vitest';
import { benchOf } from './fixtures.ts';
import { failureOf, json, recordingFetch, text } from './recording-fetch.ts';

const login = operation({
  method: 'POST',
  path: '/x',
  credentials: 'none',
  input: object<{ password: string }>({ password: { type: 'string' } }),
  output: unknown,
  retry: 'non-idempotent',
});

const failWith = (password: string, answer: Response): Promise<unknown> => {
  const { platform } = benchOf({}, recordingFetch(answer));
  return failureOf(createClient({ name: 'auth', base: 'auth' }, { login }, platform).login({ password }));
};

it.each(['http', '401', 'rejected', 'auth', 'auth.login'])(
  'keeps the kind, status, outcome and operation of an error, although a secret equals one of them: %s',
  async (password) => {
    const error = await failWith(password, json({ message: `${password}!`, sent: { it: password, length: Number(password) || 0 } }, 401));
    expect(error).toMatchObject({ kind: 'http', status: 401, outcome: 'rejected', operation: 'auth.login', attempts: 1 });
  },
);

it.each(['http', 'rejected', 'auth'])(
  'removes a secret from the message and the body, although it is an ordinary word: %s',
  async (password) => {
    const error = await failWith(password, json({ message: `Wrong: ${password}!`, sent: { it: [password] } }, 401));
    expect((error as Error).message).toMatch(/^Wrong: \[redacted\]/);
    expect((error as Error).message.split('(')[0]).not.toContain(password);
    expect(error).toMatchObject({ body: { message: 'Wrong: [redacted]!', sent: { it: ['[redacted]'] } } });
  },
);

it('redacts a secret that is a number', async () => {
  await expect(failWith('401', json({ message: 'Wrong.', sent: { it: 401 } }, 401))).resolves.toMatchObject({
    status: 401,
    body: { sent: { it: '[redacted]' } },
  });
});

it.each(['network', 'redirect', 'http', 'invalid-input'] as const)(
  'adds the operation and the attempts to a PlatformError without a message that fetch throws: %s',
  async (kind) => {
    const broken = (): never => {
      throw new PlatformError(kind, '');
    };
    const { platform } = benchOf({}, recordingFetch(broken));
    const call = createClient({ name: 'auth', base: 'auth' }, { login }, platform).login({ password: 'planted' });
    await expect(call).rejects.toMatchObject({ name: 'PlatformError', kind, operation: 'auth.login', attempts: 1 });
  },
);

it('redacts the credentials if the input has become unreadable', async () => {
  const { proxy: input, revoke } = Proxy.revocable({ password: 'planted' }, {});
  const answer = (): Response => {
    revoke();
    return json({ message: 'Wrong key: app-1' }, 401);
  };
  const { platform } = benchOf({}, recordingFetch(answer));
  const keyed = operation({ ...login, credentials: 'application' });
  const error = failureOf(createClient({ name: 'auth', base: 'auth' }, { login: keyed }, platform).login(input));
  await expect(error).resolves.toMatchObject({ status: 401, body: { message: 'Wrong key: [redacted]' } });
});

// In each test with 200 kB, a quadratic search would exceed the time limit of the test.
it('keeps 200 kB of incomplete tokens in an error body, in linear time', async () => {
  const error = await failWith('planted', json({ message: 'No.', seen: 'eyJ-'.repeat(50_000) }, 500));
  expect(error).toMatchObject({ kind: 'http', status: 500, body: { seen: 'eyJ-'.repeat(50_000) } });
});

it('redacts a token after 200 kB of similar text in linear time', async () => {
  const run = `${'eyJ.'.repeat(50_000)}eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl`;
  const error = await failWith('planted', json({ message: 'No.', seen: `a ${run} b` }, 500));
  expect(error).toMatchObject({ body: { seen: 'a [redacted] b' } });
});

it.each(['<title', '<title>', '<title ', '<title>x', '<title> '])(
  'finds no title in 200 kB of incomplete titles, in linear time: %j',
  async (piece) => {
    const page = `<html>${piece.repeat(Math.ceil(200_000 / piece.length))}`;
    const error = await failWith('planted', text(page, 502, 'text/html'));
    expect(error).toMatchObject({ kind: 'http', status: 502, message: 'auth.login returned 502 with an HTML page' });
  },
);

it('finds an HTML title after 200 kB of similar text in linear time', async () => {
  const page = `<html>${'<title '.repeat(30_000)}><title>Bad Gateway</title>`;
  const error = await failWith('planted', text(page, 502, 'text/html'));
  expect(error).toMatchObject({ message: 'auth.login returned 502 with an HTML page: Bad Gateway' });
});

it.each([
  ['objects', `{"message":"No.","deep":${'{"a":'.repeat(20_000)}"planted"${'}'.repeat(20_000)}}`],
  ['lists', `{"message":"No.","deep":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
])('keeps the message of an error whose body contains 20,000 nested %s', async (_, body) => {
  const error = await failWith('planted', text(body, 422, 'application/json'));
  expect(error).toMatchObject({ kind: 'http', status: 422, outcome: 'rejected', message: 'No. (auth.login returned 422)', attempts: 1 });
  expect(JSON.stringify(error)).toContain('[cut]');
  expect(inspect(error, { depth: Infinity })).not.toContain('planted');
});

const nested = (levels: number): unknown => {
  let deep: unknown = { password: 'planted-secret' };
  for (let depth = 0; depth < levels; depth++) deep = { a: deep };
  return deep;
};
const input = object<{ deep: unknown }>({ deep: unknown });
const add = operation({ method: 'POST', path: '/x', credentials: 'none', input, output: unknown, retry: 'non-idempotent' });

it('rejects an input with 20,000 nested levels before anything is sent', async () => {
  const wire = recordingFetch(json({}));
  const failure = failureOf(benchOf({ add }, wire).client.add({ deep: nested(20_000) }));
  await expect(failure).resolves.toMatchObject({ kind: 'invalid-input', field: 'deep', outcome: 'not-sent' });
  expect(wire.sent).toEqual([]);
});

it('redacts a secret of the input in the error, although it is nested 400 levels deep', async () => {
  const { client } = benchOf({ add }, recordingFetch(json({ message: 'planted-secret' }, 422)));
  await expect(failureOf(client.add({ deep: nested(400) }))).resolves.toMatchObject({ message: '[redacted]. (notes.add returned 422)' });
});
