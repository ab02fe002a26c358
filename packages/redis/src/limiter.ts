import { boolean, extended, optional } from '@platform-sdk/core/contract';
import { checkOptions } from '@platform-sdk/core/internal';
import { list, type RedisClient } from './client.ts';
import { checkClient, createRunner, redisOptions, type RedisOptions } from './run.ts';
import { SERVER_STATE } from './server-state.ts';

/** The options of `redisLimiter`. */
export interface RedisLimiterOptions extends RedisOptions {
  /**
   * True delays all calls by one window after a restart of Redis, because counts may be lost. Use false on a machine where Redis and the
   * program start together. Default: true.
   */
  readonly waitAfterRestart?: boolean | undefined;
}

const redisLimiterOptions = extended<RedisOptions, RedisLimiterOptions>(redisOptions, { waitAfterRestart: optional(boolean) });

/** The current counts of calls. */
export interface RedisLimiterState {
  /** The number of used slots in the window. */
  readonly taken: number;
  /** The number of running calls. */
  readonly running: number;
  /** The remaining milliseconds of a pause; 0 without a pause. */
  readonly pausedMs: number;
}

/** Counts the calls of all processes in one sliding window, by the clock of Redis. Pass it as the option `store` of the gateway's limiter. */
export interface RedisLimiter {
  /** Takes a slot for the call `call`. Returns 0 on success, otherwise the milliseconds until a slot may be free. */
  take(limit: number, windowMs: number, call: string, concurrency: number): Promise<number>;
  /** Ends a call. Its slot stays used for another `windowMs`. With 0, for a call that was never sent, the slot is free immediately. */
  end(call: string, windowMs: number): Promise<void>;
  /** Marks calls as still running. A call that is not marked for `windowMs` counts as abandoned. */
  keep(calls: readonly string[], windowMs: number): Promise<void>;
  /** Delays all calls by the given milliseconds. A shorter pause does not end a longer pause. */
  pause(ms: number): Promise<void>;
  /** Returns the current counts. */
  state(windowMs: number): Promise<RedisLimiterState>;
}

/** The milliseconds after which a waiting call tries again while the concurrency limit is reached. */
const ENDING_POLL_MS = 50;

// KEYS[1]: running calls, with the time after which they count as abandoned. KEYS[2]: ended calls, with the time when their slot is free.
// KEYS[3]: the pause, and the server's run. ARGV: the window, the time after a restart in which counts are unreliable, and 1 if this
// process counted a call within the window.
const PRELUDE = `${SERVER_STATE}
local window = tonumber(ARGV[1])
local control = redis.call('HMGET', KEYS[3], 'pausedUntil', 'run')
local pausedUntil = tonumber(control[1]) or 0
local doubt = waitAfterRestart(control[2], tonumber(ARGV[2]))
if not control[2] and ARGV[3] == '1' and doubt == 0 then doubt = tonumber(ARGV[2]) end
if doubt > 0 then pausedUntil = math.max(pausedUntil, now + doubt) end
if control[2] ~= (run or '') then redis.call('HSET', KEYS[3], 'run', run or '', 'pausedUntil', pausedUntil) end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
local function keepKeys()
  for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, math.max(window * 2, pausedUntil - now + window)) end
end
`;

const TAKE = `${PRELUDE}
local limit, call, concurrency = tonumber(ARGV[4]), ARGV[5], tonumber(ARGV[6])
if redis.call('ZSCORE', KEYS[1], call) then return 0 end
keepKeys()
if pausedUntil > now then return pausedUntil - now end
local running, ended = redis.call('ZCARD', KEYS[1]), redis.call('ZCARD', KEYS[2])
if running >= concurrency then return ${ENDING_POLL_MS} end
if running + ended >= limit then
  local first = now + window
  for i = 1, 2 do
    local oldest = redis.call('ZRANGE', KEYS[i], 0, 0, 'WITHSCORES')
    if oldest[2] then first = math.min(first, tonumber(oldest[2])) end
  end
  return math.max(1, math.ceil(first - now))
end
redis.call('ZADD', KEYS[1], now + window, call)
keepKeys()
return 0`;

const END = `${PRELUDE}
redis.call('ZREM', KEYS[1], ARGV[4])
redis.call('ZADD', KEYS[2], now + window, ARGV[4])
keepKeys()
return 1`;

const KEEP = `${PRELUDE}
for i = 4, #ARGV do
  if not redis.call('ZSCORE', KEYS[2], ARGV[i]) then redis.call('ZADD', KEYS[1], now + window, ARGV[i]) end
end
keepKeys()
return 1`;

const STATE = `${PRELUDE}
keepKeys()
local running = redis.call('ZCARD', KEYS[1])
return {running + redis.call('ZCARD', KEYS[2]), running, math.max(0, pausedUntil - now)}`;

const PAUSE = `
local time = redis.call('TIME')
local now, ms = time[1] * 1000 + math.floor(time[2] / 1000), math.ceil(ARGV[1])
local pausedUntil = math.max(tonumber(redis.call('HGET', KEYS[1], 'pausedUntil')) or 0, now + ms)
redis.call('HSET', KEYS[1], 'pausedUntil', string.format('%.0f', pausedUntil))
if redis.call('PTTL', KEYS[1]) < ms then redis.call('PEXPIRE', KEYS[1], ms * 2) end
return 1`;

const FORGET = `return redis.call('ZREM', KEYS[1], ARGV[1])`;

/** Matches a key with a part in braces. A cluster chooses the node by this part. */
const TAGGED = /^[^{]*\{[^}]+\}/;

/** Returns the keys of one limiter. A cluster stores keys with the same part in braces on the same node. */
const keysOf = (key: string): [running: string, ended: string, control: string] => {
  const tagged = TAGGED.test(key) ? key : `{${key}}`;
  return [`${tagged}:running`, `${tagged}:ended`, `${tagged}:control`];
};

/** Counts calls in Redis, so that all processes and machines together stay within the limit. */
export const redisLimiter = (client: RedisClient, options: RedisLimiterOptions): RedisLimiter => {
  checkClient('redisLimiter', client);
  checkOptions('redisLimiter', redisLimiterOptions, options);
  const { key, waitAfterRestart = true } = options;
  const run = createRunner(client, options);
  const keys = keysOf(key);
  const [running, , control] = keys;
  let countedAt = -Infinity;

  /** Runs a script with the length of the window, the wait after a restart of Redis, and whether this process has counted a call. */
  const count = async (text: string, windowMs: number, args: readonly (string | number)[], onLate?: () => void) => {
    const hasCounted = performance.now() - countedAt < windowMs;
    return run({ text, keys }, [windowMs, waitAfterRestart ? windowMs : 0, hasCounted ? 1 : 0, ...args], onLate);
  };
  const counted = (): void => void (countedAt = performance.now());

  return {
    async take(limit, windowMs, call, concurrency) {
      // The reply arrived after the call failed, so the call must not count as running.
      const forget = (): void => void run({ text: FORGET, keys: [running] }, [call]).catch(() => undefined);
      const waitMs = Number(await count(TAKE, windowMs, [limit, call, concurrency], forget));
      if (waitMs === 0) counted();
      return waitMs;
    },
    async end(call, windowMs) {
      if (windowMs <= 0) return void (await run({ text: FORGET, keys: [running] }, [call]));
      await count(END, windowMs, [call]);
      counted();
    },
    async keep(calls, windowMs) {
      if (calls.length === 0) return;
      await count(KEEP, windowMs, calls);
      counted();
    },
    async pause(ms) {
      if (ms > 0) await run({ text: PAUSE, keys: [control] }, [ms]);
    },
    async state(windowMs) {
      const [taken, runningCalls, pausedMs] = list(await count(STATE, windowMs, [])).map(Number);
      return { taken: taken ?? 0, running: runningCalls ?? 0, pausedMs: pausedMs ?? 0 };
    },
  };
};
