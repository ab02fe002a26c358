import { expect, it } from 'vitest';
import { failWith as fail } from './failing-write.ts';
import { json, text } from './recording-fetch.ts';

it.each([
  ['JSON:API without a detail', { errors: [{ title: 'Invalid' }] }, 'Invalid'],
  ['a string in error', { error: 'The name is taken.' }, 'The name is taken'],
  ['an error object', { error: { code: 'TAKEN', message: 'The name is taken.' } }, 'The name is taken'],
  ['a message', { message: 'The name is taken.' }, 'The name is taken'],
  ['a message beside a code in error', { error: 'taken', message: 'The name is taken.' }, 'The name is taken'],
  ['a detail', { detail: 'The name is taken.' }, 'The name is taken'],
  [
    'details of the body and of the query',
    {
      detail: [
        { loc: ['body', 'user', 'email'], msg: 'field required' },
        { loc: ['query', 'page'], msg: 'too small' },
      ],
    },
    'user.email: field required; page: too small',
  ],
  ['a detail beside an error object', { detail: 'The name is taken.', error: { type: 'TAKEN' } }, 'The name is taken'],
  ['a bare string', 'The name is taken.', 'The name is taken'],
  ['a string in errors', { errors: 'The name is taken.' }, 'The name is taken'],
  ['a list in error, as Cloudflare', { success: false, error: [{ code: 2001, message: 'The name is taken.' }] }, 'The name is taken'],
  ['a list of strings in error, as Hugging Face', { error: ['The name is taken.'], warnings: [] }, 'The name is taken'],
  ['an error in a detail, as LiteLLM', { detail: { error: 'The name is taken.' } }, 'The name is taken'],
  ['an error object in a detail', { detail: { error: { message: 'The name is taken.' } } }, 'The name is taken'],
  ['a message in a detail', { detail: { message: 'The name is taken.', code: 'TAKEN' } }, 'The name is taken'],
  ['a list of strings in detail', { detail: ['The name is taken.'] }, 'The name is taken'],
  [
    'details by field in a message, as Mistral',
    { object: 'error', message: { detail: [{ type: 'missing', loc: ['body', 'messages'], msg: 'Field required' }] } },
    'messages: Field required',
  ],
  ['a message with a capital, as AWS', { Message: 'The name is taken.' }, 'The name is taken'],
  ['a message beside a number, as Qwen', { code: 1234, msg: 'The name is taken.' }, 'The name is taken'],
  ['an error in an error', { error: { error: 'The name is taken.' } }, 'The name is taken'],
  ['a list of errors, as Gemini', [{ error: { code: 422, message: 'The name is taken.', status: 'TAKEN' } }], 'The name is taken'],
])('begins an error message with the message of the server: %s', async (_, body, sentence) => {
  const { message } = await fail(json(body, 422));
  expect(message.startsWith(`${sentence}. (`)).toBe(true);
  expect(message).toMatch(/notes\.write returned 422/);
});

it('begins an error message with the plain text of the server', async () => {
  const { message, body } = await fail(text('upstream connect error\n', 503));
  expect(message).toMatch(/^upstream connect error\. \(notes\.write returned 503\)$/);
  expect(body).toBe('upstream connect error');
});

it('shows the title of an HTML page in the error message, and not the page itself', async () => {
  const { message } = await fail(
    text('<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head><body><h1>nginx</h1></body></html>', 502, 'text/html'),
  );
  expect(message).toContain('notes.write returned 502 with an HTML page: 502 Bad Gateway');
  expect(message).not.toContain('<');
});

it('mentions an HTML page without a title in the error message', async () => {
  const { message } = await fail(text('<html><body>nginx</body></html>', 502, 'text/html'));
  expect(message).toBe('notes.write returned 502 with an HTML page');
});

it('shows the heading of an HTML page without a title, as haproxy sends it, in the error message', async () => {
  const page = '<html><body><h1>503 Service Unavailable</h1>\nNo server is available to handle this request.\n</body></html>\n';
  const { message } = await fail(text(page, 503, 'text/html'));
  expect(message).toBe('notes.write returned 503 with an HTML page: 503 Service Unavailable');
});

it.each([
  ['nothing', () => text('', 500)],
  ['an empty object', () => json({}, 500)],
  ['null', () => json(null, 500)],
  ['an empty list of errors', () => json({ errors: [] }, 500)],
  ['messages of another type', () => json({ message: 7, detail: {}, error: null }, 500)],
  ['a message below five levels', () => json({ error: { error: { error: { error: { error: { message: 'deep' } } } } } }, 500)],
  ['lists and objects without a message', () => json({ errors: [{}], error: [[]], message: {}, detail: [[], {}] }, 500)],
])('shows only the status in the error message if the server sends no message: %s', async (_, answer) => {
  await expect(fail(answer())).resolves.toMatchObject({ message: 'notes.write returned 500', kind: 'http', status: 500 });
});

it('limits the length of an error message', async () => {
  const { message } = await fail(text('x'.repeat(100_000), 500));
  expect(message.length).toBeLessThan(1000);
});

it.each([
  [{ errors: [{ code: 'TAKEN', detail: 'x' }] }],
  [{ error: { code: 'TAKEN', message: 'x' } }],
  [{ error: { type: 'TAKEN', message: 'x' } }],
  [{ code: 'TAKEN', message: 'x' }],
  [{ code: 'TAKEN', detail: 'x' }],
])('reads the code of an http error from %j', async (body) => {
  const error = await fail(json(body, 422));
  expect(error.code).toBe('TAKEN');
  expect(error.message).toContain('422 TAKEN');
});

it('reads a numeric code of an http error as a string', async () => {
  await expect(fail(json({ error: { code: 1042, message: 'x' } }, 422))).resolves.toMatchObject({ code: '1042' });
});

it('leaves the code undefined if the server sends none', async () => {
  expect(await fail(json({ message: 'x' }, 422))).not.toHaveProperty('code');
});

it('returns the parsed JSON as the body of an http error', async () => {
  const body = { errors: [{ code: 'TAKEN', meta: { suggestions: ['a', 'b'] } }] };
  await expect(fail(json(body, 422))).resolves.toMatchObject({ body });
});

it('omits the body of an http error if it is an HTML page', async () => {
  expect(await fail(text('<html><body>nginx</body></html>', 502, 'text/html'))).not.toHaveProperty('body');
});

it.each([{ error: { message: 'x', trace_id: 't-1' } }, { detail: 'x', trace_id: 't-1' }])(
  'reads the trace id of an http error from %j',
  async (body) => {
    await expect(fail(json(body, 500))).resolves.toMatchObject({ traceId: 't-1' });
  },
);
