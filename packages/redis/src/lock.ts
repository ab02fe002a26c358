import { PlatformError, type Lease, type SessionLock } from '@platform-sdk/core';
import { number, extended, optional } from '@platform-sdk/core/contract';
import { bounded, checkOptions, pause } from '@platform-sdk/core/internal';
import { list, type RedisClient, type Reply } from './client.ts';
import { checkClient, createRunner, redisOptions, type RedisOptions, type RunScript } from './run.ts';
import { SERVER_STATE } from './server-state.ts';

/** The options of `redisLock`. */
export interface RedisLockOptions extends RedisOptions {
  /** The milliseconds after which the lock of a dead holder is free. A live holder renews its lock three times in this time. Default: 5000. */
  readonly leaseMs?: number | undefined;
}

const redisLockOptions = extended<RedisOptions, RedisLockOptions>(redisOptions, { leaseMs: optional(number({ minimum: 100 })) });

/** A lease with a number that shows the order of a lock's holders. */
export interface RedisLease extends Lease {
  /** A number that grows with every lease. A service that stores the greatest number can reject a late holder. */
  readonly fence: number;
}

/** A lock that one process at a time can hold, on any number of machines. */
export interface RedisLock extends SessionLock {
  acquire(signal?: AbortSignal): Promise<RedisLease>;
}

const DAY_MS = 86_400_000;
const MAX_POLL_MS = 100;
const FIRST_POLL_MS = 10;

// On success, the script returns 0, the fence, and 1 if the former holder did not release the lock. Otherwise, it returns the milliseconds
// until the lock may be free.
const ACQUIRE = `${SERVER_STATE}
local held = redis.call('HMGET', KEYS[1], 'holder', 'until', 'fence', 'run')
if held[1] == ARGV[1] then return {0, held[3]} end
local wait = waitAfterRestart(held[4], tonumber(ARGV[2]))
if wait > 0 then return {wait} end
if held[1] and tonumber(held[2]) > now then return {tonumber(held[2]) - now} end
local fence = string.format('%.0f', math.max((tonumber(held[3]) or 0) + 1, time[1] * 1000000 + time[2]))
redis.call('HSET', KEYS[1], 'holder', ARGV[1], 'until', now + ARGV[2], 'fence', fence, 'run', run or '')
redis.call('PEXPIRE', KEYS[1], ${DAY_MS})
return {0, fence, held[1] and 1 or 0}`;

// After a restart, the server may have lost the lease. Only the holder of the lease may restore it, by a renewal.
const RENEW = `${SERVER_STATE}
local held = redis.call('HMGET', KEYS[1], 'holder', 'run')
local isLost = run and held[2] ~= run
if held[1] ~= ARGV[1] and not isLost then return 0 end
redis.call('HSET', KEYS[1], 'holder', ARGV[1], 'until', now + ARGV[2], 'fence', ARGV[3], 'run', run or '')
redis.call('PEXPIRE', KEYS[1], ${DAY_MS})
return 1`;

const RELEASE = `
if redis.call('HGET', KEYS[1], 'holder') == ARGV[1] then redis.call('HDEL', KEYS[1], 'holder', 'until') end
return 1`;

/** The state of a lease. */
interface Holding {
  readonly run: RunScript;
  readonly keys: readonly string[];
  readonly holder: string;
  readonly leaseMs: number;
  readonly fence: string;
  readonly isTakenOver: boolean;
  /** The time when the request for the lock was sent. The server's lease began later. */
  readonly sentAt: number;
}

const lostError = (): PlatformError => new PlatformError('timeout', 'The lease of the Redis lock was lost.', { code: 'LEASE_LOST' });

const renewedLease = ({ run, keys, holder, leaseMs, fence, isTakenOver, sentAt }: Holding): RedisLease => {
  const lost = new AbortController();
  let released: Promise<void> | undefined;
  let renewal: ReturnType<typeof setTimeout> | undefined;
  let expiry: ReturnType<typeof setTimeout> | undefined;

  const stop = (): void => {
    clearTimeout(renewal);
    clearTimeout(expiry);
  };
  const lose = (): void => {
    stop();
    if (!released) lost.abort(lostError());
  };
  /** Extends the lease from the time of the request. The holder stops a tenth earlier than the server, because clocks differ. */
  const extend = (from: number): void => {
    clearTimeout(expiry);
    expiry = setTimeout(lose, Math.max(0, from + leaseMs * 0.9 - performance.now()));
    renewal = setTimeout(() => void renew(), leaseMs / 3);
    // The timers must not keep an idle process alive. The lease of an ended process expires.
    for (const timer of [expiry, renewal] as unknown as { unref?: () => void }[]) timer.unref?.();
  };
  const renew = async (): Promise<void> => {
    const from = performance.now();
    const isHeld = await run({ text: RENEW, keys }, [holder, leaseMs, fence]).then(
      (reply) => Number(reply) === 1,
      () => undefined,
    );
    if (released || lost.signal.aborted) return;
    if (isHeld === false) lose();
    else if (isHeld) extend(from);
    else renewal = setTimeout(() => void renew(), leaseMs / 10);
  };

  extend(sentAt);
  return {
    signal: lost.signal,
    fence: Number(fence),
    isTakenOver,
    release() {
      stop();
      // A lock that cannot be released expires.
      released ??= run({ text: RELEASE, keys }, [holder]).then(
        () => undefined,
        () => undefined,
      );
      return released;
    },
  };
};

/** Creates a lock that one process at a time can hold. The lock of a dead process is free after `leaseMs`. */
export const redisLock = (client: RedisClient, options: RedisLockOptions): RedisLock => {
  checkClient('redisLock', client);
  const { key, leaseMs = 5000 } = checkOptions('redisLock', redisLockOptions, options);
  // A reply after the end of the lease would be useless.
  const run = createRunner(client, { key, timeoutMs: Math.min(options.timeoutMs ?? 2000, leaseMs) });
  const keys = [key];

  /** Tries once to acquire the lock. If the caller aborts meanwhile, a granted lock is released. */
  const attempt = async (holder: string, signal: AbortSignal | undefined): Promise<readonly Reply[]> => {
    const forget = (): void => void run({ text: RELEASE, keys }, [holder]).catch(() => undefined);
    const asked = run({ text: ACQUIRE, keys }, [holder, leaseMs], forget);
    try {
      return list(await bounded(asked, Infinity, signal));
    } catch (error) {
      if (signal?.aborted) asked.then(forget, () => undefined);
      throw error;
    }
  };

  return {
    async acquire(signal) {
      const holder = crypto.randomUUID();
      for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(pollMs * 2, MAX_POLL_MS)) {
        const sentAt = performance.now();
        const [waitMs, fence, takenOver] = await attempt(holder, signal);
        if (typeof fence === 'string')
          return renewedLease({ run, keys, holder, leaseMs, fence, isTakenOver: Number(takenOver) === 1, sentAt });
        // A random delay prevents all waiting processes from trying at the same time.
        await pause(Math.min(Number(waitMs), pollMs * (0.5 + Math.random() / 2)), signal);
      }
    },
  };
};
