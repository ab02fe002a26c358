import { isPlatformError } from '@platform-sdk/core';
import { bounded, checkNames, inputError, pause, type OptionNames } from '@platform-sdk/core/internal';
import { evaluate, type RedisClient, type Reply } from './client.ts';
import { silentError, toFailure } from './errors.ts';

/** The options that all parts of this package share. */
export interface RedisOptions {
  /** The Redis key. All processes that share the content use the same key, and no others do. */
  readonly key: string;
  /** The milliseconds to wait for Redis, including reconnections, before the call fails. Default: 2000. */
  readonly timeoutMs?: number | undefined;
}

/** A script that can run twice: the second run changes nothing and returns the same result. */
interface Script {
  readonly text: string;
  readonly keys: readonly string[];
}

/** Runs scripts with a time limit for each. */
export type RunScript = (script: Script, args: readonly (string | number)[], onLate?: () => void) => Promise<Reply>;

const FIRST_PAUSE_MS = 20;
const DEFAULT_TIMEOUT_MS = 2000;

export const checkPositive = (part: string, field: string, value: number): void => {
  if (!(value > 0 && Number.isFinite(value))) throw inputError(`${part}: ${field} must be a positive number`, field);
};

/** Checks the client, the names of the options, and the options that all parts share. */
export const checkOptions = <Options extends RedisOptions>(
  part: string,
  client: RedisClient,
  options: Options,
  known: OptionNames<Options>,
): void => {
  const { key, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const { eval: runs, duplicate } = Object(client) as Partial<RedisClient>;
  if (typeof runs !== 'function' || typeof duplicate !== 'function')
    throw inputError(`${part}: client must be a client of redis or ioredis`, 'client');
  if (typeof (key as unknown) !== 'string' || key === '') throw inputError(`${part}: key must be a non-empty string`, 'key');
  checkPositive(part, 'timeoutMs', timeoutMs);
  checkNames(part, options, known);
};

/**
 * Makes the function that runs scripts. It retries after a broken connection, which is harmless because every script can run twice. A reply
 * that arrives after the call failed is passed to `onLate`.
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
