import { inspect } from 'node:util';
import { createPlatform, type Logger } from '@platform-sdk/core';
import { createClient, toPlatform } from '@platform-sdk/core/internal';
import { unknown, object, operation } from '@platform-sdk/core/contract';
import { expect, it, vi } from 'vitest';
import { tokens } from './fixtures.ts';
import { readNote } from './notes.ts';
import { json, recordingFetch } from './recording-fetch.ts';

const get = { ...readNote, cacheSeconds: 300 };
const service = { name: 'notes', base: 'organizations' } as const;
const baseUrls = { organizations: 'https://api.test/v1' };

it('sends no request, sets no timer, uses no store and logs nothing when a platform is created', () => {
  vi.useFakeTimers();
  const output = vi.spyOn(console, 'warn');
  const wire = recordingFetch(json({}));
  const store = { get: vi.fn<() => unknown>(), set: vi.fn<() => boolean>() };
  const logger = vi.fn<Logger>();
  createClient(service, { get }, createPlatform({ apiKey: 'app-1', baseUrls, session: { store }, fetch: wire.fetch, logger }));
  expect(wire.sent).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
  for (const spy of [store.get, store.set, logger, output]) expect(spy).not.toHaveBeenCalled();
});

it('creates a platform without options, whose first call rejects with an input error', async () => {
  const { get: read } = createClient(service, { get }, createPlatform());
  await expect(read({ noteId: '1' })).rejects.toMatchObject({ kind: 'invalid-input', outcome: 'not-sent' });
});

it('shares one session among the clients of a platform', async () => {
  const wire = recordingFetch(json({}));
  const platform = createPlatform({ apiKey: 'app-1', baseUrls, fetch: wire.fetch });
  await platform.session.set(tokens('a'));
  await createClient(service, { get }, platform).get({ noteId: '1' });
  await createClient({ name: 'others', base: 'organizations' }, { get }, platform).get({ noteId: '2' });
  expect(new Set(wire.sent.map(({ headers }) => headers.get('authorization'))).size).toBe(1);
});

it('signs in with a clock that is an instance of a class', async () => {
  class Standing {
    readonly #time = 1_768_435_200_000;
    now(): number {
      return this.#time;
    }
    monotonic(): number {
      return this.#time;
    }
  }
  const platform = createPlatform({ clock: new Standing() });
  await platform.session.set(tokens('a'));
  await expect(platform.session.get()).resolves.toMatchObject({ receivedAt: 1_768_435_200_000 });
});

it('separates the sessions of two platforms', async () => {
  const one = createPlatform();
  await one.session.set(tokens('a'));
  await expect(createPlatform().session.get()).resolves.toBeUndefined();
});

it('prints a platform without its secrets', async () => {
  const platform = createPlatform({
    apiKey: 'secret-key',
    adminAccess: 'secret-admin',
    accessToken: 'secret-access',
    tokens: { memory: 'secret-memory' },
    projectKeys: { publicKey: 'pk-1', secretKey: 'secret-project' },
    agent: { secretToken: 'secret-agent', userId: 'agent-1' },
  });
  await platform.session.set({ accessToken: 'secret-session', refreshToken: 'secret-refresh' });
  expect(inspect(platform, { depth: Infinity })).not.toContain('secret-');
  expect(JSON.stringify(platform)).not.toContain('secret-');
});

it('empties the cache at dispose', async () => {
  const wire = recordingFetch(json({}));
  const platform = createPlatform({ apiKey: 'app-1', baseUrls, fetch: wire.fetch });
  await platform.session.set(tokens('a'));
  const client = createClient(service, { get }, platform);
  await client.get({ noteId: '1' });
  platform.dispose();
  await client.get({ noteId: '1' });
  expect(wire.sent).toHaveLength(2);
});

it('accepts a call of Symbol.asyncDispose after dispose', async () => {
  const platform = createPlatform();
  platform.dispose();
  await expect(platform[Symbol.asyncDispose]()).resolves.toBeUndefined();
});

it('returns a platform unchanged from toPlatform', () => {
  const platform = createPlatform();
  expect(toPlatform(platform, 'auth')).toBe(platform);
});

it('creates a platform for a single service at its base URL with toPlatform', async () => {
  const wire = recordingFetch(json({}));
  const platform = toPlatform({ baseUrl: 'https://api.test/v1', apiKey: 'app-1', accessToken: 'own', fetch: wire.fetch }, 'organizations');
  await createClient(service, { get }, platform).get({ noteId: '1' });
  expect(wire.only().url).toBe('https://api.test/v1/notes/1');
});

it('nests the methods of a client as the contract does, and names operations by their position', async () => {
  const client = createClient(service, { pages: { lines: { get } } }, createPlatform());
  await expect(client.pages.lines.get({ noteId: 7 as never })).rejects.toThrow(/^notes\.pages\.lines\.get: noteId/);
});

it('accepts a call without an input if every field is optional', async () => {
  const all = operation({ method: 'GET', path: '/notes', credentials: 'none', input: object<{}>({}), output: unknown, retry: 'safe' });
  const wire = recordingFetch(json([]));
  await expect(createClient(service, { all }, createPlatform({ baseUrls, fetch: wire.fetch })).all()).resolves.toEqual([]);
});
