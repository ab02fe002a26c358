import type { CallOptions, Client, Platform, PlatformError, StreamOptions } from '@platform-sdk/core';
import { anyObject, callOptions, extended, optional, streamOptions } from '@platform-sdk/core/contract';
import { anySignal, checkInput, checkOptions, createClient, isPlatformError, MAX_RETRY_AFTER_MS } from '@platform-sdk/core/internal';
import * as contract from './contract.ts';
import { isRateLimitedError } from './errors.ts';
import type { Limiter } from './limiter.ts';
import type { LimiterEnd, LimiterRelease } from './turn.ts';

/** A client's platform, and the limiter that delays its requests. */
interface Turns {
  readonly platform: Platform;
  readonly limiter: Limiter;
}

/** Sends a request within `remainingMs`. Calls `release` when the request has ended. */
type Work<Result> = (release: LimiterRelease, remainingMs?: number) => Promise<Result>;

/** The pause of a limiter after a 429 without `Retry-After`, in milliseconds. */
const PAUSE_MS = 1000;

/** Internal options of a streamed request. `asked` contains the caller's own options, because the other options disable retries after a 429. */
interface TurnOptions extends StreamOptions {
  readonly asked?: StreamOptions | undefined;
}

const turnOptions = extended<StreamOptions, TurnOptions>(streamOptions, { asked: optional(anyObject<StreamOptions>()) });

/** Creates a client whose requests wait for their turn. */
export const createLimitedClient = (service: Parameters<typeof createClient>[0], turns: Turns): Client<typeof contract> => {
  const { platform } = turns;
  const client = createClient(service, { chat: contract.chat, chatStream: streamInTurn(turns) }, platform);
  return {
    async chat(input, options) {
      checkOptions('gateway.chat', callOptions, options ?? {}, 'gateway.chat');
      checkInput('gateway.chat', contract.chat, input);
      const { timeoutMs = platform.context.options.timeoutMs } = options ?? {};
      return inTurn(turns, 'gateway.chat', options ?? {}, timeoutMs, async (release, remainingMs) => {
        const own = withoutRetries(options ?? {});
        const completion = await client.chat(input, remainingMs === undefined ? own : { ...own, timeoutMs: remainingMs });
        release();
        return completion;
      });
    },
    chatStream(input, options) {
      const own: TurnOptions = { ...withoutRetries(options ?? {}), asked: options };
      return client.chatStream(input, own);
    },
  };
};

/** Disables the client's retries after a 429, because a rejected call waits in the limiter's queue instead. */
const withoutRetries = (options: StreamOptions): StreamOptions =>
  options.retry === false ? options : { ...options, retry: { ...options.retry, retryOn429: false } };

/** Returns the operation of a streamed completion. The request waits for its turn, and releases its slot when the stream is closed. */
const streamInTurn = (turns: Turns): typeof contract.chatStream => ({
  ...contract.chatStream,
  options: turnOptions,
  stream: (open, input, options: TurnOptions, name) => {
    const { asked = {} } = options;
    const start: typeof open = async (abandoned) => {
      checkOptions(name, streamOptions, asked, name);
      checkInput(name, contract.chatStream, input);
      const signal = anySignal(asked.signal, abandoned);
      return inTurn(turns, name, { ...asked, ...(signal && { signal }) }, asked.timeoutMs, async (release, remainingMs) => {
        const opened = await open(abandoned, remainingMs);
        return {
          ...opened,
          close(isComplete) {
            release();
            opened.close(isComplete);
          },
          toCallerError(error) {
            const failure = opened.toCallerError(error);
            void pauseAfter(turns, failure);
            return failure;
          },
        };
      });
    };
    return contract.chatStream.stream(start, input, options, name);
  },
});

/** Pauses the queue after a 429. Returns the pause in milliseconds, or undefined. If the limiter fails, the caller still gets the 429. */
const pauseAfter = async ({ platform, limiter }: Turns, error: unknown): Promise<number | undefined> => {
  if (!isRateLimitedError(error)) return undefined;
  const ms = (error.retryAfterSeconds ?? 0) * 1000 || PAUSE_MS;
  try {
    await limiter.pause(ms);
  } catch {
    platform.context.log?.({ type: 'warning', code: 'LIMITER_NOT_PAUSED', message: 'The limiter could not be paused.' });
  }
  return ms;
};

/** Runs `work` when its turn comes. After a 429, `work` waits for another turn if `retry` allows it. */
const inTurn = async <Result>(
  turns: Turns,
  operation: string,
  { signal, retry }: CallOptions,
  timeoutMs: number | undefined,
  work: Work<Result>,
): Promise<Result> => {
  const { limiter, platform } = turns;
  const { options, budget } = platform.context;
  const { retryOn429 = false, limit = 2, maxRetryAfterMs: maxPauseMs = MAX_RETRY_AFTER_MS } = { ...options.retry, ...retry };
  const started = performance.now();
  const remainingMs = (): number | undefined => timeoutMs && Math.max(0, timeoutMs - (performance.now() - started));
  const acquire = (): Promise<LimiterRelease> => limiter.acquire({ operation, signal, timeoutMs: remainingMs(), maxPauseMs });
  for (let again = retryOn429 && retry !== false ? limit : 0; ; again--) {
    const release = await (options.tracing?.wait?.({ operation }, acquire) ?? acquire());
    try {
      return await work(release, remainingMs());
    } catch (error) {
      // The pause begins immediately, even if a store is slow to record it.
      const pausing = pauseAfter(turns, error);
      release(endOf(error));
      if (again <= 0 || !isRejected(error, await pausing, maxPauseMs) || !budget.spend()) throw error;
    }
  }
};

/**
 * Returns how a request without a response ended. The gateway may count a lost request later, but never counts a request that was not
 * sent.
 */
const endOf = (error: unknown): LimiterEnd | undefined => {
  if (!isPlatformError(error) || error.status !== undefined) return undefined;
  return error.outcome === 'not-sent' ? 'not-sent' : 'lost';
};

/** Returns true if status 429 rejected the request, and the pause is short enough. Other responses may report a rate limit after a billed reply. */
const isRejected = (error: unknown, pauseMs: number | undefined, maxPauseMs: number): boolean =>
  pauseMs !== undefined && pauseMs <= maxPauseMs && (error as PlatformError).status === 429;
