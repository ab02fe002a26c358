import { createPlatform } from '@platform-sdk/core';
import { createAuthClient } from '@platform-sdk/auth';
import { createLocalPlatform } from '@platform-sdk/local-platform';
import { redisSettingsStorage, type RedisSettingsStorage } from '@platform-sdk/redis';
import { createSettingsStore, type SettingsStorage } from '@platform-sdk/settings';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it, onTestFinished } from 'vitest';
import { LIBRARIES, type TestClient } from './clients.ts';
import { failureOf } from '@platform-sdk/test-helpers';
import { startRedis, until, type RedisServer } from './redis-server.ts';
import { useRedis } from './use-redis.ts';

const { server, connected } = useRedis();

/** A second server, because a lock waits five seconds after the start of its server. */
let steady: RedisServer;
beforeAll(async () => {
  steady = await startRedis();
});
afterAll(() => steady[Symbol.asyncDispose]());

const opened = async ({ client }: TestClient, key: string, onError?: (error: unknown) => void): Promise<RedisSettingsStorage> => {
  const store = await redisSettingsStorage(client, { key, onError });
  onTestFinished(() => store.dispose());
  return store;
};

describe.each(LIBRARIES)('redisSettingsStorage on a client of %s', (library) => {
  it('redisSettingsStorage returns an item immediately, and after a flush also from another storage', async () => {
    const made = await connected(library);
    const store = await opened(made, `open-${library}`);
    expect(store.getItem('a')).toBeUndefined();
    store.setItem('a', '1');
    store.setItem('b', '2');
    store.setItem('a', '3');
    expect(store.getItem('a')).toBe('3');
    await store.flush();
    const other = await opened(await connected(library), `open-${library}`);
    expect([other.getItem('a'), other.getItem('b')]).toEqual(['3', '2']);
  });

  it('redisSettingsStorage sends an item to other processes, and calls their listeners', async () => {
    const [one, two] = [
      await opened(await connected(library), `heard-${library}`),
      await opened(await connected(library), `heard-${library}`),
    ];
    const calls = { one: 0, two: 0 };
    one.subscribe(() => calls.one++);
    const end = two.subscribe(() => calls.two++);
    one.setItem('a', '1');
    await until(() => two.getItem('a') === '1' && calls.two > 0);
    end();
    const before = calls.two;
    one.setItem('a', '2');
    await until(() => two.getItem('a') === '2');
    expect(calls.two).toBe(before);
  });

  it('redisSettingsStorage reports failed writes, and retries them when Redis responds again', async () => {
    const errors: unknown[] = [];
    const made = await connected(library);
    const store = await opened(made, `late-${library}`, (error) => errors.push(error));
    await server().stop();
    store.setItem('a', '1');
    await until(() => errors.length > 0);
    expect(store.getItem('a')).toBe('1');
    expect(await failureOf(store.flush())).toMatchObject({ outcome: 'unknown' });
    await server().start();
    await until(async () => (await made.command('HGET', `late-${library}`, 'a')) === '1');
    await store.flush();
  });

  it('redisSettingsStorage causes no unhandled rejection if it is disposed of while it subscribes again', async () => {
    const restarted = await startRedis();
    onTestFinished(() => restarted[Symbol.asyncDispose]());
    const { client, command } = await connected(library, restarted.port);
    const connections: { on(event: 'ready', listener: () => void): unknown }[] = [];
    const duplicate = client.duplicate.bind(client as never) as (...options: unknown[]) => (typeof connections)[number];
    Object.assign(client, { duplicate: (...options: unknown[]) => connections[connections.push(duplicate(...options)) - 1] });
    const store = await redisSettingsStorage(client, { key: `closing-${library}` });
    await until(async () => Number(((await command('PUBSUB', 'NUMSUB', `closing-${library}:changed`)) as unknown[])[1]) === 1);
    const rejections: unknown[] = [];
    const note = (error: unknown): void => void rejections.push(error);
    process.on('unhandledRejection', note);
    onTestFinished(() => void process.off('unhandledRejection', note));
    const disposed = new Promise<void>((resolve) => {
      connections[0]?.on('ready', () => {
        // The reply to the subscription never arrives.
        restarted.freeze();
        store.dispose();
        resolve();
      });
    });
    await restarted.stop();
    await restarted.start();
    await disposed;
    await restarted.stop();
    await new Promise((resolve) => void setTimeout(resolve, 100));
    expect(rejections).toEqual([]);
  });

  it('redisSettingsStorage retries failed writes in a flush', async () => {
    const full = await startRedis('--maxmemory-policy', 'noeviction');
    onTestFinished(() => full[Symbol.asyncDispose]());
    const { client, command } = await connected(library, full.port);
    const errors: unknown[] = [];
    const store = await redisSettingsStorage(client, { key: 'full', onError: (error) => errors.push(error) });
    onTestFinished(() => store.dispose());
    await command('CONFIG', 'SET', 'maxmemory', '1');
    store.setItem('a', '1');
    await until(() => errors.length === 1);
    expect(await failureOf(store.flush())).toMatchObject({ kind: 'network', code: 'OOM', outcome: 'rejected' });
    expect(errors).toHaveLength(2);
    await command('CONFIG', 'SET', 'maxmemory', '0');
    await until(async () => (await command('HGET', 'full', 'a')) === '1');
    await store.flush();
  });

  it('redisSettingsStorage writes nothing after dispose', async () => {
    const made = await connected(library);
    const store = await redisSettingsStorage(made.client, { key: `ended-${library}` });
    store.setItem('a', '1');
    await store[Symbol.asyncDispose]();
    expect(await made.command('HGET', `ended-${library}`, 'a')).toBe('1');
    expect(() => store.setItem('a', '2')).toThrow(expect.objectContaining({ kind: 'invalid-input' }));
  });

  it('redisSettingsStorage rejects a key of another type', async () => {
    const made = await connected(library);
    await made.command('SET', `wrong-${library}`, 'words');
    expect(await failureOf(redisSettingsStorage(made.client, { key: `wrong-${library}` }))).toMatchObject({
      code: 'WRONGTYPE',
      field: 'key',
    });
  });
});

it('redisSettingsStorage passes changes of the settings store from one process to another', async () => {
  expectTypeOf<RedisSettingsStorage>().toExtend<SettingsStorage>();
  const local = createLocalPlatform();
  const made = await Promise.all(
    [0, 1].map(async () => {
      const platform = createPlatform({ apiKey: local.apiKey, baseUrls: local.baseUrls(), fetch: local.fetch });
      await createAuthClient(platform).login({ username: local.account.email, password: local.account.password });
      const settings = createSettingsStore(platform, { store: await opened(await connected('redis', steady.port), 'settings of ada') });
      onTestFinished(() => settings.dispose());
      return settings;
    }),
  );
  const [one, two] = made;
  one!.set({ theme: 'dark' });
  await until(() => two!.get().theme === 'dark');
  expect(await one!.flush()).toBe(true);
});

it('redisSettingsStorage runs work under one name one after another, and also runs it without Redis, with every library', async () => {
  const stores = await Promise.all(
    LIBRARIES.map(async (library) => {
      const open = async (): Promise<RedisSettingsStorage> => opened(await connected(library, steady.port), `turns-${library}`);
      return [await open(), await open()] as const;
    }),
  );
  await Promise.all(
    stores.map(async ([one, two]) => {
      const steps: string[] = [];
      const work = (name: string) => async () => {
        steps.push('begins');
        await new Promise((resolve) => setTimeout(resolve, 30));
        steps.push('ends');
        return name;
      };
      expect(await Promise.all([one.lock('ada', work('x')), two.lock('ada', work('y'))])).toEqual(['x', 'y']);
      expect(steps).toEqual(['begins', 'ends', 'begins', 'ends']);
    }),
  );
  await steady.stop();
  expect(await Promise.all(stores.map(([one]) => one.lock('ada', async () => 'done')))).toEqual(stores.map(() => 'done'));
  await steady.start();
});
