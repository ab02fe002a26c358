/// <reference lib="esnext.disposable" preserve="true" />
import { isPlatformError, PlatformError } from '@platform-sdk/core';
import { callable, extended, orNull } from '@platform-sdk/core/contract';
import { asyncDisposeKey, checkOptions, notify } from '@platform-sdk/core/internal';
import { list, type RedisClient } from './client.ts';
import { redisLock } from './lock.ts';
import { createPendingWrites } from './pending-writes.ts';
import { checkClient, createRunner, redisOptions, type RedisOptions } from './run.ts';
import { subscribe } from './subscriptions.ts';

/** The options of `redisSettingsStorage`. */
export interface RedisSettingsStorageOptions extends RedisOptions {
  /** Called after every failed write, read or lock. Failed writes are retried. Default: none. */
  readonly onError?: ((error: PlatformError) => void) | undefined;
}

const redisSettingsStorageOptions = extended<RedisOptions, RedisSettingsStorageOptions>(redisOptions, { onError: orNull(callable()) });

/** A copy of the settings in Redis, which can be read and written synchronously. Pass it as the option `store` of a settings store. */
export interface RedisSettingsStorage {
  getItem(key: string): string | undefined;
  setItem(key: string, value: string): void;
  /** Calls `listener` when another process has written, and after a reconnection. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Runs `work` while no other process runs work under this name. Without a connection, `work` runs without a lock. */
  lock<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  /** Writes all waiting items now. Rejects if the write fails. */
  flush(): Promise<void>;
  /** Ends timers and listeners. Waiting writes are dropped. */
  dispose(): void;
  /** Writes waiting items, then calls `dispose`. */
  [Symbol.asyncDispose](): Promise<void>;
}

const READ = `return redis.call('HGETALL', KEYS[1])`;

const WRITE = `
for i = 3, #ARGV, 2 do redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1]) end
redis.pcall('PUBLISH', ARGV[1], ARGV[2])
return 1`;

/** Stores settings in a Redis hash. Resolves when the hash has been read. Every user needs a separate key. */
export const redisSettingsStorage = async (client: RedisClient, options: RedisSettingsStorageOptions): Promise<RedisSettingsStorage> => {
  checkClient('redisSettingsStorage', client);
  const { key, onError } = checkOptions('redisSettingsStorage', redisSettingsStorageOptions, options);
  const run = createRunner(client, options);
  const keys = [key];
  const channel = `${key}:changed`;
  const writer = crypto.randomUUID();
  const listeners = new Set<() => void>();
  const items = new Map<string, string>();
  let isDisposed = false;

  const failed = (error: unknown): undefined => {
    if (isPlatformError(error)) notify(() => onError?.(error));
  };

  const pending = createPendingWrites((batch) => run({ text: WRITE, keys }, [channel, writer, ...batch.flat()]), failed);

  const read = async (): Promise<void> => {
    const fields = list(await run({ text: READ, keys }, [])).map(String);
    // A value that waits to be written is newer than the stored value.
    for (let i = 0; i + 1 < fields.length; i += 2) items.set(String(fields[i]), pending.get(String(fields[i])) ?? String(fields[i + 1]));
  };

  const changedElsewhere = (message?: string): void => {
    if (message === writer) return;
    read().then(() => {
      const called = [...listeners];
      for (const listener of called) notify(listener);
    }, failed);
  };

  // Subscribes before the first read, so that no change between them is missed.
  const unsubscribe = subscribe(client, channel, changedElsewhere);
  const dispose = (): void => {
    isDisposed = true;
    pending.dispose();
    listeners.clear();
    unsubscribe();
  };
  await read().catch((error: unknown) => {
    dispose();
    throw error;
  });
  const asyncDispose: typeof Symbol.asyncDispose = asyncDisposeKey();
  return {
    getItem: (name) => items.get(name),
    setItem(name, value) {
      if (isDisposed)
        throw new PlatformError('invalid-input', 'The settings storage is disposed: create a new one', { outcome: 'not-sent' });
      items.set(name, value);
      pending.set(name, value);
    },
    subscribe(listener) {
      const own = (): void => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    async lock(name, work) {
      // Without Redis, the work runs without a lock: changes may be sent out of order, but they are sent.
      const lease = await redisLock(client, { timeoutMs: options.timeoutMs, key: `${key}:${name}` })
        .acquire()
        .catch(failed);
      try {
        return await work();
      } finally {
        await lease?.release();
      }
    },
    flush: () => pending.flush(),
    dispose,
    async [asyncDispose]() {
      await pending.flush().finally(dispose);
    },
  };
};
