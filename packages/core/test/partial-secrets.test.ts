import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createPlatform, type PlatformOptions } from '@platform-sdk/core';
import { createClient } from '@platform-sdk/core/internal';
import { unknown, object, operation, serviceToken } from '@platform-sdk/core/contract';
import { expect, it, onTestFinished } from 'vitest';
import { failureOf, recordingFetch, text } from './recording-fetch.ts';

const KEY = 'gw-planted-key+1234567890';
const read = operation({
  method: 'GET',
  path: '/read',
  credentials: 'token',
  authenticate: serviceToken,
  input: object<{}>({}),
  output: unknown,
  retry: 'non-idempotent',
});

const reader = (options: PlatformOptions) => {
  const platform = createPlatform({ baseUrls: { memory: 'https://memory.test' }, tokens: { memory: KEY }, ...options });
  return createClient({ name: 'memory', base: 'memory' }, { read }, platform);
};

it.each(['x-request-id', 'x-trace-id', 'cf-ray'])('hides a secret in the request id of %s', async (header) => {
  const wire = recordingFetch(new Response('{}', { status: 500, headers: { [header]: KEY } }));
  const error = await failureOf(reader({ fetch: wire.fetch }).read());
  expect(JSON.stringify([error, (error as Error).message, (error as Error).stack])).not.toContain(KEY);
});

it('hides a secret whose percent-encoding has other letter case', async () => {
  const wire = recordingFetch(text(`unknown key ${encodeURIComponent(KEY).toLowerCase()}`, 401));
  await expect(failureOf(reader({ fetch: wire.fetch }).read())).resolves.toMatchObject({
    message: expect.stringMatching(/^unknown key \[redacted\]/) as string,
  });
});

it.each([5, 12, KEY.length - 1])('hides a part of a secret where a body was cut after %d characters of the secret', async (length) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(
        `HTTP/1.1 400 Bad Request\r\ncontent-type: text/plain\r\ncontent-length: 500\r\n\r\nunknown key ${KEY.slice(0, length)}`,
      );
      setTimeout(() => socket.destroy(), 20);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const error = await failureOf(reader({ baseUrls: { memory: `http://127.0.0.1:${port}` } }).read());
  expect(error).toMatchObject({ kind: 'http', status: 400 });
  expect(JSON.stringify([error, (error as Error).message, (error as Error).stack])).not.toContain(KEY.slice(0, 5));
});
