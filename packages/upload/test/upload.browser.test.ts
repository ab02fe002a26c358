import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import { createUploadClient, type UploadProgress } from '@platform-sdk/upload';
import { describe, expect, inject, it } from 'vitest';

const { baseUrls, apiKey, username, password } = inject('localPlatform');
const token = 'local-upload-token';
const MEGABYTE = 1024 * 1024;

const signedIn = async (send: typeof fetch = (...request) => fetch(...request)) => {
  const platform = createPlatform({ apiKey, baseUrls, fetch: send });
  await createAuthClient(platform).login({ username, password });
  return { platform, upload: createUploadClient(platform) };
};

describe('an upload from a browser', () => {
  it('sends a File with the session, and tells how far it is', async () => {
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

  it.each(['quote".txt', 'emoji 🦊.txt', '\u202Eשלום.txt', '100%.txt'])('keeps the name %j', async (name) => {
    const upload = createUploadClient({ baseUrl: baseUrls['upload'] ?? '', token });
    await expect(upload.upload({ file: new File(['Hello'], name), translate_to: 'de' })).resolves.toMatchObject({ original_text: 'Hello' });
    await expect(upload.upload({ file: { name, data: new Blob(['Hello']) } })).resolves.toMatchObject({ filename: name });
  });

  it('gathers a stream, which it cannot send as it comes', async () => {
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
  ])('sends no stream that is %s than it was said', async (_, text, size, why) => {
    const upload = createUploadClient({ baseUrl: baseUrls['upload'] ?? '', token });
    await expect(upload.upload({ file: { name: 'a.txt', data: new Blob([text]).stream(), size } })).rejects.toMatchObject({
      kind: 'input',
      field: 'file',
      outcome: 'not-sent',
      message: `upload.upload: file ${why}`,
    });
  });

  it('sends no stream of texts, and lets it go', async () => {
    const upload = createUploadClient({ baseUrl: baseUrls['upload'] ?? '', token });
    let isCancelled = false;
    const data = new ReadableStream<never>({
      pull: (controller) => controller.enqueue('Hello' as never),
      cancel: () => void (isCancelled = true),
    });
    await expect(upload.upload({ file: { name: 'a.txt', data } })).rejects.toMatchObject({
      kind: 'input',
      field: 'file',
      outcome: 'not-sent',
    });
    expect(isCancelled).toBe(true);
  });

  it('is sent once more after a refresh', async () => {
    const { platform, upload } = await signedIn();
    const tokens = await platform.session.get();
    if (!tokens) throw new Error('Nobody is signed in');
    await platform.session.set({ ...tokens, accessToken: 'of-yesterday' });
    await expect(upload.upload({ file: new File(['Hello'], 'a.txt') })).resolves.toMatchObject({ extracted_text: 'Hello' });
    expect((await platform.session.get())?.accessToken).not.toBe('of-yesterday');
  });

  it('says what the service refuses', async () => {
    const upload = createUploadClient({ baseUrl: baseUrls['upload'] ?? '', token: 'unknown' });
    await expect(upload.upload({ file: new File(['Hello'], 'a.txt') })).rejects.toMatchObject({
      kind: 'http',
      status: 401,
      operation: 'upload.upload',
      outcome: 'rejected',
    });
  });

  it('stops when it is aborted', async () => {
    const upload = createUploadClient({ baseUrl: baseUrls['upload'] ?? '', token });
    const controller = new AbortController();
    const work = upload.upload({ file: new File(['x'.repeat(32 * MEGABYTE)], 'a.txt') }, { signal: controller.signal });
    setTimeout(() => controller.abort(), 20);
    await expect(work).rejects.toMatchObject({ kind: 'aborted', operation: 'upload.upload' });
  });

  it('says that nobody was reached', async () => {
    const upload = createUploadClient({ baseUrl: 'http://127.0.0.1:9', token });
    await expect(upload.upload({ file: new File(['Hello'], 'a.txt') })).rejects.toMatchObject({
      kind: 'network',
      operation: 'upload.upload',
    });
  });

  it('does not send an agent secret unless that is allowed', async () => {
    const agent = { secretToken: 'agent-secret', userId: 'agent' };
    const upload = createUploadClient({ baseUrl: baseUrls['upload'] ?? '', agent });
    await expect(upload.upload({ file: new File(['Hello'], 'a.txt') })).rejects.toMatchObject({ field: 'allowSecretsInBrowser' });
  });

  it('has no paths', async () => {
    const upload = createUploadClient({ baseUrl: baseUrls['upload'] ?? '', token });
    await expect(upload.upload({ file: { path: 'a.txt' } })).rejects.toMatchObject({ kind: 'input', field: 'file.path' });
  });
});
