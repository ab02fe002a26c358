import { createPlatform, isPlatformError, type PlatformOptions } from '@platform-sdk/core';
import { createUploadClient, type FileSource, type UploadOptions } from '@platform-sdk/upload';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const extraction = { file_id: '1', filename: 'a.txt', extracted_text: 'a', metadata: { pages: 1, has_images: false } };
const file: FileSource = { name: 'a.txt', data: new Blob([new Uint8Array(640_000).fill(97)]) };

type Server = (body: ReadableStreamDefaultReader<Uint8Array>) => Promise<Response>;

const never = new Promise<never>(() => undefined);
const after = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/** Returns a server that reads one chunk of the request at each interval. */
const takesEvery =
  (ms: number, answer: () => Promise<Response> | Response): Server =>
  async (body) => {
    for (;;) {
      await after(ms);
      const { done } = await body.read();
      if (done) return answer();
    }
  };

/** Returns a stream that yields one chunk at each interval. */
const slowly = (pieces: readonly string[], ms: number): ReadableStream<Uint8Array> => {
  const waiting = [...pieces];
  return new ReadableStream({
    async pull(controller) {
      await after(ms);
      const next = waiting.shift();
      if (next === undefined) controller.close();
      else controller.enqueue(new TextEncoder().encode(next));
    },
  });
};

/** Returns how an upload ends, and after how many seconds. */
const endOf = async (server: Server, source: FileSource, platform: PlatformOptions = {}, options: UploadOptions = {}): Promise<string> => {
  const fetch: typeof globalThis.fetch = (input, init) => {
    const { body } = new Request(input, init);
    return body ? server(body.getReader()) : never;
  };
  const upload = createUploadClient(
    createPlatform({ baseUrls: { upload: 'https://upload.test' }, tokens: { upload: 'token' }, fetch, ...platform }),
  );
  const started = performance.now();
  let end: string | undefined;
  const settle = (how: string): void => void (end = `${how} after ${Math.round((performance.now() - started) / 1000)} s`);
  upload.upload({ file: source }, options).then(
    () => settle('done'),
    (error: unknown) => settle(isPlatformError(error) ? `${error.kind} (${error.outcome})` : String(error)),
  );
  for (let second = 0; second < 1000 && end === undefined; second++) await vi.advanceTimersByTimeAsync(1000);
  return end ?? 'still waiting after 1000 s';
};

describe('the timeouts of an upload', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });

  it('an upload times out after 30 seconds if the server neither reads nor sends a byte', async () => {
    await expect(endOf(() => never, file)).resolves.toBe('timeout (unknown) after 30 s');
  });

  it('an upload times out 30 seconds after its last sent byte if there is no response', async () => {
    const end = await endOf(
      takesEvery(1, () => never),
      file,
    );
    expect(end).toBe('timeout (unknown) after 30 s');
  });

  it('the idle timeout of an upload restarts whenever the server reads bytes', async () => {
    // The file is sent in at least 10 chunks, and the rest of the form in two.
    const end = await endOf(
      takesEvery(12_000, () => Response.json(extraction)),
      file,
    );
    expect(end).toMatch(/^done after 1[4-9]\d s$/);
  });

  it('the idle timeout of an upload restarts whenever bytes of the response arrive', async () => {
    const pieces = JSON.stringify(extraction).match(/.{1,10}/g) ?? [];
    const end = await endOf(
      takesEvery(1, () => new Response(slowly(pieces, 20_000), { headers: { 'Content-Type': 'application/json' } })),
      file,
    );
    expect(end).toBe(`done after ${(pieces.length + 1) * 20} s`);
  });

  it('an upload times out 30 seconds after the last byte of a stalled response', async () => {
    const stalled = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new TextEncoder().encode('{')) });
    const end = await endOf(
      takesEvery(1, () => new Response(stalled, { headers: { 'Content-Type': 'application/json' } })),
      file,
    );
    expect(end).toBe('timeout (likely-applied) after 30 s');
  });

  it('an upload times out after 30 seconds if its source yields no byte, whatever the total timeout', async () => {
    const source = (): FileSource => ({ name: 'a.txt', data: new ReadableStream<Uint8Array>({ pull: () => never }) });
    await expect(endOf(() => never, source())).resolves.toBe('timeout (not-sent) after 30 s');
    await expect(endOf(() => never, source(), {}, { timeoutMs: 600_000 })).resolves.toBe('timeout (not-sent) after 30 s');
  });

  it.each<[string, PlatformOptions, UploadOptions]>([
    ['timeoutMs of the platform', { timeoutMs: 60_000 }, {}],
    ['timeoutMs of the call', {}, { timeoutMs: 60_000 }],
    ['timeoutMs of the call before that of the platform', { timeoutMs: 600_000 }, { timeoutMs: 60_000 }],
  ])('an upload times out after the total of %s, even while bytes are read', async (_, platform, options) => {
    const end = await endOf(
      takesEvery(20_000, () => Response.json(extraction)),
      file,
      platform,
      options,
    );
    expect(end).toBe('timeout (unknown) after 60 s');
  });

  it('the total timeout of an upload includes the wait for its source', async () => {
    const data = slowly(['a'.repeat(1024), 'b'], 20_000);
    const end = await endOf(() => never, { name: 'a.txt', data }, { timeoutMs: 30_000 });
    expect(end).toBe('timeout (unknown) after 30 s');
  });
});
