import { createRequire as requireFrom } from 'node:module';
import { join } from 'node:path';
import { usageError } from '../command.ts';
import type { BudgetStore } from './budget.ts';

/** The parts of a `redis` client that the store uses. */
interface RedisClient {
  connect(): Promise<unknown>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  destroy(): void;
}

// ARGV: credits, the limit of calls, the limit of credits. An empty string means no limit.
const TAKE = `
local calls = tonumber(redis.call('HGET', KEYS[1], 'calls') or '0') + 1
local credits = tonumber(redis.call('HGET', KEYS[1], 'credits') or '0') + tonumber(ARGV[1])
if ARGV[2] ~= '' and calls > tonumber(ARGV[2]) then return 'calls' end
if ARGV[3] ~= '' and tonumber(ARGV[1]) > 0 and credits > tonumber(ARGV[3]) then return 'credits' end
redis.call('HSET', KEYS[1], 'calls', calls, 'credits', string.format('%.6f', credits))
return nil`;

const SETTLE = `return redis.call('HINCRBYFLOAT', KEYS[1], 'credits', ARGV[1])`;

/**
 * Creates a store in Redis, so that several processes share a budget. The user must install the package `redis`. A call fails if Redis
 * does not respond, so that every sent call is counted.
 */
export const redisStore = async (url: string, key: string, onError: (message: string) => void): Promise<BudgetStore> => {
  const client = await connect(url, onError);
  const run = (script: string, args: readonly (number | undefined)[]): Promise<unknown> =>
    client.eval(script, { keys: [key], arguments: args.map((each) => (each === undefined ? '' : String(each))) });
  return {
    take: async (credits, { maxCalls, maxCredits }) =>
      ((await run(TAKE, [credits, maxCalls, maxCredits])) ?? undefined) as 'calls' | 'credits' | undefined,
    async settle(credits) {
      await run(SETTLE, [credits]);
    },
    beginsAgain: `when the key ${key} in Redis is deleted`,
    close: () => client.destroy(),
  };
};

/** Loads the package from the user's program. It is not a dependency of the tool, because most users do not need Redis. */
const load = (): { readonly createClient: (options: object) => RedisClient } => {
  try {
    return requireFrom(join(process.cwd(), 'package.json'))('redis') as ReturnType<typeof load>;
  } catch {
    throw usageError('--redis needs the package redis: install it in this folder, with npm install redis');
  }
};

const MAX_PAUSE_MS = 3000;

const connect = async (url: string, onError: (message: string) => void): Promise<RedisClient> => {
  let hasConnected = false;
  const client = load().createClient({
    url,
    disableOfflineQueue: true,
    // The first connection fails without retries, because the URL may be wrong. Later, the client reconnects after a restart of the server.
    socket: { connectTimeout: 5000, reconnectStrategy: (tries: number) => hasConnected && Math.min(tries * 100, MAX_PAUSE_MS) },
  });
  client.on('error', ({ message }) => void (hasConnected && onError(`Redis: ${message}`)));
  await client.connect().catch((error: unknown) => {
    throw usageError(`--redis: the server does not respond (${(error as Error).message}): check the address`);
  });
  hasConnected = true;
  return client;
};
