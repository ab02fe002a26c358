import type { Encoded } from '@platform-sdk/core/contract';
import { expect, it } from 'vitest';
import { json, startFaultServer } from './fault-server.ts';
import { addPhoto } from './photos.ts';
import { failureOf, organizationDocument, sender, signedIn, startSignedIn } from './signed-in-clients.ts';
import { once, say, startUploadServer, whole } from './upload-server.ts';

const bytes = new TextEncoder().encode('a photo');
const streamOf = (...chunks: readonly Uint8Array<ArrayBuffer>[]): ReadableStream<Uint8Array<ArrayBuffer>> => {
  const rest = [...chunks];
  return new ReadableStream({
    pull(controller) {
      const next = rest.shift();
      if (next) controller.enqueue(next);
      else controller.close();
    },
  });
};
const form = (): FormData => {
  const data = new FormData();
  data.set('caption', 'Sea');
  return data;
};

/** Sends a body. Returns the type, framing and body that the server received, or the kind and outcome of the call's error. */
const send = async (encoded: Encoded): Promise<{ type?: string; framing?: string; body?: string; error?: string }> => {
  const server = await startUploadServer(once(whole, (request) => say(request, 200, {})));
  const work = addPhoto(server.origin, encoded, { timeouts: { headersMs: 5000 } }, { retry: false });
  const error = await failureOf(work).catch(() => undefined);
  const { headers, body = '' } = server.requests[0] ?? {};
  const framing = headers?.['transfer-encoding'] ?? headers?.['content-length'] ?? 'none';
  const text = framing === 'chunked' ? body.replaceAll(/(?:^|\r\n)[\da-f]+\r\n/g, '').replace(/\r\n$/, '') : body;
  return error ? { error: `${error.kind} ${error.outcome}` } : { type: headers?.['content-type'] ?? 'none', framing, body: text };
};

/** Bodies with their expected type, framing and bytes. */
const BODIES: Readonly<Record<string, readonly [Encoded, type: string | RegExp, framing: string | RegExp, body: string | RegExp]>> = {
  text: [{ body: 'a photo', headers: { 'Content-Type': 'image/webp' } }, 'image/webp', '7', 'a photo'],
  bytes: [{ body: bytes, headers: { 'Content-Type': 'image/webp' } }, 'image/webp', '7', 'a photo'],
  'a part of bytes': [{ body: bytes.subarray(2) }, 'none', '5', 'photo'],
  'an ArrayBuffer': [{ body: bytes.buffer }, 'none', /^7$|^chunked$/, 'a photo'],
  'a Blob': [{ body: new Blob([bytes], { type: 'image/webp' }) }, 'image/webp', /^7$|^chunked$/, 'a photo'],
  fields: [{ body: new URLSearchParams({ caption: 'Sea' }) }, /^application\/x-www-form-urlencoded/, /^11$|^chunked$/, 'caption=Sea'],
  'a form': [{ body: form() }, /^multipart\/form-data; ?boundary=/, /^\d+$|^chunked$/, /name="caption"\r\n\r\nSea\r\n/],
  'a stream': [{ body: streamOf(bytes, bytes) }, 'none', 'chunked', 'a photoa photo'],
  'a stream of a declared length': [{ body: streamOf(bytes, bytes), headers: { 'Content-Length': '14' } }, 'none', '14', 'a photoa photo'],
  'an empty stream': [{ body: streamOf() }, 'none', /^0$|^chunked$/, ''],
};

/** Streams that are shorter or longer than their declared length. */
const WRONG: Readonly<Record<string, Encoded>> = {
  'a longer stream': { body: streamOf(bytes, bytes), headers: { 'Content-Length': '7' } },
  'a shorter stream': { body: streamOf(bytes), headers: { 'Content-Length': '14' } },
};

const fits = (found: string | undefined, expected: string | RegExp): boolean =>
  typeof expected === 'string' ? found === expected : expected.test(found ?? '');

it('a request body from any source is sent with the expected type and framing', async () => {
  const wrong: string[] = [];
  for (const [name, [encoded, type, framing, body]] of Object.entries(BODIES)) {
    const found = await send(encoded);
    if (!fits(found.type, type) || !fits(found.framing, framing) || !fits(found.body, body))
      wrong.push(`${name}: ${JSON.stringify(found)}`);
  }
  expect(wrong).toEqual([]);
});

it.each(Object.entries(WRONG))('a request body fails if it is %s than declared', async (_, encoded) => {
  await expect(send(encoded)).resolves.toEqual({ error: sender === 'node' ? 'invalid-input not-sent' : 'network unknown' });
});

/** Headers that a call gets if a server passes on all headers of a received request. */
const COPIED = { Host: 'evil.example', Connection: 'keep-alive, x-request-tag' };
/** Browsers remove this header themselves, so the sender for browsers does not remove it. */
const LENGTH = { 'Content-Length': '3' };
/** The `fetch` of Node rejects these headers, so the senders for Node remove them. */
const REJECTED = { 'Transfer-Encoding': 'gzip', Expect: 'x', Upgrade: 'h2c', 'Keep-Alive': 'timeout=9', Trailer: 'X-Request-Tag' };

it("connection headers that were copied are removed before the caller's fetch is called", async () => {
  const server = await startFaultServer(json(200, organizationDocument));
  const seen: string[] = [];
  const { organizations } = await signedIn(server.origin, {
    fetch: async (input, init) => {
      seen.push(...new Headers(init?.headers).keys());
      return fetch(input, init);
    },
  });
  const more = sender === 'fetch' ? {} : { ...LENGTH, ...REJECTED };
  const headers = { ...COPIED, ...more, 'X-Request-Tag': 'tag-1' };
  await organizations.create({ name: 'Acme' }, { headers });
  expect(server.requests[0]?.headers).toMatchObject({ host: new URL(server.origin).host, 'x-request-tag': 'tag-1' });
  expect(seen).toContain('x-request-tag');
  const passed = Object.keys({ ...COPIED, ...REJECTED }).filter((name) => seen.includes(name.toLowerCase()));
  // Browsers remove these headers themselves.
  expect(passed).toEqual(sender === 'fetch' ? ['Host', 'Connection'] : []);
});

it('connection headers that were copied are removed, and do not affect the next call', async () => {
  const { server, organizations } = await startSignedIn(json(200, organizationDocument));
  const more = sender === 'fetch' ? {} : { ...LENGTH, ...REJECTED };
  const headers = { ...COPIED, ...more, 'X-Request-Tag': 'tag-1' };
  await organizations.create({ name: 'Acme' }, { headers });
  await organizations.create({ name: 'Engines' }, { headers: { Connection: 'close' } });
  expect(server.requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual(
    ['Acme', 'Engines'].map((name) => ({ data: { type: 'organization', attributes: { name } } })),
  );
  const [first, second] = server.requests;
  expect(first?.headers).toMatchObject({ host: new URL(server.origin).host, connection: 'keep-alive', 'x-request-tag': 'tag-1' });
  expect(Object.keys(REJECTED).filter((name) => first?.headers[name.toLowerCase()] !== undefined)).toEqual([]);
  expect(second?.headers['connection']).toBe('close');
});

it('a header value with an accent is sent as ISO-8859-1, with and without a body', async () => {
  const { server, organizations } = await startSignedIn((socket, request) =>
    json(200, request.method === 'GET' ? { data: [] } : organizationDocument)(socket, request),
  );
  const headers = { 'X-Client': 'café' };
  await organizations.list({}, { headers });
  await organizations.create({ name: 'Ünion' }, { headers });
  // The server decodes bytes as latin1 characters.
  expect(server.requests.map((request) => request.headers['x-client'])).toEqual(['café', 'café']);
  expect(Buffer.from(server.requests[1]?.body ?? '', 'latin1').toString()).toContain('Ünion');
});
