import { checkOptions } from '@platform-sdk/core/internal';
import type { RedisClient } from './client.ts';
import { checkClient, createRunner, redisOptions, type RedisOptions } from './run.ts';

/** The memory tokens of an application's users. Pass it as the option `store` of `createMemoryTokens`. */
export interface RedisMemoryTokenStore {
  get(userId: string): Promise<string | undefined>;
  /** Stores the token, unless the user already has a token. Returns the stored token. */
  add(userId: string, token: string): Promise<string>;
  /** Removes the token, unless the user has a different token by now. */
  remove(userId: string, token: string): Promise<void>;
}

const READ = `return redis.call('HGET', KEYS[1], ARGV[1])`;

const ADD = `
redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2])
return redis.call('HGET', KEYS[1], ARGV[1])`;

const REMOVE = `
if redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[2] then redis.call('HDEL', KEYS[1], ARGV[1]) end
return 1`;

/** Stores the memory tokens of all users in one Redis hash, in plain text. A user gets the same token in all processes. */
export const redisMemoryTokenStore = (client: RedisClient, options: RedisOptions): RedisMemoryTokenStore => {
  checkClient('redisMemoryTokenStore', client);
  checkOptions('redisMemoryTokenStore', redisOptions, options);
  const run = createRunner(client, options);
  const keys = [options.key];
  return {
    async get(userId) {
      return String((await run({ text: READ, keys }, [userId])) ?? '') || undefined;
    },
    add: async (userId, token) => String(await run({ text: ADD, keys }, [userId, token])),
    async remove(userId, token) {
      await run({ text: REMOVE, keys }, [userId, token]);
    },
  };
};
