import type { SessionRecord, TokenStore } from '@platform-sdk/core';
import { number, extended, optional } from '@platform-sdk/core/contract';
import { checkOptions } from '@platform-sdk/core/internal';
import type { RedisClient } from './client.ts';
import { checkClient, createRunner, redisOptions, type RedisOptions } from './run.ts';
import { subscribe } from './subscriptions.ts';

/** The options of `redisTokenStore`. */
export interface RedisTokenStoreOptions extends RedisOptions {
  /** The seconds after its last write when a record expires. Default: unlimited. */
  readonly ttlSeconds?: number | undefined;
}

const redisTokenStoreOptions = extended<RedisOptions, RedisTokenStoreOptions>(redisOptions, {
  ttlSeconds: optional(number({ minimum: 1 })),
});

// An invalid value counts as missing, so that it can be replaced.
const GENERATION = `
local stored = redis.call('GET', KEYS[1])
local generation = 0
if stored then
  local ok, record = pcall(cjson.decode, stored)
  local found = ok and type(record) == 'table' and record.generation
  if type(found) == 'number' and found > 0 and found < 1e15 and found % 1 == 0 then generation = found end
end`;

const SET = `
if ARGV[3] == '' then redis.call('SET', KEYS[1], ARGV[1]) else redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[3]) end
redis.pcall('PUBLISH', ARGV[4], ARGV[5])`;

// Redis may have lost the newest record in a restart or a failover. A reader that has a newer record writes it again.
const READ = `${GENERATION}
if generation >= tonumber(ARGV[2]) then return stored end
${SET}
return ARGV[1]`;

// A write of the same record is a retry after a lost reply.
const WRITE = `${GENERATION}
if stored == ARGV[1] then return 1 end
if generation ~= tonumber(ARGV[2]) then return 0 end
${SET}
return 1`;

/** The newest record that this process has read or written. */
interface Known {
  readonly text: string;
  readonly generation: number;
  /** The time on the monotonic clock after which the record may have expired in Redis. */
  readonly expiresAt: number;
}

/** Returns true for a valid generation, which is the number of writes. */
const isGeneration = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0 && (value as number) < 1e15;

/** Parses a record. Returns invalid JSON unchanged; the session then reports it. */
const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

/**
 * Stores one user's session in Redis. Every user needs a separate key. A write compares and sets atomically on the server, and notifies
 * the other processes. If Redis loses the record, a process that has it in memory writes it again at its next read.
 */
export const redisTokenStore = (client: RedisClient, options: RedisTokenStoreOptions): TokenStore => {
  checkClient('redisTokenStore', client);
  const { key, ttlSeconds } = checkOptions('redisTokenStore', redisTokenStoreOptions, options);
  const run = createRunner(client, options);
  const channel = `${key}:changed`;
  const writer = crypto.randomUUID();
  const ttl = ttlSeconds === undefined ? '' : Math.ceil(ttlSeconds);
  let known: Known | undefined;

  const learn = (text: string, generation: unknown, sentAt: number): void => {
    // Only a write prolongs the life of a record.
    if (!isGeneration(generation) || generation < (known?.generation ?? 0) || text === known?.text) return;
    known = { text, generation, expiresAt: sentAt + (ttlSeconds ?? Infinity) * 1000 };
  };

  return {
    async get() {
      const sentAt = performance.now();
      const { text, generation } = known && sentAt < known.expiresAt ? known : { text: '', generation: 0 };
      const found = await run({ text: READ, keys: [key] }, [text, generation, ttl, channel, writer]);
      if (typeof found !== 'string') return undefined;
      const content = parse(found);
      learn(found, (Object(content) as Partial<SessionRecord>).generation, sentAt);
      return content;
    },
    async set(next: SessionRecord, expected: number) {
      const sentAt = performance.now();
      const text = JSON.stringify(next);
      const reply = await run({ text: WRITE, keys: [key] }, [text, expected, ttl, channel, writer]);
      const isWritten = Number(reply) === 1;
      if (isWritten) learn(text, next.generation, sentAt);
      return isWritten;
    },
    subscribe: (listener) => subscribe(client, channel, (message) => message !== writer && listener()),
  };
};
