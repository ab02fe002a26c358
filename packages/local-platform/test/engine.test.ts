import { file, object, operation, optional, string } from '@platform-sdk/core/contract';
import { createLocalPlatform } from '@platform-sdk/local-platform';
import { expect, it } from 'vitest';

const text = object<{ text: string }>({ text: string });

const contract = {
  stream: operation({ method: 'GET', path: '/stream', credentials: 'none', input: object<{}>({}), output: text, retry: 'safe' }),
  upload: operation({
    method: 'POST',
    path: '/v1/upload',
    credentials: 'none',
    input: object<{ file: Blob }>({ file }),
    output: text,
    encode: () => () => ({ body: '' }),
    retry: 'non-idempotent',
  }),
  pin: operation({
    method: 'PATCH',
    path: '/same',
    credentials: 'none',
    input: object<{ pins: string }>({ pins: string }),
    output: text,
    retry: 'idempotent',
  }),
  set: operation({
    method: 'PATCH',
    path: '/same',
    credentials: 'none',
    input: object<{ theme?: string }>({ theme: optional(string) }),
    output: text,
    retry: 'idempotent',
  }),
  broken: operation({ method: 'GET', path: '/broken', credentials: 'none', input: object<{}>({}), output: text, retry: 'safe' }),
};

const rules = {
  stream: () => new Response('data: 1\n\n', { headers: { 'content-type': 'text/event-stream' } }),
  upload: async ({ file: sent }: { file: File }) => ({ text: `${sent.name}: ${await sent.text()}` }),
  pin: ({ pins }: { pins: string }) => ({ text: `pinned ${pins}` }),
  set: ({ theme }: { theme?: string }) => ({ text: `theme ${theme}` }),
  broken() {
    throw new RangeError('a mistake');
  },
};

const platformOf = (own: object = contract) =>
  createLocalPlatform({ services: [{ name: 'test', base: 'upload', contract: own, rules, assumptions: [] }] });

const ask = (method: string, path: string, body?: BodyInit): Promise<Response> =>
  platformOf().fetch(`https://platform.test/upload${path}`, {
    method,
    ...(body !== undefined && { body }),
    ...(typeof body === 'string' && { headers: { 'Content-Type': 'application/json' } }),
  });

it('a rule can return its own Response', async () => {
  const response = await ask('GET', '/stream');

  expect(response.headers.get('content-type')).toBe('text/event-stream');
  await expect(response.text()).resolves.toBe('data: 1\n\n');
});

it('a rule receives the fields of a multipart form', async () => {
  const form = new FormData();
  form.append('file', new File(['hello'], 'note.txt'));
  const response = await ask('POST', '/v1/upload', form);

  expect(response.status).toBe(200);
  await expect(response.json()).resolves.toEqual({ text: 'note.txt: hello' });
});

it.each(['multipart/form-data; boundary=x', 'multipart/mixed; boundary=x', 'application/x-www-form-urlencoded'])(
  'a rule does not run if the request contains %s instead of JSON',
  async (type) => {
    const response = await platformOf().fetch('https://platform.test/upload/same', {
      method: 'PATCH',
      headers: { 'Content-Type': type },
      body: '--x\r\nContent-Disposition: form-data; name="theme"\r\n\r\ndark\r\n--x--\r\n',
    });

    expect(response.status).toBe(415);
    await expect(response.json()).resolves.toMatchObject({ errors: [{ code: 'UNSUPPORTED_MEDIA_TYPE' }] });
  },
);

it('if rules share a method and a path, the first rule whose input fits runs', async () => {
  await expect((await ask('PATCH', '/same', '{"pins":"a"}')).json()).resolves.toEqual({ text: 'pinned a' });
  await expect((await ask('PATCH', '/same', '{"theme":"dark"}')).json()).resolves.toEqual({ text: 'theme dark' });
});

it('the response is 500 if a rule throws an unexpected error', async () => {
  const response = await ask('GET', '/broken');

  expect(response.status).toBe(500);
  await expect(response.json()).resolves.toMatchObject({
    errors: [{ status: '500', code: 'INTERNAL', detail: 'RangeError: a mistake' }],
  });
});

it('a platform throws at creation if no check exists for the credentials of an operation', () => {
  const stream = { ...contract.stream, credentials: 'agent' };

  expect(() => platformOf({ ...contract, stream })).toThrow('The service has no check for the agent credentials of test.stream.');
});
