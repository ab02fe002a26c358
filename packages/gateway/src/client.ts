import type { CallOptions, Platform, ServiceOptions, StreamOptions, TokenSource } from '@platform-sdk/core';
import {
  createClient,
  toPlatform,
  anySignal,
  checkInput,
  checkNames,
  withOperationsOf,
  type FailuresOf,
} from '@platform-sdk/core/internal';
import type { EventStream } from '@platform-sdk/core/streams';
import * as contract from './contract.ts';
import type { Limiter } from './limiter.ts';
import { inTurn, pauseAfter, withoutRetries, type Turns } from './request-turns.ts';
import type { GatewayChatInput, GatewayChatResult, GatewayChatChunk, GatewayChatStreamInput } from './types.ts';

/** Chat completions, whole and streamed. They are billed, so a call is never retried after a byte of it may have arrived. */
export interface GatewayClient {
  /** Replies to a conversation. */
  readonly chat: ((input: GatewayChatInput, options?: CallOptions) => Promise<GatewayChatResult>) & FailuresOf<typeof contract.chat>;
  /** Streams the reply to a conversation. Leaving the loop closes the connection, which ends the generation. */
  readonly chatStream: ((input: GatewayChatStreamInput, options?: StreamOptions) => EventStream<GatewayChatChunk, GatewayChatResult>) &
    FailuresOf<typeof contract.chatStream>;
}

/** Settings of a gateway client in addition to those of the platform. */
export interface GatewaySettings {
  /** Delays requests that would exceed the gateway's rate limits. Default: none; requests are sent immediately. */
  readonly limiter?: Limiter;
}

/** Options of a client without a platform: those of a platform, the address of the gateway and its key. */
export interface GatewayClientOptions extends Omit<ServiceOptions, 'apiKey'>, GatewaySettings {
  /** The gateway's Bearer token, instead of `tokens.gateway`. Default: `tokens.gateway`; calls fail without either. */
  readonly apiKey?: TokenSource;
}

/** Creates the client of the model gateway. */
export const createGatewayClient = (platformOrOptions: Platform | GatewayClientOptions, settings: GatewaySettings = {}): GatewayClient => {
  const limiter =
    checkNames('createGatewayClient', settings, { limiter: 1 }).limiter ??
    ('limiter' in platformOrOptions ? platformOrOptions.limiter : undefined);
  const platform = toPlatform('context' in platformOrOptions ? platformOrOptions : optionsOf(platformOrOptions), 'gateway');
  const turns: Turns = { platform, limiter };
  const client = createClient(SERVICE, contract, platform);

  return withOperationsOf(client, {
    async chat(input, options = {}) {
      checkInput('gateway.chat', contract.chat, input);
      const { timeoutMs = platform.context.options.timeoutMs } = options;
      return inTurn(turns, 'gateway.chat', options, timeoutMs, async (release, remainingMs) => {
        const own = withoutRetries(turns, options);
        const completion = await client.chat(input, remainingMs === undefined ? own : { ...own, timeoutMs: remainingMs });
        release();
        return completion;
      });
    },
    chatStream: (input, options = {}) =>
      createClient(SERVICE, { chatStream: streamInTurn(turns, options) }, platform).chatStream(
        { ...input, stream: true },
        withoutRetries(turns, options),
      ),
  });
};

const SERVICE = { name: 'gateway', base: 'gateway' } as const;

/** Returns the operation of a streamed completion. Its request waits for a place, which becomes free when the stream is closed. */
const streamInTurn = (turns: Turns, asked: StreamOptions): typeof contract.chatStream => ({
  ...contract.chatStream,
  stream: (open, input, options, name) => {
    const start: typeof open = async (abandoned) => {
      checkInput(name, contract.chatStream, input);
      const signal = turns.limiter ? anySignal(asked.signal, abandoned) : asked.signal;
      return inTurn(turns, name, { ...asked, ...(signal && { signal }) }, asked.timeoutMs, async (release, remainingMs) => {
        const opened = await open(abandoned, remainingMs);
        const close = (isComplete?: boolean): void => {
          release();
          opened.close(isComplete);
        };
        const toCallerError = (error: unknown): unknown => {
          const shown = opened.toCallerError(error);
          void pauseAfter(turns, shown);
          return shown;
        };
        return { ...opened, close, toCallerError };
      });
    };
    return contract.chatStream.stream(start, input, options, name);
  },
});

const optionsOf = ({ apiKey, limiter: _, ...options }: GatewayClientOptions) => ({
  ...options,
  ...(apiKey !== undefined && { token: apiKey }),
});
