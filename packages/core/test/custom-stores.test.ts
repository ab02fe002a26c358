import type { Lease, SessionLock, TokenStore } from '@platform-sdk/core';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, vi } from 'vitest';
import { jwt, settled, tokens } from './fixtures.ts';
import { expiredBench, openStore, sessionBench } from './session-bench.ts';

const storedSession = (name: string) => ({ ...tokens(name), receivedAt: Date.UTC(2026, 0, 15) });

it('reads a store without subscribe when the page is shown again, until dispose', async () => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  const { get, set } = openStore(storedSession('a'));
  let reads = 0;
  const countedGet = (): unknown => {
    reads++;
    return get();
  };
  const store = { get: countedGet, set };
  const { session, platform, received } = sessionBench({}, { session: { store } });
  await session.get();
  await set({ generation: 2_000_000_000_000, session: null }, (get() as { generation: number }).generation);
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await settled();
  expect(received.map(({ type }) => type)).toEqual(['restored', 'signed-out']);
  platform.dispose();
  const before = reads;
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await settled();
  expect(reads).toBe(before);
});

it('reports a store whose set returns nothing, and keeps the session in memory', async () => {
  const store = { get: () => undefined, set: () => undefined } as unknown as TokenStore;
  const { session, events } = sessionBench({}, { session: { store } });
  await session.set(tokens('a'));
  await expect(session.get()).resolves.toMatchObject(tokens('a'));
  expect(events).toContainEqual({
    type: 'warning',
    code: 'STORE_NOT_WRITTEN',
    message: 'The token store failed to write (its set() must return whether it wrote); the session is kept in memory.',
  });
});

it.each(['before', 'after'])('leaves no listener on the store if the platform is disposed %s its first use', async (when) => {
  const listeners = new Set<() => void>();
  const store: TokenStore = {
    ...openStore(storedSession('a')),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const { session, platform } = sessionBench({}, { session: { store } });
  if (when === 'after') await session.get();
  platform.dispose();
  await expect(session.get()).resolves.toMatchObject(tokens('a'));
  expect(listeners.size).toBe(0);
});

it('leaves no subscription if the platform is disposed while its session is loading', async () => {
  let subscriptions = 0;
  const subscribe = () => {
    subscriptions++;
    return () => void subscriptions--;
  };
  const { session, platform } = sessionBench({}, { session: { store: { ...openStore(), subscribe } } });
  const loading = session.get();
  platform.dispose();
  await loading;
  expect(subscriptions).toBe(0);
});

it.each<readonly [string, () => unknown]>([
  ['returns nothing', () => undefined],
  ['rejects', () => Promise.reject(new Error('no server'))],
  [
    'throws',
    () => {
      throw new Error('no server');
    },
  ],
])('fails no call, and causes no unhandled rejection, if the release of a lock %s', async (_, release) => {
  const unhandled = vi.fn<(reason: unknown) => void>();
  process.on('unhandledRejection', unhandled);
  const lease = { signal: new AbortController().signal, release } as Lease;
  const lock: SessionLock = { acquire: async () => lease };
  const { read, bearers } = await expiredBench({}, { session: { lock } });
  await read();
  await settled();
  process.off('unhandledRejection', unhandled);
  expect(bearers()).toEqual([`Bearer ${jwt('b')}`]);
  expect(unhandled).not.toHaveBeenCalled();
});

it('does not keep a Node process alive that uses indexedDbTokenStore', async () => {
  const script = `import('@platform-sdk/core').then(async ({ createPlatform, indexedDbTokenStore }) => {
    const { session } = createPlatform({ session: { store: indexedDbTokenStore() } });
    await session.set({ accessToken: 'a', refreshToken: 'r' });
    console.log((await session.get()).accessToken);
  });`;
  const run = promisify(execFile)(process.execPath, ['-C', '@platform-sdk/source', '-e', script], {
    cwd: join(import.meta.dirname, '..', '..', 'auth'),
    timeout: 20_000,
  });
  await expect(run).resolves.toMatchObject({ stdout: 'a\n' });
});
