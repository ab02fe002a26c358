import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import { createUploadClient, type UploadOptions, type UploadProgress } from '@platform-sdk/upload';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';

const { baseUrls, apiKey, username, password } = inject('localPlatform');
const token = 'local-upload-token';
const MEGABYTE = 1024 * 1024;

const signedIn = async () => {
  const platform = createPlatform({ apiKey, baseUrls });
  await createAuthClient(platform).login({ username, password });
  return { platform, upload: createUploadClient(platform) };
};

it('an upload from a browser sends a File with the session, and reports progress', async () => {
  const { upload } = await signedIn();
  const told: UploadProgress[] = [];
  const text = 'x'.repeat(4 * MEGABYTE);
  const { filename, extracted_text } = await upload.upload(
    { file: new File([text], 'notes.txt') },
    { onProgress: (progress) => told.push(progress) },
  );
  expect(filename).toBe('notes.txt');
  expect(extracted_text === text).toBe(true);
  expect(told.at(-1)).toEqual({ sentBytes: text.length, totalBytes: text.length });
  const counts = told.map(({ sentBytes }) => sentBytes);
  expect(counts).toEqual(counts.toSorted((one, other) => one - other));
});

it.each(['quote".txt', 'emoji 🦊.txt', '\u202Eשלום.txt', '100%.txt'])(
  'an upload from a browser sends the name %j unchanged',
  async (name) => {
    const upload = createUploadClient({ baseUrl: baseUrls['upload'] ?? '', token });
    await expect(upload.upload({ file: new File(['Hello'], name), translate_to: 'de' })).resolves.toMatchObject({ original_text: 'Hello' });
    await expect(upload.upload({ file: { name, data: new Blob(['Hello']) } })).resolves.toMatchObject({ filename: name });
  },
);

it('an upload from a browser buffers a stream, because browsers cannot send streams', async () => {
  const upload = createUploadClient({ baseUrl: baseUrls['upload'] ?? '', token });
  const data = new Blob(['Hello, ', 'wörld']).stream();
  const told: UploadProgress[] = [];
  const file = { name: 'a.txt', data };
  await expect(upload.upload({ file }, { onProgress: (progress) => told.push(progress) })).resolves.toMatchObject({
    extracted_text: 'Hello, wörld',
  });
  expect(told.at(-1)).toEqual({ sentBytes: 13, totalBytes: 13 });
});

it.each([
  ['shorter', 'Hello', 6, 'is shorter than 6 bytes'],
  ['longer', 'Hello', 4, 'is longer than 4 bytes'],
])('an upload from a browser rejects a stream that is %s than its declared length, before sending', async (_, text, size, why) => {
  const upload = createUploadClient({ baseUrl: baseUrls['upload'] ?? '', token });
  await expect(upload.upload({ file: { name: 'a.txt', data: new Blob([text]).stream(), size } })).rejects.toMatchObject({
    kind: 'invalid-input',
    field: 'file',
    outcome: 'not-sent',
    message: `upload.upload: file ${why}`,
  });
});

it.each<readonly [string, unknown, number | undefined, string]>([
  ['of strings', 'Hello', undefined, 'is a stream of other values than bytes'],
  ['of buffers', new ArrayBuffer(5), undefined, 'is a stream of other values than bytes'],
  ['that never ends and exceeds its declared length', new Uint8Array(5), 12, 'is longer than 12 bytes'],
])('an upload from a browser rejects a stream %s before sending, and releases it', async (_, piece, size, why) => {
  const upload = createUploadClient({ baseUrl: baseUrls['upload'] ?? '', token });
  let isCancelled = false;
  const data = new ReadableStream<never>({
    pull: (controller) => controller.enqueue(piece as never),
    cancel: () => void (isCancelled = true),
  });
  await expect(upload.upload({ file: { name: 'a.txt', data, ...(size !== undefined && { size }) } })).rejects.toMatchObject({
    kind: 'invalid-input',
    field: 'file',
    outcome: 'not-sent',
    message: `upload.upload: file ${why}`,
  });
  expect(isCancelled).toBe(true);
});

it('an upload from a browser reports why its stream failed', async () => {
  const upload = createUploadClient({ baseUrl: baseUrls['upload'] ?? '', token });
  const data = new ReadableStream<never>({
    pull() {
      throw new Error('The disk is gone');
    },
  });
  await expect(upload.upload({ file: { name: 'a.txt', data } })).rejects.toMatchObject({
    kind: 'invalid-input',
    outcome: 'not-sent',
    message: 'upload.upload: file cannot be read: The disk is gone',
  });
});

it('an upload from a browser is retried after a refresh', async () => {
  const { platform, upload } = await signedIn();
  const tokens = await platform.session.get();
  if (!tokens) throw new Error('Nobody is signed in');
  await platform.session.set({ ...tokens, accessToken: 'of-yesterday' });
  await expect(upload.upload({ file: new File(['Hello'], 'a.txt') })).resolves.toMatchObject({ extracted_text: 'Hello' });
  expect((await platform.session.get())?.accessToken).not.toBe('of-yesterday');
});

it('an upload from a browser sends no agent secret by default', async () => {
  const agent = { secretToken: 'agent-secret', userId: 'agent' };
  const upload = createUploadClient({ baseUrl: baseUrls['upload'] ?? '', agent });
  await expect(upload.upload({ file: new File(['Hello'], 'a.txt') })).rejects.toMatchObject({ field: 'allowSecretsInBrowser' });
});

it('an upload from a browser rejects paths', async () => {
  const upload = createUploadClient({ baseUrl: baseUrls['upload'] ?? '', token });
  await expect(upload.upload({ file: { path: 'a.txt' } })).rejects.toMatchObject({ kind: 'invalid-input', field: 'file.path' });
});

describe.each<readonly [string, UploadOptions]>([
  ['fetch', {}],
  ['XMLHttpRequest', { onProgress: () => undefined }],
])('an upload by %s', (_, options) => {
  it('an upload from a browser rejects with the status of the service', async () => {
    const upload = createUploadClient({ baseUrl: baseUrls['upload'] ?? '', token: 'unknown' });
    await expect(upload.upload({ file: new File(['Hello'], 'a.txt') }, options)).rejects.toMatchObject({
      kind: 'http',
      status: 401,
      operation: 'upload.upload',
      outcome: 'rejected',
    });
  });

  it('an upload from a browser stops when it is aborted', async () => {
    const upload = createUploadClient({ baseUrl: baseUrls['upload'] ?? '', token });
    const controller = new AbortController();
    const work = upload.upload({ file: new File(['x'.repeat(32 * MEGABYTE)], 'a.txt') }, { ...options, signal: controller.signal });
    setTimeout(() => controller.abort(), 20);
    await expect(work).rejects.toMatchObject({ kind: 'aborted', operation: 'upload.upload' });
  });

  it('an upload from a browser rejects with a network error if the server is unreachable', async () => {
    const upload = createUploadClient({ baseUrl: 'http://127.0.0.1:9', token });
    await expect(upload.upload({ file: new File(['Hello'], 'a.txt') }, options)).rejects.toMatchObject({
      kind: 'network',
      operation: 'upload.upload',
    });
  });
});

describe('the transport of an upload', () => {
  afterEach(() => void vi.restoreAllMocks());

  const UPLOAD = 'https://upload.test/v1/upload';
  const extraction = { file_id: 'f-1', filename: 'a.txt', extracted_text: 'Hello', metadata: { pages: 1, has_images: false } };
  const file = (): File => new File(['Hello'], 'a.txt');

  /** Records the calls of all functions that can send requests from a page. */
  const network = () => {
    const open = vi.spyOn(XMLHttpRequest.prototype, 'open');
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(extraction));
    const toService = () => performance.getEntriesByType('resource').filter(({ name }) => name.startsWith('https://upload.test'));
    return { open, fetched, toService };
  };

  it.each<readonly [string, UploadOptions]>([
    ['without progress', {}],
    ['with progress', { onProgress: () => undefined }],
  ])("an upload %s uses only the caller's fetch, and sends nothing over the network", async (_, options) => {
    const { open, fetched, toService } = network();
    const sent: { readonly url: string; readonly authorization: string | null; readonly text: string }[] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const request = new Request(input, init);
      sent.push({ url: request.url, authorization: request.headers.get('authorization'), text: await request.text() });
      return Response.json(extraction);
    };
    const upload = createUploadClient({ baseUrl: 'https://upload.test', token, fetch });
    await expect(upload.upload({ file: file() }, options)).resolves.toMatchObject({ extracted_text: 'Hello' });
    expect(sent).toMatchObject([{ url: UPLOAD, authorization: `Bearer ${token}` }]);
    expect(sent[0]?.text).toContain('Content-Type: text/plain\r\n\r\nHello\r\n');
    expect(open).not.toHaveBeenCalled();
    expect(fetched).not.toHaveBeenCalled();
    expect(toService()).toEqual([]);
  });

  it("an upload from a browser uses the page's fetch without onProgress, and XMLHttpRequest with onProgress", async () => {
    const { open, fetched } = network();
    const upload = createUploadClient({ baseUrl: 'https://upload.test', token });
    await upload.upload({ file: file() });
    expect(fetched.mock.calls.map(([input]) => input)).toEqual([UPLOAD]);
    expect(open).not.toHaveBeenCalled();
    await upload.upload({ file: file() }, { onProgress: () => undefined, timeoutMs: 5000 }).catch(() => undefined);
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(open.mock.calls).toEqual([['POST', UPLOAD]]);
  });
});
