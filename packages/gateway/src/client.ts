import type { CallOptions, Platform, ServiceOptions, StreamOptions, TokenSource } from '@platform-sdk/core';
import { extended, object, objectWith, orNull } from '@platform-sdk/core/contract';
import { checkOptions, createClient, tokenSource, toPlatform, withOperationsOf, type FailuresOf } from '@platform-sdk/core/internal';
import type { EventStream } from '@platform-sdk/core/streams';
import * as contract from './contract.ts';
import type { Limiter } from './limiter.ts';
import { createLimitedClient } from './limited-client.ts';
import type { GatewayChatInput, GatewayChatResult, GatewayChatChunk, GatewayChatStreamInput } from './types.ts';

/** Sends chat completions, plain and streamed. Chats are billed, so a call is never retried if the service may have received a part of it. */
export interface GatewayClient {
  /** Replies to a conversation. */
  readonly chat: ((input: GatewayChatInput, options?: CallOptions) => Promise<GatewayChatResult>) & FailuresOf<typeof contract.chat>;
  /** Streams the reply to a conversation. Ending the loop early closes the connection, which stops the generation. */
  readonly chatStream: ((input: GatewayChatStreamInput, options?: StreamOptions) => EventStream<GatewayChatChunk, GatewayChatResult>) &
    FailuresOf<typeof contract.chatStream>;
}

/** Settings of a gateway client in addition to those of the platform. */
export interface GatewaySettings {
  /** Delays requests that would exceed the gateway's rate limits. Default: none; requests are sent immediately. */
  readonly limiter?: Limiter;
}

const gatewaySettings = object<GatewaySettings>({ limiter: orNull(objectWith<Limiter>('acquire', 'pause', 'headroom')) });

/** Options of a client without a platform: all options of a platform, the base URL of the gateway and its key. */
export interface GatewayClientOptions extends Omit<ServiceOptions, 'apiKey'>, GatewaySettings {
  /** The gateway's Bearer token, instead of `tokens.gateway`. Default: `tokens.gateway`; without either, calls fail. */
  readonly apiKey?: TokenSource;
}

/** The options that other services lack, or that the gateway client uses differently. */
type OwnOptions = Pick<GatewayClientOptions, 'apiKey' | 'limiter'>;
const ownOptions = extended<GatewaySettings, OwnOptions>(gatewaySettings, { apiKey: orNull(tokenSource) });

const SERVICE = { name: 'gateway', base: 'gateway' } as const;

/** Creates the client of the model gateway. */
export const createGatewayClient = (platformOrOptions: Platform | GatewayClientOptions, settings: GatewaySettings = {}): GatewayClient => {
  const limiter =
    checkOptions('createGatewayClient', gatewaySettings, settings).limiter ??
    ('limiter' in platformOrOptions ? platformOrOptions.limiter : undefined);
  const platform = toPlatform('context' in platformOrOptions ? platformOrOptions : optionsOf(platformOrOptions), 'gateway');
  const client = createClient(SERVICE, contract, platform);
  const { chat, chatStream } = limiter ? createLimitedClient(SERVICE, { platform, limiter }) : client;

  return withOperationsOf(client, {
    chat,
    chatStream: (input, options) => chatStream({ ...input, stream: true }, options),
  });
};

const optionsOf = ({ apiKey, limiter, ...options }: GatewayClientOptions) => {
  checkOptions('The gateway client', ownOptions, { apiKey, limiter } as OwnOptions);
  return { ...options, ...(apiKey !== undefined && { token: apiKey }) };
};
