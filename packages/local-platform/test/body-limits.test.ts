import { once } from 'node:events';
import { connect } from 'node:net';
import { createLocalPlatform, serve, type LocalPlatform } from '@platform-sdk/local-platform';
import { expect, it, onTestFinished, vi } from 'vitest';
import type * as Services from '../src/platform/services.ts';
import { createMemoryScene } from './memory-scene.ts';
import { attributesIn, createWalletScene } from './wallets-scene.ts';

const { services } = await vi.importActual<typeof Services>('../src/platform/services.ts');

const MIB = 1024 * 1024;
const GATEWAY_KEY = 'local-gateway-key';

/** Returns a body that counts how many of its bytes are read. */
const counted = (bytes: number) => {
  const taken = { bytes: 0 };
  const piece = new Uint8Array(64 * 1024).fill(0x20);
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(to) {
        if (taken.bytes >= bytes) return to.close();
        taken.bytes += piece.length;
        to.enqueue(piece);
      },
    },
    { highWaterMark: 0 },
  );
  return { taken, stream };
};

const post = (platform: LocalPlatform, path: string, body: BodyInit, headers: Record<string, string> = {}): Promise<Response> =>
  platform.fetch(`https://platform.test${path}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
    duplex: 'half',
  } as RequestInit);

const ask = (platform: LocalPlatform, body: BodyInit, key = GATEWAY_KEY): Promise<Response> =>
  post(platform, '/gateway/v1/chat/completions', body, { authorization: `Bearer ${key}` });

const chatOf = (bytes: number): string => JSON.stringify({ model: 'auto', messages: [{ role: 'user', content: 'a'.repeat(bytes - 70) }] });

/** Returns the JSON of an object with `depth` levels. */
const nestedJson = (depth: number): string => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`;
const nested = (depth: number): unknown => JSON.parse(nestedJson(depth));

it.each([
  ['auth', '/auth/v1/oauth/token', 'errors'],
  ['organizations', '/control/v1/organizations', 'errors'],
])('the length of a body is limited to 1 MiB, with a 413 in the format of %s', async (_, path, member) => {
  const platform = createLocalPlatform();
  const token = await signedIn(platform);
  const response = await post(platform, path, ' '.repeat(MIB + 1), { 'api-key': 'local-api-key', authorization: `Bearer ${token}` });
  expect(response.status).toBe(413);
  await expect(response.json()).resolves.toEqual({
    [member]: [expect.objectContaining({ status: '413', code: 'TOO_LARGE' })],
  });
});

it('the length of a body is limited to 32 MiB for chats, which may contain images', async () => {
  const platform = createLocalPlatform();
  expect((await ask(platform, chatOf(4 * MIB))).status).toBe(200);
  const response = await ask(platform, chatOf(33 * MIB));
  expect(response.status).toBe(413);
  await expect(response.json()).resolves.toEqual({
    detail: `The request is larger than ${32 * MIB} bytes.`,
    error: { code: 'TOO_LARGE', message: `The request is larger than ${32 * MIB} bytes.` },
  });
});

it('the length of a body is limited to 1 MiB for memory chats', async () => {
  const scene = createMemoryScene();
  const response = await scene.tell('ada', crypto.randomUUID(), 'a'.repeat(MIB));
  expect(response).toMatchObject({ status: 413, body: { error: { code: 'TOO_LARGE' } } });
});

it('the local platform counts the bytes of a body while they arrive, and stops reading soon after the limit', async () => {
  const { taken, stream } = counted(Infinity);
  const response = await post(createLocalPlatform(), '/auth/v1/oauth/token', stream, { 'api-key': 'local-api-key' });
  expect(response.status).toBe(413);
  expect(taken.bytes).toBeLessThan(2 * MIB);
});

it('a body is rejected before it is read if its declared length exceeds the limit', async () => {
  const { taken, stream } = counted(Infinity);
  const headers = { 'api-key': 'local-api-key', 'content-length': String(256 * MIB) };
  expect((await post(createLocalPlatform(), '/auth/v1/oauth/token', stream, headers)).status).toBe(413);
  expect(taken.bytes).toBe(0);
});

// The search service needs no credentials by default, so an option requires them.
it.each(services.flatMap(({ name, contract }) => operationsIn(contract).map(([path, method]) => [name, method, path] as const)))(
  'without credentials, less than 2 MiB of a long body is read: %s %s %s',
  async (name, method, path) => {
    const platform = createLocalPlatform({ search: { requireAgent: true } });
    const { taken, stream } = counted(256 * MIB);
    const address = platform.baseUrls()[baseOf(name)] + path.replaceAll(/\{\w+\}/g, '1');
    const response = await platform.fetch(address, { method, body: stream, duplex: 'half' } as RequestInit);
    // The converter and some other operations need no credentials, and reject the length of the body.
    expect([401, 413, 422]).toContain(response.status);
    // Some paths have two operations, and reading a part of the body decides between them.
    expect(taken.bytes).toBeLessThan(2 * MIB);
  },
);

it('a client that sends too long a body receives the 413 after it has sent everything', async () => {
  const server = await serve(createLocalPlatform());
  onTestFinished(() => server.close());
  const socket = connect(server.port, '127.0.0.1');
  const head = `POST /auth/v1/oauth/token HTTP/1.1\r\nHost: 127.0.0.1\r\nApi-Key: local-api-key\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const received: Buffer[] = [];
  socket.on('data', (bytes) => received.push(bytes));
  socket.write(head);
  const piece = `${MIB.toString(16)}\r\n${' '.repeat(MIB)}\r\n`;
  for (let sent = 0; sent < 8; sent++) if (!socket.write(piece)) await once(socket, 'drain');
  socket.write('0\r\n\r\nGET /converter/api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n');
  await once(socket, 'close');
  expect(
    Buffer.concat(received)
      .toString()
      .match(/HTTP\/1\.1 \d+/g),
  ).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
});

it('a payment whose body has more than 100 levels is rejected, and moves no money', async () => {
  const scene = await createWalletScene();
  await scene.credit(scene.own.mia, 50);
  const before = await scene.balance('mia', scene.own.mia);
  const debit = (metadata: string) =>
    scene.as('mia', `POST /wallets/${scene.own.mia}/debits`, `{"debit":{"amount":5,"metadata":${metadata}}}`);

  const refused = await debit(nestedJson(20_000));
  expect(refused).toMatchObject({
    status: 400,
    body: { errors: [{ code: 'INVALID_INPUT', detail: 'The body is nested more than 100 deep.' }] },
  });
  expect(await scene.balance('mia', scene.own.mia)).toBe(before);

  const carriedOut = await debit(nestedJson(95));
  expect(carriedOut.status).toBe(200);
  expect(attributesIn(carriedOut)['metadata']).toEqual(nested(95));
  expect(await scene.balance('mia', scene.own.mia)).toBe(before - 5);
});

it('a memory user with too deeply nested attributes is rejected, and the stored user can still be read', async () => {
  const scene = createMemoryScene();
  const given = `{"email":"grace@example.com","custom_attributes":${nestedJson(20_000)}}`;
  expect((await scene.anonymous('POST /v1/users', { body: given })).status).toBe(400);
  expect((await scene.as('grace', 'GET /v1/users/me')).status).toBe(200);
});

it.each([
  ['ignores brackets in strings', { text: '[{'.repeat(50_000) }, 200],
  ['ignores brackets after escaped quotes', { text: '\\"[{'.repeat(50_000) }, 200],
  ['counts nested lists', { text: 'a', list: nested(101) }, 400],
])('the check of the nesting in a body %s', async (_, content: { text: string; list?: unknown }, status) => {
  const { text, ...more } = content;
  const body = JSON.stringify({ model: 'auto', messages: [{ role: 'user', content: text }], ...more });
  expect((await ask(createLocalPlatform(), body)).status).toBe(status);
});

it('the check of the nesting in a body ignores brackets in strings that are split into chunks', async () => {
  const text = JSON.stringify({ model: 'auto', messages: [{ role: 'user', content: '\\"[{\\\\'.repeat(500) }] });
  for (const size of [1, 2, 3, 7]) {
    const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
    const stream = new ReadableStream<Uint8Array>({
      start(to) {
        for (const piece of pieces) to.enqueue(new TextEncoder().encode(piece));
        to.close();
      },
    });
    expect((await ask(createLocalPlatform(), stream)).status).toBe(200);
  }
});

it('the number of values in a body is limited to 25,000', async () => {
  const body = `{"model":"auto","messages":[${'1,'.repeat(25_001)}1]}`;
  const response = await ask(createLocalPlatform(), body);
  expect(response.status).toBe(400);
  await expect(response.json()).resolves.toMatchObject({ detail: 'The body has more than 25000 values.' });
});

it('a response lists at most 20 problems', async () => {
  const platform = createLocalPlatform();
  const token = await signedIn(platform);
  const body = JSON.stringify({
    data: { type: 'x', attributes: Object.fromEntries(Array.from({ length: 1000 }, (_, key) => [key, 1])) },
  });
  const response = await post(platform, '/control/v1/organizations', body, {
    'api-key': 'local-api-key',
    authorization: `Bearer ${token}`,
  });
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(((await response.json()) as { errors: unknown[] }).errors.length).toBeLessThanOrEqual(20);
  expect(platform.requestLog.at(-1)?.unknownFields.length).toBeLessThanOrEqual(100);
});

async function signedIn(platform: LocalPlatform): Promise<string> {
  const { email: username, password } = platform.account;
  const response = await post(platform, '/auth/v1/oauth/token', JSON.stringify({ username, password }), { 'api-key': 'local-api-key' });
  const { data } = (await response.json()) as { data: { attributes: { accessToken: string } } };
  return data.attributes.accessToken;
}

/** Returns the path and method of every operation of a contract that accepts a body. */
function operationsIn(contract: object): [string, string][] {
  return Object.values(contract).flatMap((member: object): [string, string][] => {
    if (!('method' in member)) return operationsIn(member);
    const { method, path } = member as { method: string; path: string };
    return method === 'GET' || method === 'DELETE' ? [] : [[path, method]];
  });
}

function baseOf(name: string) {
  const found = services.find((service) => service.name === name);
  if (!found) throw new Error(`There is no service ${name}`);
  return found.base;
}
