import { inMemoryTokenStore, type SessionRecord, type TokenStore } from '@platform-sdk/core';
import { fileTokenStore } from '@platform-sdk/core/node';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tokens } from './fixtures.ts';
import { sessionBench } from './session-bench.ts';

const first: SessionRecord = { generation: 1, session: { ...tokens('a'), receivedAt: 1 } };
const second: SessionRecord = { generation: 2, session: { ...tokens('b'), receivedAt: 2 } };
const signedOut: SessionRecord = { generation: 3, session: null };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'token-store-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

const stores: readonly (readonly [string, () => TokenStore])[] = [
  ['inMemoryTokenStore', () => inMemoryTokenStore()],
  ['fileTokenStore', () => fileTokenStore(join(folder, 'deep', 'er', 'session.json'))],
];

describe.each(stores)('%s', (_, create) => {
  it('returns undefined from a new token store', async () => {
    expect((await create().get()) ?? undefined).toBeUndefined();
  });

  it('returns the record that was written last, even a sign-out', async () => {
    const store = create();
    expect(await store.set(first, 0)).toBe(true);
    expect(await store.set(second, 1)).toBe(true);
    expect(await store.get()).toEqual(second);
    expect(await store.set(signedOut, 2)).toBe(true);
    expect(await store.get()).toEqual(signedOut);
  });

  it('rejects a write if the stored generation differs from the expected generation', async () => {
    const store = create();
    await store.set(first, 0);
    expect(await store.set(second, 0)).toBe(false);
    expect(await store.set(second, 2)).toBe(false);
    expect(await store.get()).toEqual(first);
  });

  it('accepts exactly one of several parallel writes', async () => {
    const store = create();
    const writes = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => store.set({ ...first, session: { ...tokens(name), receivedAt: 1 } }, 0)),
    );
    expect(writes.filter(Boolean)).toHaveLength(1);
  });

  it('passes a session from one platform to the next', async () => {
    const store = create();
    await sessionBench({}, { session: { store } }).session.set(tokens('a'));
    await expect(sessionBench({}, { session: { store } }).session.get()).resolves.toMatchObject(tokens('a'));
  });
});
