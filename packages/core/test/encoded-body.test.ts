import { createPlatform, PlatformError, type PlatformOptions } from '@platform-sdk/core';
import { createClient } from '@platform-sdk/core/internal';
import { unknown, object, operation, optional, serviceToken, string, type Encode } from '@platform-sdk/core/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { failureOf } from './recording-fetch.ts';

interface Photo {
  album: string;
  photo: unknown;
  caption?: string;
}

/** The content type and the body of a sent request. */
interface Sent {
  readonly type: string | null;
  readonly body: string;
}

const scene = (encode: (fields: Readonly<Record<string, unknown>>) => Encode, options: PlatformOptions = {}, hasOwnFetch = true) => {
  const sent: Sent[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    sent.push({ type: request.headers.get('content-type'), body: await request.text() });
    return Response.json({});
  };
  const contract = {
    add: operation({
      method: 'POST',
      path: '/albums/{album}/photos',
      credentials: 'token',
      authenticate: serviceToken,
      input: object<Photo>({ album: string, photo: unknown, caption: optional(string) }),
      output: unknown,
      retry: 'safe',
      encode,
    }),
  };
  const platform = createPlatform({
    baseUrls: { upload: 'https://upload.test' },
    tokens: { upload: 'token-4f2c' },
    ...(hasOwnFetch && { fetch }),
    ...options,
  });
  return { sent, photos: createClient({ name: 'upload', base: 'upload' }, contract, platform) };
};

const photo = new Uint8Array([1, 2, 3]);

it('passes the fields without the path parameters to encode, and sends its result', async () => {
  const seen: unknown[] = [];
  const { photos, sent } = scene((fields) => {
    seen.push(fields);
    return () => ({ body: 'a photo', headers: { 'Content-Type': 'image/webp' } });
  });
  await photos.add({ album: 'one', photo, caption: 'Sea' });
  expect(seen).toEqual([{ photo, caption: 'Sea' }]);
  expect(sent).toEqual([{ type: 'image/webp', body: 'a photo' }]);
});

it('lets the runtime set the content type of a form', async () => {
  const form = new FormData();
  form.set('caption', 'Sea');
  const { photos, sent } = scene(() => () => ({ body: form }));
  await photos.add({ album: 'one', photo });
  expect(sent[0]?.type).toMatch(/^multipart\/form-data; ?boundary=/);
  expect(sent[0]?.body).toContain('name="caption"\r\n\r\nSea\r\n');
});

it('creates a new encoded body for each attempt', async () => {
  let made = 0;
  const { photos, sent } = scene(
    () => () => ({
      body: `attempt ${++made}`,
      fetch: async (input, init) => {
        sent.push({ type: null, body: await new Request(input, init).text() });
        return new Response('{}', { status: made === 1 ? 503 : 200 });
      },
    }),
    { retry: { limit: 1 } },
    false,
  );
  await photos.add({ album: 'one', photo });
  expect(sent.map(({ body }) => body)).toEqual(['attempt 1', 'attempt 2']);
});

it('rejects with the reason if the encoded body cannot be created', async () => {
  const { photos, sent } = scene(() => () => {
    throw new PlatformError('invalid-input', 'The stream was read already', { field: 'photo', outcome: 'not-sent' });
  });
  expect(await failureOf(photos.add({ album: 'one', photo }))).toMatchObject({
    kind: 'invalid-input',
    field: 'photo',
    outcome: 'not-sent',
  });
  expect(sent).toEqual([]);
});

it("sends a body with the caller's fetch if it is set", async () => {
  const own = vi.fn<typeof globalThis.fetch>();
  const { photos, sent } = scene(() => () => ({ body: 'a photo', fetch: own }));
  await photos.add({ album: 'one', photo });
  expect(sent.map(({ body }) => body)).toEqual(['a photo']);
  expect(own).not.toHaveBeenCalled();
});

it('sends a body that is a stream', async () => {
  const { photos, sent } = scene(() => () => ({ body: new Blob(['a ', 'photo']).stream() }));
  await photos.add({ album: 'one', photo });
  expect(sent).toEqual([{ type: null, body: 'a photo' }]);
});

it('does not search a body of bytes for secrets', async () => {
  const fetch = (): Promise<never> => Promise.reject(new TypeError('fetch failed'));
  const { photos } = scene(() => () => ({ body: 'a photo' }), { fetch });
  const bytes = new Uint8Array(1024);
  const entries = vi.spyOn(Object, 'entries');
  await failureOf(photos.add({ album: 'one', photo: bytes }, { retry: false }));
  const seen = entries.mock.calls.some(([value]) => value === bytes);
  entries.mockRestore();
  expect(seen).toBe(false);
});

describe('the time limits of a request body', () => {
  beforeEach(() => vi.useFakeTimers());

  /** Creates a client whose uploads never get a response. The test calls `alive` as if bytes were sent. */
  const endless = (options: PlatformOptions = {}) => {
    let alive: Parameters<Encode>[0] = () => undefined;
    let aborted = 0;
    const { photos } = scene(
      () => (given) => {
        alive = given;
        return {
          body: 'a photo',
          fetch: (_, init) =>
            new Promise((__, reject) => {
              init?.signal?.addEventListener('abort', () => {
                aborted++;
                reject(new TypeError('aborted'));
              });
            }),
        };
      },
      options,
      false,
    );
    return { photos, alive: (extraMs?: number) => alive(extraMs), aborted: () => aborted };
  };

  it('allows any duration for a body as long as bytes are sent', async () => {
    const { photos, alive, aborted } = endless();
    let ended = false;
    void failureOf(photos.add({ album: 'one', photo }, { retry: false })).then(() => (ended = true));
    for (let minute = 0; minute < 20; minute++) {
      await vi.advanceTimersByTimeAsync(29_000);
      alive();
    }
    expect(ended).toBe(false);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(ended).toBe(true);
    expect(aborted()).toBe(1);
  });

  it('fails if no bytes are sent during timeouts.headersMs', async () => {
    const { photos, aborted } = endless({ timeouts: { headersMs: 5000 } });
    const failed = failureOf(photos.add({ album: 'one', photo }, { retry: false }));
    await vi.advanceTimersByTimeAsync(5000);
    expect(await failed).toMatchObject({ kind: 'timeout', outcome: 'unknown' });
    expect(aborted()).toBe(1);
  });

  it('allows more time for a body whose progress is unknown', async () => {
    const { photos, alive, aborted } = endless({ timeouts: { headersMs: 5000 } });
    const failed = failureOf(photos.add({ album: 'one', photo }, { retry: false }));
    await vi.advanceTimersByTimeAsync(0);
    alive(60_000);
    await vi.advanceTimersByTimeAsync(64_000);
    expect(aborted()).toBe(0);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await failed).toMatchObject({ kind: 'timeout', outcome: 'unknown' });
    expect(aborted()).toBe(1);
  });

  it("fails at the caller's time limit although bytes are sent", async () => {
    const { photos, alive, aborted } = endless();
    const failed = failureOf(photos.add({ album: 'one', photo }, { timeoutMs: 40_000 }));
    await vi.advanceTimersByTimeAsync(20_000);
    alive();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await failed).toMatchObject({ kind: 'timeout' });
    expect(aborted()).toBe(1);
  });
});
