import { createPlatform, type PlatformOptions } from '@platform-sdk/core';
import { createUploadClient, type FileSource, type UploadClient, type UploadProgress } from '@platform-sdk/upload';
import { expect, it, vi } from 'vitest';
import { deadOrigin } from './fault-server.ts';
import { failureOf, firstTokens, secondTokens, sessionDocument } from './signed-in-clients.ts';
import { after, once, say, startUploadServer, whole } from './upload-server.ts';

const MEGABYTE = 1024 * 1024;
const extraction = { file_id: 'file-1', filename: 'a.txt', extracted_text: '', metadata: { pages: 1, has_images: false } };

const clientOf = (origin: string, more: PlatformOptions = {}): UploadClient =>
  createUploadClient(createPlatform({ baseUrls: { upload: origin }, tokens: { upload: 'planted-upload-7d1e' }, ...more }));

/** Returns an endless source, and whether it was closed. */
const endless = () => {
  const state = { given: 0, isCancelled: false };
  const data = new ReadableStream<Uint8Array>({
    pull(controller) {
      state.given += 65_536;
      controller.enqueue(new Uint8Array(65_536).fill(97));
    },
    cancel: () => void (state.isCancelled = true),
  });
  return { state, file: { name: 'a.txt', data } };
};

const blob = (bytes: number): FileSource => ({ name: 'a.txt', data: new Blob([new Uint8Array(bytes).fill(97)]) });

it('an upload whose connection is reset in the middle has the outcome "unknown", and its source is closed', async () => {
  const server = await startUploadServer(once(after(MEGABYTE), ({ socket }) => socket.resetAndDestroy()));
  const { file, state } = endless();
  const error = await failureOf(clientOf(server.origin).upload({ file }));
  expect(error).toMatchObject({ kind: 'network', operation: 'upload.upload', outcome: 'unknown', attempts: 1 });
  expect(server.requests).toHaveLength(1);
  await vi.waitFor(() => expect(state.isCancelled).toBe(true));
  expect(JSON.stringify(error)).not.toContain('planted');
});

it('an upload has the outcome not-sent if the server is unreachable', async () => {
  const { file, state } = endless();
  const error = await failureOf(clientOf(await deadOrigin()).upload({ file }));
  expect(error).toMatchObject({ kind: 'network', outcome: 'not-sent', code: 'ECONNREFUSED' });
  await vi.waitFor(() => expect(state.isCancelled).toBe(true));
});

it('an upload stops sending if the server rejects it before the end of the file', async () => {
  const server = await startUploadServer(
    once(after(MEGABYTE), (request) => {
      say(request, 413, { detail: 'Too large.' }, 'Connection: close\r\n');
    }),
  );
  const { file, state } = endless();
  const error = await failureOf(clientOf(server.origin).upload({ file }));
  expect(error).toMatchObject({ kind: 'http', status: 413, outcome: 'rejected', operation: 'upload.upload' });
  expect(error.message).toContain('Too large.');
  await vi.waitFor(() => expect(state.isCancelled).toBe(true));
  await server.until(() => server.open() === 0);
  expect(server.requests).toHaveLength(1);
});

it('an aborted upload closes its connection and its source', async () => {
  const controller = new AbortController();
  const server = await startUploadServer(once(after(MEGABYTE), () => controller.abort()));
  const { file, state } = endless();
  const error = await failureOf(clientOf(server.origin).upload({ file }, { signal: controller.signal }));
  expect(error).toMatchObject({ kind: 'aborted', attempts: 1 });
  expect(server.requests).toHaveLength(1);
  await server.until(() => server.open() === 0);
  expect(state.isCancelled).toBe(true);
  const { given } = state;
  await new Promise((resolve) => setImmediate(resolve));
  expect(state.given).toBe(given);
});

it('an upload that is aborted before its source yields a byte is not sent', async () => {
  const server = await startUploadServer(() => undefined);
  const controller = new AbortController();
  let isCancelled = false;
  const data = new ReadableStream<Uint8Array>({
    pull: () => new Promise(() => undefined),
    cancel: () => void (isCancelled = true),
  });
  const work = failureOf(clientOf(server.origin).upload({ file: { name: 'a.txt', data } }, { signal: controller.signal }));
  controller.abort();
  await expect(work).resolves.toMatchObject({ kind: 'aborted', outcome: 'not-sent' });
  expect(isCancelled).toBe(true);
  expect(server.requests).toEqual([]);
});

it('an upload reads its source only as fast as the server reads', async () => {
  const controller = new AbortController();
  const server = await startUploadServer(
    once(after(1), ({ socket }) => {
      socket.pause();
    }),
  );
  const { file, state } = endless();
  const work = failureOf(clientOf(server.origin).upload({ file }, { signal: controller.signal }));
  await server.until(() => server.requests.length === 1);
  // Waits until the buffers of the sockets are full, so that the client stops reading the source.
  let given = -1;
  await vi.waitFor(
    () => {
      const before = given;
      given = state.given;
      expect(given).toBe(before);
    },
    { interval: 200, timeout: 20_000 },
  );
  expect(given).toBeLessThan(64 * MEGABYTE);
  controller.abort();
  await expect(work).resolves.toMatchObject({ kind: 'aborted' });
});

it('an upload times out with the outcome "unknown" if a completely sent upload gets no response', async () => {
  const server = await startUploadServer(() => undefined);
  const error = await failureOf(clientOf(server.origin, { timeouts: { headersMs: 200 } }).upload({ file: blob(10) }));
  expect(error).toMatchObject({ kind: 'timeout', outcome: 'unknown', attempts: 1 });
  expect(server.requests).toHaveLength(1);
  await server.until(() => server.open() === 0);
});

it('an upload may take longer than its idle timeout while bytes are sent', async () => {
  const server = await startUploadServer(once(whole, (request) => say(request, 200, extraction)));
  let pieces = 8;
  const data = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 250));
      if (pieces-- > 0) controller.enqueue(new Uint8Array(2000).fill(97));
      else controller.close();
    },
  });
  const upload = clientOf(server.origin, { timeouts: { headersMs: 2000 } });
  await expect(upload.upload({ file: { name: 'a.txt', data } })).resolves.toEqual(extraction);
});

it("an upload whose source fails throws an input error with the source's message, not a connection error", async () => {
  const server = await startUploadServer(() => undefined);
  let pieces = 40;
  const data = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (pieces === 20) await server.until(() => server.requests.length === 1);
      if (pieces-- > 0) controller.enqueue(new Uint8Array(65_536).fill(97));
      else controller.error(new Error('The disk is gone'));
    },
  });
  const error = await failureOf(clientOf(server.origin).upload({ file: { name: 'a.txt', data } }));
  expect(error).toMatchObject({ kind: 'invalid-input', operation: 'upload.upload', outcome: 'unknown', attempts: 1 });
  expect(server.requests).toHaveLength(1);
  expect(error).toMatchObject({ field: 'file', message: 'upload.upload: file cannot be read: The disk is gone' });
  await server.until(() => server.open() === 0);
});

it('an upload does not follow a redirect', async () => {
  const elsewhere = await startUploadServer(() => undefined);
  const server = await startUploadServer(once(whole, (request) => say(request, 307, {}, `Location: ${elsewhere.origin}/v1/upload\r\n`)));
  const error = await failureOf(clientOf(server.origin).upload({ file: blob(10) }));
  expect(error).toMatchObject({ kind: 'redirect', attempts: 1 });
  expect(server.requests).toHaveLength(1);
  expect(elsewhere.requests).toEqual([]);
});

it('an upload has the outcome "unknown" if the response is an HTML page', async () => {
  const page = '<!doctype html><title>Portal</title>';
  const server = await startUploadServer(
    once(whole, ({ socket }) =>
      socket.write(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${page.length}\r\n\r\n${page}`),
    ),
  );
  const error = await failureOf(clientOf(server.origin).upload({ file: blob(10) }));
  expect(error).toMatchObject({ operation: 'upload.upload', outcome: 'unknown' });
  expect(server.requests).toHaveLength(1);
});

const scene = async () => {
  const server = await startUploadServer(
    once(
      (request) =>
        request.body.includes('refresh_token') || after(request.headers['authorization']?.includes('first') ? MEGABYTE : 1)(request),
      (request) => {
        if (request.body.includes('refresh_token')) return say(request, 200, sessionDocument(secondTokens));
        if (request.headers['authorization'] === `Bearer ${firstTokens.accessToken}`) return say(request, 401, { detail: 'Expired.' });
      },
    ),
  );
  const platform = createPlatform({ apiKey: 'planted-api-key', baseUrls: { upload: server.origin, auth: `${server.origin}/v1` } });
  await platform.session.set(firstTokens);
  return { server, upload: createUploadClient(platform) };
};

it('an upload of a Blob that gets 401 in the middle is retried from the start after one refresh', async () => {
  const { server, upload } = await scene();
  const events: UploadProgress[] = [];
  const size = 24 * MEGABYTE;
  const work = upload.upload({ file: blob(size) }, { onProgress: (progress) => events.push(progress) });
  await server.until(() =>
    server.requests.some(({ isWhole, headers }) => isWhole && headers['authorization']?.includes('second') === true),
  );
  const last = server.requests.at(-1);
  if (last) say(last, 200, extraction);
  await expect(work).resolves.toEqual(extraction);
  const bodies = server.requests.filter(({ body }) => !body.includes('refresh_token'));
  expect(bodies.map(({ headers }) => headers['authorization'])).toEqual([
    `Bearer ${firstTokens.accessToken}`,
    `Bearer ${secondTokens.accessToken}`,
  ]);
  const { body = '' } = last ?? {};
  expect(body.lastIndexOf('a\r\n--') + 1 - (body.indexOf('text/plain\r\n\r\n') + 14)).toBe(size);
  expect(events.at(-1)).toEqual({ sentBytes: size, totalBytes: size });
});

it('an upload of a stream that gets 401 fails, and its error explains that the stream cannot be sent twice', async () => {
  const { server, upload } = await scene();
  const { file, state } = endless();
  const error = await failureOf(upload.upload({ file }));
  expect(error).toMatchObject({
    kind: 'invalid-input',
    status: 401,
    field: 'file',
    outcome: 'rejected',
    message: 'upload.upload: file is a stream that a rejected attempt has read, so it cannot be retried. Call again with a new stream',
  });
  await vi.waitFor(() => expect(state.isCancelled).toBe(true));
  expect(server.requests.filter(({ headers }) => headers['content-type']?.startsWith('multipart/'))).toHaveLength(1);
});
