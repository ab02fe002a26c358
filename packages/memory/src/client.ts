import type { CallOptions, Client, Platform, Resolvable, ServiceOptions, StreamOptions, TokenSource } from '@platform-sdk/core';
import { object, orNull } from '@platform-sdk/core/contract';
import {
  createClient,
  isPlatformError,
  toPlatform,
  checkFields,
  checkInput,
  checkOptions,
  inputError,
  newUuid,
  tokenSource,
  withOperationsOf,
  type FailuresOf,
} from '@platform-sdk/core/internal';
import type { EventStream } from '@platform-sdk/core/streams';
import * as contract from './contract/index.ts';
import { conversationOptions, createConversation, type Conversation, type ConversationOptions } from './conversation.ts';
import type {
  MemoryA2aCreateConversationResult,
  AgentMessageFields,
  MemoryA2aChatResult,
  MemoryChatEvent,
  MemoryChatStreamInput,
  AgentEnvelope,
  AgentConversationFields,
  AgentEnvelopeInput,
  MemoryRemoveAllInput,
  MemoryRemoveAllResult,
  MemoryChatStreamResult,
  MemoryConversationInput,
} from './types.ts';

/** Options of a client without a platform: all options of a platform, the base URL of the service and its token. */
export interface MemoryClientOptions extends ServiceOptions {
  /** The user's token, instead of `tokens.memory`. Default: `tokens.memory`; without either, calls that need a token fail. */
  readonly token?: TokenSource;
}

/** The credentials of an agent, in addition to `agent` of the platform. */
export interface MemoryAgentOptions {
  /** The agent's secret key, sent as `X-Agent-Key` with the calls of `a2a`. The API specification does not document this header. Default: none. */
  readonly agentKey?: Resolvable<string>;
}

const memoryAgentOptions = object<MemoryAgentOptions>({ agentKey: orNull(tokenSource) });

/** An input with an envelope. The client adds the envelope's missing fields. */
export type WithEnvelopeInput<Input extends { envelope: AgentEnvelope }> = Omit<Input, 'envelope' | 'action'> & {
  envelope: AgentEnvelopeInput;
};

/** The input of `memory.a2a.createConversation`. */
export type MemoryA2aCreateConversationInput = WithEnvelopeInput<AgentConversationFields>;

/** The input of `memory.a2a.chat`. */
export type MemoryA2aChatInput = WithEnvelopeInput<AgentMessageFields>;

/** Long-term memories. */
export interface MemoriesClient extends Omit<Client<typeof contract.memories>, 'removeAll'> {
  /** Deletes all memories of the caller, or only the caller's memories in one application. The removal cannot be undone, so the input requires `confirm: true`. */
  readonly removeAll: ((input: MemoryRemoveAllInput, options?: CallOptions) => Promise<MemoryRemoveAllResult>) &
    FailuresOf<typeof contract.memories.removeAll>;
}

/** Conversations of agents. The client adds missing fields to each envelope, and checks that the response replies to the same message. */
export interface AgentToAgentClient {
  /** Begins a conversation for a user, on behalf of an agent. */
  readonly createConversation: ((
    input: MemoryA2aCreateConversationInput,
    options?: CallOptions,
  ) => Promise<MemoryA2aCreateConversationResult>) &
    FailuresOf<typeof contract.a2a.createConversation>;
  /**
   * Replies to a message of an agent in a user's conversation. The call is billed: it is retried only if no byte left the machine, or
   * after a 429 with `retry: { retryOn429: true }`. Returns undefined if the response does not contain the reply.
   */
  readonly chat: ((input: MemoryA2aChatInput, options?: CallOptions) => Promise<MemoryA2aChatResult | undefined>) &
    FailuresOf<typeof contract.a2a.chat>;
}

/** Conversations, their messages and long-term memories. */
export interface MemoryClient extends Omit<Client<typeof contract>, 'memories' | 'a2a'> {
  readonly memories: MemoriesClient;
  readonly a2a: AgentToAgentClient;
  /**
   * Replies to a message as a stream: loop over its events or its `text()`, or await its `final()`. The call is billed: it is retried
   * only if no byte left the machine, or after a 429 with `retry: { retryOn429: true }`.
   */
  readonly chatStream: ((input: MemoryChatStreamInput, options?: StreamOptions) => EventStream<MemoryChatEvent, MemoryChatStreamResult>) &
    FailuresOf<typeof contract.chatStream>;
  /**
   * Creates a store of a conversation for a page, with its history and streamed replies. After a reply that stopped or failed, the store
   * reads the history again, unless the message was not sent or was rejected. The store sends nothing until you call an action.
   */
  conversation(input: MemoryConversationInput, options?: ConversationOptions): Conversation;
}

const FACT_NAME = /^[a-z][a-zA-Z\d]{0,63}$/;

/** Creates the client of the conversation-memory service. */
export const createMemoryClient = (platformOrOptions: Platform | MemoryClientOptions, settings: MemoryAgentOptions = {}): MemoryClient => {
  const { agentKey } = checkOptions('createMemoryClient', memoryAgentOptions, settings);
  const platform = toPlatform(platformOrOptions, 'memory');
  const { context } = platform;
  const own = agentKey ? { ...platform, context: { ...context, options: { ...context.options, agentKey } } } : platform;
  const client = createClient({ name: 'memory', base: 'memory' }, contract, own);
  const { a2a, memories, profile } = client;

  const enveloped = (envelope: AgentEnvelopeInput): AgentEnvelope => ({
    message_id: newUuid(),
    timestamp: new Date(context.clock.now()).toISOString(),
    ...envelope,
  });

  const chatStream: MemoryClient['chatStream'] = (input, options) => {
    const { config, ...message } = { ...input };
    return client.chatStream({ ...message, config: { ...config, stream: true } }, options);
  };
  const warn = (message: string): void => context.log?.({ type: 'warning', code: 'CALLBACK_FAILED', message });

  return withOperationsOf(client, {
    ...client,
    chatStream,
    conversation(input, options = {}) {
      checkInput('memory.conversation', contract.sessions.history, input);
      checkOptions('memory.conversation', conversationOptions, options);
      return createConversation({ chatStream, sessions: client.sessions }, input, options, warn);
    },
    profile: {
      ...profile,
      async merge(input, options) {
        checkFields('memory.profile.merge', contract.profile.merge, input);
        const wrong = Object.keys({ ...{ ...input }.facts }).find((name) => !FACT_NAME.test(name));
        if (wrong !== undefined)
          throw inputError(`memory.profile.merge: facts.${wrong} must be named in camelCase, with at most 64 characters`, `facts.${wrong}`);
        return profile.merge(input, options);
      },
    },
    memories: {
      ...memories,
      async removeAll(removal, options) {
        const { confirm, ...input } = { ...removal } as Partial<MemoryRemoveAllInput>;
        checkFields('memory.memories.removeAll', contract.memories.removeAll, input);
        if (confirm !== true) throw inputError('memory.memories.removeAll: confirm must be true, as it cannot be undone', 'confirm');
        return memories.removeAll(input, options);
      },
    },
    a2a: {
      async createConversation(input, options) {
        return a2a.createConversation({ ...input, envelope: enveloped({ ...input }.envelope) }, options);
      },
      async chat(input, options) {
        return a2a.chat({ action: 'chat', ...input, envelope: enveloped({ ...input }.envelope) }, options);
      },
    },
    async ready(input, options) {
      try {
        return await client.ready(input, { retry: false, ...options });
      } catch (error) {
        if (isPlatformError(error) && error.status === 503 && isUnready(error.body)) return error.body;
        throw error;
      }
    },
  });
};

const isUnready = (body: unknown): body is { ready: false } => (body as { readonly ready?: unknown } | undefined)?.ready === false;
