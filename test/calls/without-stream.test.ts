import { createPlatform, request, type PlatformOptions } from '@platform-sdk/core';
import { createConverterClient } from '@platform-sdk/converter';
import { createGatewayClient } from '@platform-sdk/gateway';
import { expect, it, vi } from 'vitest';
import { createUploadClient } from '@platform-sdk/upload';
import { failureOf, shortenWaits } from '@platform-sdk/test-helpers';

const bytes = new Uint8Array([80, 75, 0, 255, 254]);

interface AnswerOptions {
  readonly status?: number;
  readonly type?: string;
  /** False if the response lacks `arrayBuffer()`, as in some versions of React Native. Default: true. */
  readonly hasBytes?: boolean;
}

/** Responds like the `fetch` of React Native: `body` is missing, and the complete response has arrived. */
const answerWith =
  (
    content: string | Uint8Array<ArrayBuffer>,
    { status = 200, type = 'application/json', hasBytes = true }: AnswerOptions = {},
  ): typeof fetch =>
  async () => {
    const response = new Response(content, { headers: { 'content-type': type } });
    const { headers } = response;
    const readers = { text: () => response.text(), ...(hasBytes && { arrayBuffer: () => response.arrayBuffer() }) };
    return { status, ok: status < 300, headers, ...readers } as Response;
  };

const read = (fetch: typeof globalThis.fetch, options: PlatformOptions = {}): Promise<unknown> =>
  request(createPlatform({ baseUrls: { organizations: 'https://api.test/v1' }, fetch, ...options }), { base: 'organizations', path: '/x' });

it('a response without a body stream is read as text, with and without arrayBuffer()', async () => {
  const document = { name: 'Ærø' };
  await expect(read(answerWith(JSON.stringify(document)))).resolves.toEqual(document);
  await expect(read(answerWith(JSON.stringify(document), { hasBytes: false, type: '' }))).resolves.toEqual(document);
});

it('an empty response without a body stream returns undefined', async () => {
  await expect(read(answerWith('', { status: 204 }))).resolves.toBeUndefined();
});

it('an error response without a body stream is read as text', async () => {
  const error = await failureOf(read(answerWith('{"message": "Not yours."}', { status: 403 })));
  expect(error).toMatchObject({ kind: 'http', status: 403, outcome: 'rejected' });
  expect(String(error)).toContain('Not yours.');
});

it('a response without a body stream fails if it is too large', async () => {
  const error = await failureOf(read(answerWith(`"${'x'.repeat(2000)}"`), { maxResponseBytes: 1000 }));
  expect(error).toMatchObject({ kind: 'too-large' });
});

it('a file is received from a response without a body stream', async () => {
  shortenWaits();
  const fetch = answerWith(bytes, { type: 'application/zip' });
  const archive = await createConverterClient({ baseUrl: 'https://converter.test', fetch }).download({ site: 'a.test' });
  const received: Uint8Array[] = [];
  const sink = { write: (chunk: Uint8Array) => void received.push(chunk), restart: () => undefined };
  // The archive is incomplete, which is detected only after its last byte.
  expect(await failureOf(archive.receive(sink))).toMatchObject({ kind: 'truncated' });
  expect(received[0]).toEqual(bytes);
});

const hide = (name: string): void => {
  vi.stubGlobal(name, undefined);
  Reflect.deleteProperty(globalThis, name);
};

it.each(['TextDecoder', 'TextEncoder'])('a runtime without %s rejects a call before anything is sent', async (name) => {
  const fetch = vi.fn<typeof globalThis.fetch>(answerWith('{}'));
  hide(name);
  const error = await failureOf(read(fetch));
  expect(error).toMatchObject({ kind: 'invalid-input', outcome: 'not-sent' });
  expect(String(error)).toContain(`${name} is missing in this runtime. Load a polyfill`);
  expect(fetch).not.toHaveBeenCalled();
});

it.each(['TextDecoder', 'TextEncoder'])('a runtime without %s rejects a chat before anything is sent', async (name) => {
  const fetch = vi.fn<typeof globalThis.fetch>(answerWith('data: [DONE]\n\n', { type: 'text/event-stream' }));
  const gateway = createGatewayClient({ baseUrl: 'https://gateway.test/v1', tokens: { gateway: 'a-key' }, fetch });
  hide(name);
  const chat = gateway.chatStream({ model: 'auto', messages: [{ role: 'user', content: 'Hello' }] });
  const error = await failureOf(chat.final());
  expect(error).toMatchObject({ kind: 'invalid-input', outcome: 'not-sent' });
  expect(String(error)).toContain(`${name} is missing in this runtime`);
  expect(fetch).not.toHaveBeenCalled();
});

it('a runtime without random numbers rejects an upload before anything is sent', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(answerWith('{}'));
  const upload = createUploadClient({ baseUrl: 'https://upload.test', accessToken: 'token-1', fetch });
  hide('crypto');
  const error = await failureOf(upload.upload({ file: { name: 'a.txt', data: new Uint8Array([65]) } }));
  expect(error).toMatchObject({ kind: 'invalid-input', outcome: 'not-sent' });
  expect(String(error)).toContain('The call could not be prepared: crypto');
  expect(fetch).not.toHaveBeenCalled();
});
