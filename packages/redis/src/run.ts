import { isPlatformError } from '@platform-sdk/core';
import { nonEmptyString, number, object, optional } from '@platform-sdk/core/contract';
import { bounded, inputError, pause } from '@platform-sdk/core/internal';
import { evaluate, type RedisClient, type Reply } from './client.ts';
import { silentError, toFailure } from './errors.ts';

/** The options that all parts of this package share. */
export interface RedisOptions {
  /** The Redis key. Only processes that share the content may use the same key. */
  readonly key: string;
  /** The milliseconds to wait for Redis, including reconnections, before the call fails. Default: 2000. */
  readonly timeoutMs?: number | undefined;
}

export const redisOptions = object<RedisOptions>({ key: nonEmptyString, timeoutMs: optional(number({ minimum: 1 })) });

/** A script that can run twice: the second run changes nothing and returns the same result. */
interface Script {
  readonly text: string;
  readonly keys: readonly string[];
}

/** Runs scripts with a time limit for each. */
export type RunScript = (script: Script, args: readonly (string | number)[], onLate?: () => void) => Promise<Reply>;

const FIRST_PAUSE_MS = 20;
const DEFAULT_TIMEOUT_MS = 2000;

export const checkClient = (part: string, client: RedisClient): void => {
  const { eval: runs, duplicate } = Object(client) as Partial<RedisClient>;
  if (typeof runs !== 'function' || typeof duplicate !== 'function')
    throw inputError(`${part}: client must be a client of redis or ioredis`, 'client');
};

/**
 * Creates the function that runs scripts. It retries after a broken connection or another transient failure, which is harmless because
 * every script can run twice. If a reply arrives after the call has failed, `onLate` is called with the reply.
 */
export const createRunner =
  (client: RedisClient, { key, timeoutMs = DEFAULT_TIMEOUT_MS }: RedisOptions): RunScript =>
  async ({ text, keys }, args, onLate) => {
    const deadline = performance.now() + timeoutMs;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
      const reply = evaluate(client, text, keys, args.map(String));
      try {
        return await bounded(reply, Math.max(1, deadline - performance.now()), undefined);
      } catch (reason) {
        if (isPlatformError(reason)) {
          reply.then(onLate, () => undefined);
          throw silentError(timeoutMs);
        }
        const { error, isTransient } = toFailure(reason, key);
        if (!isTransient || performance.now() + pauseMs >= deadline) throw error;
        await pause(pauseMs, undefined);
      }
    }
  };
