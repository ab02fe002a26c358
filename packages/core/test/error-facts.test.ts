import { unknown, object, operation } from '@platform-sdk/core/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { benchOf, passed } from './fixtures.ts';
import { failureOf, json, recordingFetch, text } from './recording-fetch.ts';

interface Form {
  password?: string;
  url?: string;
  urls?: string[];
}

const bare = { path: '/notes', credentials: 'none', output: unknown } as const;
const input = object<Form>({
  password: { type: 'string', optional: true },
  url: { type: 'string', optional: true },
  urls: { type: 'array', items: { type: 'string' }, optional: true },
});
const contract = {
  get: operation({ ...bare, method: 'GET', input: object<{}>({}), retry: 'safe' }),
  add: operation({ ...bare, method: 'POST', input, retry: 'non-idempotent' }),
};

const add = (response: Response, form: Form = {}, headers: Record<string, string> = {}): Promise<unknown> =>
  failureOf(benchOf(contract, recordingFetch(response)).client.add(form, { headers }));

it('redacts nothing in the error of a call with an empty header', async () => {
  await expect(add(text('', 503), {}, { 'X-Empty': '' })).resolves.toMatchObject({ message: 'notes.add returned 503' });
});

it('sets error.headers to the response headers that cannot contain a secret', async () => {
  const headers = { 'Retry-After': '7', 'X-RateLimit-Remaining': '0', 'Set-Cookie': 'sid=planted', 'X-Internal': 'planted' };
  const error = await add(json({}, 503, headers));
  expect(error).toMatchObject({ headers: { 'retry-after': '7', 'x-ratelimit-remaining': '0', 'content-type': 'application/json' } });
  expect(JSON.stringify(error)).not.toContain('planted');
});

it('sets error.headers for a response that does not match the API specification', async () => {
  const error = await add(text('<html>', 200, 'text/html', { 'X-Request-Id': 'req-1' }));
  expect(error).toMatchObject({ kind: 'invalid-response', headers: { 'x-request-id': 'req-1' }, requestId: 'req-1' });
});

it('sets error.headers if the connection breaks during the body', async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) });
  const wire = recordingFetch(() => new Response(body, { headers: { 'X-Request-Id': 'req-1' } }));
  const error = await failureOf(benchOf(contract, wire).client.add({}));
  expect(error).toMatchObject({ kind: 'network', status: 200, outcome: 'likely-applied', requestId: 'req-1' });
});

it.each(['x-request-id', 'request-id', 'x-correlation-id', 'x-trace-id', 'x-amzn-requestid', 'x-ms-request-id', 'cf-ray', 'x-vercel-id'])(
  'reads error.requestId from %s',
  async (name) => {
    await expect(add(json({}, 500, { [name]: 'the-id' }))).resolves.toMatchObject({ requestId: 'the-id' });
  },
);

it('leaves error.requestId undefined if the response contains no request id', async () => {
  expect(await add(json({}, 500))).not.toHaveProperty('requestId');
});

it.each<[string, Form, Record<string, string>, string]>([
  ['a value of a Cookie', {}, { Cookie: 'theme=dark; sid=planted-sid' }, 'planted-sid'],
  ['a header of the caller', {}, { 'X-Session': 'planted-session' }, 'planted-session'],
  ['a parameter of an address', { url: 'https://a.test/x?page=2&access_token=planted%2Btoken' }, {}, 'planted+token'],
  ['an encoded parameter of an address', { url: 'https://a.test/x?sig=planted%2Bsig' }, {}, 'planted%2Bsig'],
  ['a parameter of an address in a list', { urls: ['https://a.test', 'https://a.test/?X-Amz-Signature=planted-sig'] }, {}, 'planted-sig'],
  ['the password of an address', { url: 'https://ada:planted-word@a.test/' }, {}, 'planted-word'],
])('redacts a secret that a server repeats: %s', async (_, form, headers, secret) => {
  const error = await add(json({ message: `Cannot use ${secret} here`, seen: [secret] }, 422), form, headers);
  expect(error).toMatchObject({ message: 'Cannot use [redacted] here. (notes.add returned 422)', body: { seen: ['[redacted]'] } });
});

it('leaves harmless headers and parameters in an error readable', async () => {
  const form = { url: 'https://a.test/?page=second' };
  const error = await add(json({ message: 'No second page in english' }, 422), form, { 'Accept-Language': 'english' });
  expect(error).toMatchObject({ message: 'No second page in english. (notes.add returned 422)' });
});

it.each(['wrong', 'password', 'Invalid'])('keeps the error message readable if the password is the word %s', async (password) => {
  const error = await add(json({ message: `${password} user, wrong password. Invalid login.`, sent: password }, 401), { password });
  expect(error).toMatchObject({ message: `${password} user, wrong password. Invalid login. (notes.add returned 401)` });
  expect(error).toMatchObject({ body: { sent: '[redacted]' } });
});

it.each(['"wrong"', "'wrong'", '`wrong`', 'password=wrong', 'password: wrong'])(
  'redacts a password that is a whole value: %s',
  async (place) => {
    const error = await add(json({ message: `Cannot use ${place}` }, 401), { password: 'wrong' });
    expect((error as Error).message).not.toContain('wrong');
  },
);

it('cuts an error body with 80,000 members to fewer than 20,000', async () => {
  const many = Object.fromEntries(Array.from({ length: 80_000 }, (_, index) => [`k${index}`, 'v']));
  const error = (await add(json({ message: 'No.', many }, 422))) as { body: { many: object } };
  expect(error).toMatchObject({ kind: 'http', status: 422, message: 'No. (notes.add returned 422)' });
  expect(Object.keys(error.body.many).length).toBeLessThan(20_000);
});

it('keeps only the message of a JSON error body that is too long to be read', async () => {
  const long = `{"detail":"Too many \\"points\\".","token":"planted","rest":"${'x'.repeat(1_100_000)}"}`;
  const error = await add(text(long, 422, 'application/json'));
  expect((error as Error).message).toMatch(/^Too many "points"\. \(notes\.add returned 422; its body could not be read: it is longer than/);
  expect(JSON.stringify(error)).not.toContain('planted');
});

it('keeps the status and the message of an error whose body contains 20,000 nested lists', async () => {
  const loc = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const error = await add(text(`{"detail":[{"loc":["body",${loc},"name"],"msg":"is odd"}]}`, 422, 'application/json'));
  expect(error).toMatchObject({ kind: 'http', status: 422, message: 'name: is odd. (notes.add returned 422)' });
});

it('rejects with an input error if the input cannot be read', async () => {
  const form = {
    get password(): string {
      throw new Error('Sealed');
    },
  };
  await expect(add(json({}), form)).resolves.toMatchObject({ kind: 'invalid-input', outcome: 'not-sent', operation: 'notes.add' });
});

describe('a slow response body', () => {
  beforeEach(() => void vi.useFakeTimers());

  /** Returns a response whose body sends a digit every `pauseMs` milliseconds. */
  const slow = (digits: number, pauseMs = 20_000, status = 200): Response => {
    let left = digits;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        controller.enqueue(new TextEncoder().encode('1'));
        if (--left === 0) controller.close();
      },
    });
    return new Response(body, { status });
  };

  it('accepts a body with short pauses, although it takes longer in total than a pause may take', async () => {
    const { client } = benchOf(
      contract,
      recordingFetch(() => slow(5)),
    );
    await expect(passed(client.add({}))).resolves.toBe(11_111);
  });

  it('ends a slow body at the time limit of the call', async () => {
    const { client } = benchOf(
      contract,
      recordingFetch(() => slow(500)),
    );
    await expect(passed(failureOf(client.add({})))).resolves.toMatchObject({ kind: 'timeout', status: 200, outcome: 'likely-applied' });
    expect(performance.now()).toBeLessThan(200_000);
  });

  it('limits the wait for an error body to 30 seconds', async () => {
    const { client } = benchOf(
      contract,
      recordingFetch(() => slow(Infinity, 4000, 400)),
    );
    const started = performance.now();
    const error = await passed(failureOf(client.add({})));
    expect(error).toMatchObject({ kind: 'http', status: 400 });
    expect((error as Error).message).toContain('it took too long');
    expect(performance.now() - started).toBeLessThanOrEqual(30_000);
  });
});
