import { isPlatformError } from '@platform-sdk/core';
import { redisTokenStore } from '@platform-sdk/redis';
import { Redis } from 'ioredis';
import { inspect } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { LIBRARIES } from './clients.ts';
import { failureOf } from '@platform-sdk/test-helpers';
import { heldPort } from '@platform-sdk/test-helpers/held-port';
import { until } from './redis-server.ts';
import { useRedis } from './use-redis.ts';

const record = (generation: number, accessToken = `access-${generation}`) => ({
  generation,
  session: { accessToken, refreshToken: `refresh-${generation}`, id: '7', receivedAt: 1 },
});

const { server, connected, emptied } = useRedis();

describe.each(LIBRARIES)('redisTokenStore on a client of %s', (library) => {
  it('redisTokenStore returns undefined before the first write', async () => {
    const { client } = await emptied(library);
    expect(await redisTokenStore(client, { key: 'ada' }).get()).toBeUndefined();
  });

  it('redisTokenStore returns the latest record, and writes only over the expected generation', async () => {
    const { client } = await emptied(library);
    const [store, other] = [redisTokenStore(client, { key: 'ada' }), redisTokenStore(client, { key: 'ada' })];
    expect(await store.set(record(1), 0)).toBe(true);
    expect(await other.set(record(2, 'late'), 0)).toBe(false);
    expect(await other.set(record(2), 1)).toBe(true);
    expect(await store.set({ generation: 3, session: null }, 1)).toBe(false);
    expect(await store.get()).toEqual(record(2));
    expect(await store.set({ generation: 3, session: null }, 2)).toBe(true);
    expect(await other.get()).toEqual({ generation: 3, session: null });
    expect(await other.set(record(1, 'from before'), 0)).toBe(false);
  });

  it('redisTokenStore separates the sessions of two keys', async () => {
    const { client } = await emptied(library);
    await redisTokenStore(client, { key: 'ada' }).set(record(1), 0);
    expect(await redisTokenStore(client, { key: 'bob' }).get()).toBeUndefined();
  });

  it('redisTokenStore accepts a retried write after a lost reply', async () => {
    const { client } = await emptied(library);
    const store = redisTokenStore(client, { key: 'ada' });
    expect([await store.set(record(1), 0), await store.set(record(1), 0)]).toEqual([true, true]);
    expect(await store.set(record(1, 'of another process'), 0)).toBe(false);
  });

  it.each(['{"generation":', '[]', 'null', '{"generation":"7"}', '{"generation":1e300}', 'plain words'])(
    'redisTokenStore returns no session for the damaged value %s, and replaces it',
    async (damaged) => {
      const { client, command } = await emptied(library);
      await command('SET', 'ada', damaged);
      const store = redisTokenStore(client, { key: 'ada' });
      expect(await store.get()).not.toEqual(expect.objectContaining({ session: expect.anything() as unknown }));
      expect(await store.set(record(8), 7)).toBe(false);
      expect(await store.set(record(1), 0)).toBe(true);
    },
  );

  it('redisTokenStore names a key of another type in the error, without secrets', async () => {
    const { client, command } = await emptied(library);
    await command('HSET', 'ada', 'a', '1');
    const store = redisTokenStore(client, { key: 'ada' });
    for (const work of [store.get(), store.set(record(1), 0)]) {
      const error = await failureOf(work);
      expect(isPlatformError(error) && [error.kind, error.code, error.field, error.outcome]).toEqual([
        'invalid-input',
        'WRONGTYPE',
        'key',
        'rejected',
      ]);
      expect(inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error)).not.toMatch(/access-1|refresh-1/);
    }
    expect(await command('HGET', 'ada', 'a')).toBe('1');
  });

  it('redisTokenStore sets the time to live of a session', async () => {
    const { client, command } = await emptied(library);
    await redisTokenStore(client, { key: 'ada', ttlSeconds: 600 }).set(record(1), 0);
    expect(await command('TTL', 'ada')).toBe(600);
  });

  it.each([
    ['nothing', undefined],
    ['an older record', record(1)],
    ['a damaged record', 'damaged'],
  ])('redisTokenStore writes the newest record again if Redis contains %s', async (_, left) => {
    const { client, command } = await emptied(library);
    const second = await connected(library);
    const [behind, newest] = [redisTokenStore(client, { key: 'ada' }), redisTokenStore(second.client, { key: 'ada' })];
    let isNotified = false;
    const stop = behind.subscribe?.(() => (isNotified = true));
    await behind.set(record(1), 0);
    await newest.set(record(2), 1);
    await (left ? command('SET', 'ada', typeof left === 'string' ? left : JSON.stringify(left)) : command('DEL', 'ada'));
    expect(await behind.get()).toEqual(record(1));
    isNotified = false;
    expect(await newest.get()).toEqual(record(2));
    await until(() => isNotified);
    expect(await behind.get()).toEqual(record(2));
    expect(JSON.parse(String(await command('GET', 'ada')))).toEqual(record(2));
    stop?.();
  });

  it('redisTokenStore does not restore a record after its time to live, even if it was read meanwhile', async () => {
    const { client, command } = await emptied(library);
    const store = redisTokenStore(client, { key: 'ada', ttlSeconds: 1 });
    await store.set(record(1), 0);
    await until(async () => (await store.get()) === undefined);
    expect(await command('EXISTS', 'ada')).toBe(0);
  });

  it('redisTokenStore notifies the listeners of other stores about a write, but not its own', async () => {
    const { client } = await emptied(library);
    const second = await connected(library);
    const calls = { own: 0, other: 0 };
    const [store, other] = [redisTokenStore(client, { key: 'ada' }), redisTokenStore(second.client, { key: 'ada' })];
    const endings = [store.subscribe?.(() => calls.own++), other.subscribe?.(() => calls.other++)];
    // Each listener is called once after it is subscribed, because another process may have written before.
    await until(() => calls.own === 1 && calls.other === 1);
    await store.set(record(1), 0);
    await until(() => calls.other === 2);
    expect(calls).toEqual({ own: 1, other: 2 });
    await other.set(record(1, 'refused'), 0);
    await other.set(record(2), 1);
    await until(() => calls.own === 2);
    expect(calls).toEqual({ own: 2, other: 2 });
    for (const end of endings) end?.();
  });

  it('redisTokenStore opens one connection for all subscriptions, and closes it after the last', async () => {
    const { client, command } = await emptied(library);
    const connections = async (): Promise<number> =>
      String(await command('CLIENT', 'LIST'))
        .trim()
        .split('\n').length;
    const before = await connections();
    let called = 0;
    const endings = ['ada', 'bob', 'cyd'].map((key) => redisTokenStore(client, { key }).subscribe?.(() => called++));
    await until(() => called === 3);
    expect(await connections()).toBe(before + 1);
    for (const end of endings) end?.();
    await until(async () => (await connections()) === before);
  });

  it('redisTokenStore closes its subscribing connection with the client', async () => {
    const watcher = await emptied(library);
    const { client, close } = await connected(library);
    let called = 0;
    redisTokenStore(client, { key: 'ada' }).subscribe?.(() => called++);
    await until(() => called === 1);
    close();
    const connections = async (): Promise<number> =>
      String(await watcher.command('CLIENT', 'LIST'))
        .trim()
        .split('\n').length;
    await until(async () => (await connections()) === 1);
    expect(called).toBe(1);
  });

  it('redisTokenStore fails in time with a typed error if Redis is down, without secrets in the error', async () => {
    const { client } = await connected(library, await heldPort());
    const error = await failureOf(redisTokenStore(client, { key: 'ada', timeoutMs: 200 }).set(record(1), 0));
    expect(isPlatformError(error) && ['network', 'timeout'].includes(error.kind)).toBe(true);
    expect(error).toMatchObject({ outcome: 'unknown' });
    expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/access-1|refresh-1/);
  });

  it('redisTokenStore fails with a typed error on a closed client', async () => {
    const { client, close } = await connected(library);
    close();
    expect(await failureOf(redisTokenStore(client, { key: 'ada', timeoutMs: 200 }).get())).toMatchObject({ kind: 'network' });
  });

  it.each([
    [{ key: '' }, 'key'],
    [{}, 'key'],
    [{ key: 'ada', timeoutMs: 0 }, 'timeoutMs'],
    [{ key: 'ada', ttlSeconds: -1 }, 'ttlSeconds'],
  ])('redisTokenStore rejects the options %o before anything is sent', async (options, field) => {
    const { client } = await connected(library);
    expect(() => redisTokenStore(client, options as { key: string })).toThrow(expect.objectContaining({ kind: 'invalid-input', field }));
  });
});

it('redisTokenStore works with the key prefix of ioredis, including notifications', async () => {
  const [one, two] = [0, 1].map(() => new Redis(server().port, '127.0.0.1', { keyPrefix: 'shop:' }));
  onTestFinished(() => {
    one?.disconnect();
    two?.disconnect();
  });
  let called = 0;
  redisTokenStore(two!, { key: 'prefixed' }).subscribe?.(() => called++);
  await until(() => called === 1);
  await redisTokenStore(one!, { key: 'prefixed' }).set(record(1), 0);
  await until(() => called === 2);
  expect(await one!.get('prefixed')).toBe(JSON.stringify(record(1)));
});

it.each([{ enableOfflineQueue: false }, { lazyConnect: true }])(
  'redisTokenStore notifies listeners of ioredis with %o',
  async (options) => {
    const client = new Redis(server().port, '127.0.0.1', options);
    onTestFinished(() => client.disconnect());
    if (client.status === 'wait') await client.connect();
    await until(() => client.status === 'ready');
    const key = `notified by ${Object.keys(options).join()}`;
    let called = 0;
    redisTokenStore(client, { key }).subscribe?.(() => called++);
    await until(() => called === 1);
    await redisTokenStore(client, { key }).set(record(1), 0);
    await until(() => called === 2);
    expect(called).toBe(2);
  },
);

it('redisTokenStore subscribes while ioredis reconnects without its offline queue', async () => {
  const client = new Redis(server().port, '127.0.0.1', { enableOfflineQueue: false });
  onTestFinished(() => client.disconnect());
  await until(() => client.status === 'ready');
  const duplicate = vi.spyOn(client, 'duplicate');
  let called = 0;
  redisTokenStore(client, { key: 'before' }).subscribe?.(() => called++);
  await until(() => called === 1);
  const connection = duplicate.mock.results[0]?.value as Redis;
  connection.once('close', () => redisTokenStore(client, { key: 'meanwhile' }).subscribe?.(() => undefined));
  connection.disconnect(true);
  const channels = async (): Promise<string> => String(await client.pubsub('CHANNELS'));
  await until(async () => (await channels()).includes('meanwhile'));
  expect(await channels()).toContain('before');
});

it('redisTokenStore cancels a subscription of ioredis before the connection is ready', async () => {
  const client = new Redis(server().port, '127.0.0.1', { enableOfflineQueue: false });
  onTestFinished(() => client.disconnect());
  await until(() => client.status === 'ready');
  let called = 0;
  redisTokenStore(client, { key: 'kept' }).subscribe?.(() => undefined);
  redisTokenStore(client, { key: 'left' }).subscribe?.(() => undefined)();
  redisTokenStore(client, { key: 'last' }).subscribe?.(() => called++);
  await until(() => called === 1);
  const channels = (await client.pubsub('CHANNELS')) as string[];
  expect(channels.filter((channel) => /kept|left/.test(channel))).toEqual([expect.stringContaining('kept')]);
});
