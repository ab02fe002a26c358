import type { SessionRecord, TokenStore } from '@platform-sdk/core';
import type { RedisClient } from './client.ts';
import { checkOptions, checkPositive, createRunner, type RedisOptions } from './run.ts';
import { subscribe } from './subscriptions.ts';

/** The options of `redisTokenStore`. */
export interface RedisTokenStoreOptions extends RedisOptions {
  /** Seconds that a record is kept after its last write. Default: unlimited. */
  readonly ttlSeconds?: number | undefined;
}

const READ = `return redis.call('GET', KEYS[1])`;

// An invalid value counts as no record, so that it can be replaced. The same record again is a retry whose first reply was lost.
const WRITE = `
local stored = redis.call('GET', KEYS[1])
if stored == ARGV[1] then return 1 end
local generation = 0
if stored then
  local ok, record = pcall(cjson.decode, stored)
  local found = ok and type(record) == 'table' and record.generation
  if type(found) == 'number' and found > 0 and found < 1e15 and found % 1 == 0 then generation = found end
end
if generation ~= tonumber(ARGV[2]) then return 0 end
if ARGV[3] == '' then redis.call('SET', KEYS[1], ARGV[1]) else redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[3]) end
redis.pcall('PUBLISH', ARGV[4], ARGV[5])
return 1`;

/** Parses a record; a value that is not JSON is returned as it is, for the session to report. */
const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

/**
 * Keeps one user's session in Redis. Every user needs a key of their own. A write compares and sets in one step of the server, and notifies
 * the other processes.
 */
export const redisTokenStore = (client: RedisClient, options: RedisTokenStoreOptions): TokenStore => {
  const { key, ttlSeconds } = options;
  checkOptions('redisTokenStore', client, options);
  if (ttlSeconds !== undefined) checkPositive('redisTokenStore', 'ttlSeconds', ttlSeconds);
  const run = createRunner(client, options);
  const channel = `${key}:changed`;
  const writer = crypto.randomUUID();
  return {
    async get() {
      const found = await run({ text: READ, keys: [key] }, []);
      return typeof found === 'string' ? parse(found) : undefined;
    },
    async set(next: SessionRecord, expected: number) {
      const ttl = ttlSeconds === undefined ? '' : Math.ceil(ttlSeconds);
      const reply = await run({ text: WRITE, keys: [key] }, [JSON.stringify(next), expected, ttl, channel, writer]);
      return Number(reply) === 1;
    },
    subscribe: (listener) => subscribe(client, channel, (message) => message !== writer && listener()),
  };
};
