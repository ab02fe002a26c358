import {
  createClient,
  isPlatformError,
  toPlatform,
  type CallOptions,
  type Platform,
  type PlatformError,
  type ServiceOptions,
  type StreamOptions,
  type TokenSource,
} from '@platform-sdk/core';
import { checkInput, MAX_RETRY_AFTER_MS, withOperationsOf } from '@platform-sdk/core/contract';
import type { EventStream } from '@platform-sdk/core/streams';
import * as contract from './contract.ts';
import { isRateLimitedError } from './errors.ts';
import type { Limiter } from './limiter.ts';
import type { LimiterRelease } from './turn.ts';
import type { GatewayChatInput, GatewayChatResult, GatewayChatChunk, GatewayChatStreamInput } from './types.ts';

/** Chat completions, whole and streamed. They are billed, so a call is never retried once a byte of it may have arrived. */
export interface GatewayClient {
  /** Replies to a conversation. */
  chat(input: GatewayChatInput, options?: CallOptions): Promise<GatewayChatResult>;
  /** Replies to a conversation word by word. Leaving the loop closes the connection, which ends the generation. */
  chatStream(input: GatewayChatStreamInput, options?: StreamOptions): EventStream<GatewayChatChunk, GatewayChatResult>;
}

/** Settings of a gateway client in addition to those of the platform. */
export interface GatewaySettings {
  /** Delays requests that the gateway would reject for its rate limits. Default: none; requests are sent immediately. */
  readonly limiter?: Limiter;
}

/** Options of a client without a platform: those of a platform, the address of the gateway and its key. */
export interface GatewayClientOptions extends Omit<ServiceOptions, 'apiKey'>, GatewaySettings {
  /** The gateway's Bearer, in place of `tokens.gateway`. Default: `tokens.gateway`; calls fail without either. */
  readonly apiKey?: TokenSource;
}

/** The pause of a limiter after a 429 without `Retry-After`. */
const PAUSE_MS = 1000;

/** Creates the client of the model gateway. */
export const createGatewayClient = (platformOrOptions: Platform | GatewayClientOptions, settings: GatewaySettings = {}): GatewayClient => {
  const limiter = settings.limiter ?? ('limiter' in platformOrOptions ? platformOrOptions.limiter : undefined);
  const platform = toPlatform('context' in platformOrOptions ? platformOrOptions : optionsOf(platformOrOptions), 'gateway');

  /** Disables retries of rejected calls: they wait in the limiter's line again. */
  const withoutRetries = <Options extends CallOptions>(options: Options): Options =>
    limiter && options.retry !== false ? { ...options, retry: { ...options.retry, retryOn429: false } } : options;

  /** Returns the queue's pause after an error, if any. */
  const pauseAfter = (error: unknown): number | undefined =>
    isRateLimitedError(error) ? (error.retryAfterSeconds ?? 0) * 1000 || PAUSE_MS : undefined;

  /** Pauses the queue after an error, if needed. A failing limiter does not hide the error. */
  const paused = async (error: unknown): Promise<number | undefined> => {
    const ms = pauseAfter(error);
    try {
      if (ms !== undefined) await limiter?.pause(ms);
    } catch {
      platform.context.log?.({ type: 'warning', message: 'The limiter could not be paused.' });
    }
    return ms;
  };

  /** Waits for a request's turn. After a 429 it waits for another turn, if `retry` allows that. */
  const inTurn = async <T>(
    operation: string,
    { signal, retry }: CallOptions,
    timeoutMs: number | undefined,
    work: (release: LimiterRelease, remainingMs?: number) => Promise<T>,
  ): Promise<T> => {
    if (!limiter) return work(() => undefined, timeoutMs);
    const {
      retryOn429 = false,
      limit = 2,
      maxRetryAfterMs: maxPauseMs = MAX_RETRY_AFTER_MS,
    } = { ...platform.context.options.retry, ...retry };
    const started = performance.now();
    const remainingMs = (): number | undefined => timeoutMs && Math.max(0, timeoutMs - (performance.now() - started));
    for (let again = retryOn429 && retry !== false ? limit : 0; ; again--) {
      const acquire = (): Promise<LimiterRelease> => limiter.acquire({ operation, signal, timeoutMs: remainingMs(), maxPauseMs });
      const { wait } = platform.context.options.tracing ?? {};
      const release = await (wait ? wait({ operation }, acquire) : acquire());
      try {
        return await work(release, remainingMs());
      } catch (error) {
        const pauseMs = await paused(error);
        const { status, outcome } = isPlatformError(error) ? error : ({} as Partial<PlatformError>);
        // Without a status nothing came back: the gateway may count the request later.
        release(isPlatformError(error) && status === undefined && outcome !== 'not-sent');
        // Only this status rejects the request. A rate limit that another response reports may come after a billed reply.
        const isRejected = status === 429 && pauseMs !== undefined && pauseMs <= maxPauseMs;
        if (again <= 0 || !isRejected || !platform.context.budget.spend()) throw error;
      }
    }
  };

  const streamed = (asked: StreamOptions): typeof contract.chatStream => ({
    ...contract.chatStream,
    stream: (open, input, options, name) => {
      const start: typeof open = async (remainingMs) => {
        checkInput(name, contract.chatStream, input);
        return inTurn(name, asked, asked.timeoutMs, async (release) => {
          const opened = await open(remainingMs);
          const close = (): void => {
            release();
            opened.close();
          };
          const toCallerError = (error: unknown): unknown => {
            const shown = opened.toCallerError(error);
            void paused(shown);
            return shown;
          };
          return { ...opened, close, toCallerError };
        });
      };
      return contract.chatStream.stream(start, input, options, name);
    },
  });
  const service = { name: 'gateway', base: 'gateway' } as const;
  const client = createClient(service, contract, platform);

  return withOperationsOf(client, {
    async chat(input, options = {}) {
      checkInput('gateway.chat', contract.chat, input);
      const { timeoutMs = platform.context.options.timeoutMs } = options;
      return inTurn('gateway.chat', options, timeoutMs, async (release, remainingMs) => {
        const own = withoutRetries(options);
        const completion = await client.chat(input, remainingMs === undefined ? own : { ...own, timeoutMs: remainingMs });
        release();
        return completion;
      });
    },
    chatStream: (input, options = {}) =>
      createClient(service, { chatStream: streamed(options) }, platform).chatStream({ ...input, stream: true }, withoutRetries(options)),
  });
};

const optionsOf = ({ apiKey, limiter: _, ...options }: GatewayClientOptions) => ({
  ...options,
  ...(apiKey !== undefined && { token: apiKey }),
});
