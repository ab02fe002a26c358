import { inspect } from 'node:util';
import { createPlatform, isPlatformError } from '@platform-sdk/core';
import { createLocalPlatform } from '@platform-sdk/local-platform';
import { createMemoryClient, createMemoryTokens, isMemoryAuthenticationError, type MemoryTokenStore } from '@platform-sdk/memory';
import { failureOf, platformErrorOf, recordingFetch } from '@platform-sdk/test-helpers';
import { expect, it, vi } from 'vitest';
import { json, userId } from './wire.ts';

const ada = { id: userId, email: 'ada@example.com' };
const charles = { id: '6f1c2a34-0000-4000-8000-00000000000c', email: 'charles@example.com' };

/** Creates a store that two processes share. Tests replace its methods. */
const sharedStore = () => {
  const tokens = new Map<string, string>();
  const store = {
    get: vi.fn<MemoryTokenStore['get']>(async (id) => tokens.get(id)),
    add: vi.fn<MemoryTokenStore['add']>(async (id, token) => {
      if (!tokens.has(id)) tokens.set(id, token);
      return tokens.get(id) as string;
    }),
    remove: vi.fn<MemoryTokenStore['remove']>(async (id, token) => void (tokens.get(id) === token && tokens.delete(id))),
  };
  return { tokens, store };
};

/** Creates a memory service that issues `mem_issued-1`, `mem_issued-2` and so on. */
const issuing = () => {
  let issued = 0;
  const service = recordingFetch(() => json({ access_token: `mem_issued-${++issued}`, token_type: 'Bearer' }, 201));
  const memory = createMemoryClient({ baseUrl: 'https://memory.test', fetch: service.fetch });
  return { memory, sent: service.sent };
};

it('memoryTokenOf registers a user once for concurrent calls, then returns the stored token', async () => {
  const { memory, sent } = issuing();
  const { store, tokens } = sharedStore();
  const { memoryTokenOf } = createMemoryTokens(memory, { store });
  const all = await Promise.all(Array.from({ length: 20 }, () => memoryTokenOf(ada)()));
  expect(new Set([...all, await memoryTokenOf(ada)()])).toEqual(new Set(['mem_issued-1']));
  expect(sent.map(({ method, url, body }) => [method, url, body])).toEqual([['POST', 'https://memory.test/v1/users', ada]]);
  expect([...tokens]).toEqual([[userId, 'mem_issued-1']]);
});

it('memoryTokenOf keeps tokens in memory without a store', async () => {
  const { memory, sent } = issuing();
  const { memoryTokenOf } = createMemoryTokens(memory);
  expect([await memoryTokenOf(ada)(), await memoryTokenOf(ada)(), await memoryTokenOf(charles)()]).toEqual([
    'mem_issued-1',
    'mem_issued-1',
    'mem_issued-2',
  ]);
  expect(sent).toHaveLength(2);
});

it('memoryTokenOf returns the same token in two processes that register a user at the same time', async () => {
  const { memory, sent } = issuing();
  const { store } = sharedStore();
  const processes = [createMemoryTokens(memory, { store }), createMemoryTokens(memory, { store })];
  const [first, second] = await Promise.all(processes.map(({ memoryTokenOf }) => memoryTokenOf(ada)()));
  expect(sent).toHaveLength(2);
  expect(first).toBe(second);
  expect(await createMemoryTokens(memory, { store }).memoryTokenOf(ada)()).toBe(first);
});

it('memoryTokenOf finds the token of a user whose id is in capital letters', async () => {
  const { memory, sent } = issuing();
  const { memoryTokenOf } = createMemoryTokens(memory);
  expect(await memoryTokenOf({ ...ada, id: userId.toUpperCase() })()).toBe(await memoryTokenOf(ada)());
  expect(sent).toHaveLength(1);
});

it('memoryTokenOf calls the function for the e-mail address only for a new user', async () => {
  const { memory, sent } = issuing();
  const { memoryTokenOf } = createMemoryTokens(memory);
  const email = vi.fn<() => Promise<string>>(async () => 'ada@example.com');
  await memoryTokenOf({ id: userId, email })();
  await memoryTokenOf({ id: userId, email })();
  expect(email).toHaveBeenCalledTimes(1);
  expect(sent.map(({ body }) => body)).toEqual([ada]);
});

it('memoryTokenOf registers the user again after a lost response', async () => {
  const lost = new TypeError('fetch failed');
  const service = recordingFetch(lost, json({ access_token: 'mem_second', token_type: 'Bearer' }, 201));
  const memory = createMemoryClient({ baseUrl: 'https://memory.test', fetch: service.fetch });
  const { memoryTokenOf } = createMemoryTokens(memory);
  await expect(memoryTokenOf(ada)()).rejects.toMatchObject({ kind: 'network', outcome: 'unknown' });
  expect(service.sent).toHaveLength(1);
  await expect(memoryTokenOf(ada)()).resolves.toBe('mem_second');
});

it('createMemoryTokens and its functions reject an invalid user, option or store before anything is sent', async () => {
  const { memory, sent } = issuing();
  const { memoryTokenOf, forget } = createMemoryTokens(memory);
  const wrong: Record<string, () => unknown> = {
    id: () => memoryTokenOf({ id: 'ada', email: 'ada@example.com' }),
    email: () => memoryTokenOf({ id: userId, email: '' }),
    stor: () => createMemoryTokens(memory, { stor: 1 } as object),
    store: () => createMemoryTokens(memory, { store: Promise.resolve(sharedStore().store) as never }),
    memory: () => createMemoryTokens({} as never),
    token: () => forget(userId, undefined as never),
  };
  for (const [field, make] of Object.entries(wrong))
    expect(await failureOf((async () => make())())).toMatchObject({ kind: 'invalid-input', field });
  expect(sent).toEqual([]);
});

it('createMemoryTokens names the methods of a store in the error for an invalid store', () => {
  expect(() => createMemoryTokens(issuing().memory, { store: { get: async () => 'a' } as never })).toThrow(
    'createMemoryTokens: the option store must be an object with get() and add() and remove()',
  );
});

it('memoryTokenOf fails without a registration if the store cannot be read', async () => {
  const { memory, sent } = issuing();
  const { store } = sharedStore();
  store.get.mockRejectedValueOnce(new Error('connection refused'));
  const { memoryTokenOf } = createMemoryTokens(memory, { store });
  await expect(memoryTokenOf(ada)()).rejects.toMatchObject({
    kind: 'session',
    code: 'STORE_NOT_READ',
    message: 'The store of memory tokens failed to read: Error.',
  });
  expect(sent).toEqual([]);
  await expect(memoryTokenOf(ada)()).resolves.toBe('mem_issued-1');
});

it('memoryTokenOf fails if the store cannot be written, and does not register the user again', async () => {
  const { memory, sent } = issuing();
  const { store, tokens } = sharedStore();
  store.add.mockRejectedValueOnce(new Error('disk full')).mockRejectedValueOnce(new Error('disk full'));
  const { memoryTokenOf } = createMemoryTokens(memory, { store });
  for (let call = 0; call < 2; call++) await expect(memoryTokenOf(ada)()).rejects.toMatchObject({ code: 'STORE_NOT_WRITTEN' });
  await expect(memoryTokenOf(ada)()).resolves.toBe('mem_issued-1');
  expect(tokens.get(userId)).toBe('mem_issued-1');
  expect(sent).toHaveLength(1);
});

it('memoryTokenOf fails if the store returns anything but a token', async () => {
  const { memory } = issuing();
  const { store } = sharedStore();
  const { memoryTokenOf } = createMemoryTokens(memory, { store });
  store.get.mockResolvedValueOnce({ token: 'mem_row' } as never);
  await expect(memoryTokenOf(ada)()).rejects.toMatchObject({ code: 'STORE_NOT_READ' });
  store.add.mockResolvedValueOnce(undefined as never);
  await expect(memoryTokenOf(ada)()).rejects.toMatchObject({ code: 'STORE_NOT_WRITTEN' });
});

it('memoryTokenOf fails after 10 seconds if the store hangs, and the next call tries again', async () => {
  vi.useFakeTimers();
  try {
    const { memory } = issuing();
    const { store } = sharedStore();
    store.get.mockReturnValueOnce(new Promise(() => {}));
    const { memoryTokenOf } = createMemoryTokens(memory, { store });
    const failure = failureOf(memoryTokenOf(ada)());
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await failure).toMatchObject({ kind: 'session', code: 'STORE_NOT_READ' });
    await expect(memoryTokenOf(ada)()).resolves.toBe('mem_issued-1');
  } finally {
    vi.useRealTimers();
  }
});

it('a call hides the tokens in an error of the token store, at any depth', async () => {
  const { memory } = issuing();
  const { store } = sharedStore();
  store.add.mockImplementation(async (...row) => {
    throw new Error(`INSERT failed: ${row.join()}`);
  });
  const { memoryTokenOf } = createMemoryTokens(memory, { store });
  const error = await platformErrorOf(createMemoryClient({ baseUrl: 'https://memory.test', token: memoryTokenOf(ada) }).users.me());
  expect(error).toMatchObject({ kind: 'session', outcome: 'not-sent', field: 'tokens.memory' });
  expect(isPlatformError(error.cause) && error.cause.code).toBe('STORE_NOT_WRITTEN');
  expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/mem_issued|INSERT/);
});

it('createMemoryTokens separates the sessions of two users, and replaces a revoked token once for concurrent calls', async () => {
  const local = createLocalPlatform();
  const options = { baseUrls: local.baseUrls(), fetch: local.fetch };
  const tokens = createMemoryTokens(createMemoryClient(createPlatform(options)));
  const memoryOf = (user: typeof ada) => createMemoryClient(createPlatform({ ...options, tokens: { memory: tokens.memoryTokenOf(user) } }));
  await memoryOf(ada).sessions.create({ metadata: { of: 'ada' } });
  const sessionsOf = (user: typeof ada) => memoryOf(user).sessions.list().toArray({ limit: 9 });
  expect([(await sessionsOf(ada)).length, (await sessionsOf(charles)).length]).toEqual([1, 0]);

  const token = await tokens.memoryTokenOf(ada)();
  const [first] = (await memoryOf(ada).tokens.list()).tokens;
  await memoryOf(ada).tokens.remove({ token_id: first?.id ?? '' });
  expect(isMemoryAuthenticationError(await failureOf(memoryOf(ada).users.me()))).toBe(true);
  await Promise.all(
    Array.from({ length: 5 }, async () => {
      await tokens.forget(ada.id, token);
      await memoryOf(ada).users.me();
    }),
  );
  expect((await memoryOf(ada).tokens.list()).tokens).toHaveLength(1);
  expect(await sessionsOf(ada)).toHaveLength(1);
});
