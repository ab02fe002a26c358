import { mkdtemp, readdir, readFile, rm, stat, writeFile, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryTokenStore, webTokenStore, type TokenStore } from '@platform-sdk/core';
import { fileTokenStore } from '@platform-sdk/core/node';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { tokens } from './fixtures.ts';
import { sessionBench } from './session-bench.ts';

const pair = { ...tokens('a'), receivedAt: 1 };
const next = { ...tokens('b'), receivedAt: 2 };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'token-store-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
  vi.unstubAllGlobals();
});

const webStorage = () => {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
};

const stores: readonly (readonly [string, () => TokenStore])[] = [
  ['memoryTokenStore', () => memoryTokenStore()],
  ['webTokenStore', () => webTokenStore({ storage: webStorage() })],
  ['fileTokenStore', () => fileTokenStore(join(folder, 'deep', 'er', 'session.json'))],
];

describe.each(stores)('%s', (_, create) => {
  it('is empty at first', async () => {
    expect((await create().get()) ?? undefined).toBeUndefined();
  });

  it('gives back what was stored last', async () => {
    const store = create();
    await store.set(pair);
    await store.set(next);
    expect(await store.get()).toEqual(next);
  });

  it('is empty after a removal, which may be repeated', async () => {
    const store = create();
    await store.set(pair);
    await store.remove();
    await store.remove();
    expect((await store.get()) ?? undefined).toBeUndefined();
  });
});

describe('webTokenStore', () => {
  it('uses localStorage and a key of its own unless told otherwise', async () => {
    const storage = webStorage();
    vi.stubGlobal('localStorage', storage);
    await webTokenStore().set(pair);
    expect([...storage.items.keys()]).toEqual(['@platform-sdk/session']);
    await webTokenStore({ key: 'mine' }).set(pair);
    expect([...storage.items.keys()]).toEqual(['@platform-sdk/session', 'mine']);
  });

  it('touches no storage before it is used', () => {
    vi.stubGlobal('localStorage', undefined);
    expect(() => webTokenStore()).not.toThrow();
  });

  it('goes on in memory where there is no storage', async () => {
    vi.stubGlobal('localStorage', undefined);
    const { session, events } = sessionBench({}, { session: { store: webTokenStore() } });
    await session.set(tokens('a'));
    await expect(session.get()).resolves.toMatchObject(tokens('a'));
    expect(events).toContainEqual({ type: 'warning', message: expect.stringContaining('token store') as string });
  });

  it('that holds broken JSON leaves nobody signed in, and harms nothing', async () => {
    const storage = webStorage();
    storage.setItem('@platform-sdk/session', '{"accessToken":');
    const { session, events } = sessionBench({}, { session: { store: webTokenStore({ storage }) } });
    await expect(session.get()).resolves.toBeUndefined();
    expect(events).toMatchObject([{ type: 'warning' }]);
    await session.set(tokens('a'));
    await expect(session.get()).resolves.toMatchObject(tokens('a'));
  });
});

describe('fileTokenStore', () => {
  const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

  it('keeps the file to its owner', async () => {
    const path = join(folder, 'session.json');
    await fileTokenStore(path).set(pair);
    await expect(modeOf(path)).resolves.toBe(0o600);
  });

  it('keeps a file to its owner that was open to others before', async () => {
    const path = join(folder, 'session.json');
    await writeFile(path, '{}');
    await chmod(path, 0o644);
    await fileTokenStore(path).set(pair);
    await expect(modeOf(path)).resolves.toBe(0o600);
  });

  it('replaces the file whole and leaves nothing else behind', async () => {
    const path = join(folder, 'session.json');
    const store = fileTokenStore(path);
    await store.set(pair);
    const before = (await stat(path)).ino;
    await store.set(next);
    expect((await stat(path)).ino).not.toBe(before);
    await expect(readdir(folder)).resolves.toEqual(['session.json']);
  });

  it('never shows half a file to a reader', async () => {
    const store = fileTokenStore(join(folder, 'session.json'));
    await store.set(pair);
    const writes = Array.from({ length: 50 }, (_, count) => store.set({ ...pair, email: 'x'.repeat(count * 1000) }));
    const reads = Array.from({ length: 50 }, () => store.get());
    await expect(Promise.all([...writes, ...reads])).resolves.toHaveLength(100);
    await expect(readdir(folder)).resolves.toEqual(['session.json']);
  });

  it('leaves no copy behind when it cannot replace the file', async () => {
    const path = join(folder, 'session.json');
    await fileTokenStore(join(path, 'taken')).set(pair);
    await expect(fileTokenStore(path).set(pair)).rejects.toBeInstanceOf(Error);
    await expect(readdir(folder)).resolves.toEqual(['session.json']);
  });

  it('that holds garbage leaves nobody signed in, and keeps the file', async () => {
    const path = join(folder, 'session.json');
    await writeFile(path, 'not JSON');
    const { session, events } = sessionBench({}, { session: { store: fileTokenStore(path) } });
    await expect(session.get()).resolves.toBeUndefined();
    expect(events).toMatchObject([{ type: 'warning' }]);
    await expect(readFile(path, 'utf8')).resolves.toBe('not JSON');
  });

  it('carries a session from one platform to the next', async () => {
    const path = join(folder, 'session.json');
    await sessionBench({}, { session: { store: fileTokenStore(path) } }).session.set(tokens('a'));
    await expect(sessionBench({}, { session: { store: fileTokenStore(path) } }).session.get()).resolves.toMatchObject(tokens('a'));
  });
});
