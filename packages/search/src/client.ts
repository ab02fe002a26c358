import type { CallOptions, Platform, PlatformError, ServiceOptions, StreamOptions } from '@platform-sdk/core';
import { createClient, toPlatform, inputError, withOperationsOf } from '@platform-sdk/core/internal';
import type { EventStream } from '@platform-sdk/core/streams';
import * as contract from './contract.ts';
import { outputs } from './flows.ts';
import type {
  SearchChatInput,
  SearchChatResult,
  SearchChatChunk,
  SearchFlow,
  SearchInput,
  SearchParams,
  SearchResultByFlow,
} from './types.ts';

/** Searches, and replies to chats by searching. Calls send the credentials of the agent, if an agent is configured. */
export interface SearchClient {
  /**
   * Searches. The flow determines the type of the result. The call may be billed: it is retried only if no byte left the machine, or after
   * a 429 with `retry: { retryOn429: true }`.
   */
  search<Name extends SearchFlow>(input: SearchInput & { flow: Name }, options?: CallOptions): Promise<SearchResultByFlow[Name]>;
  /**
   * Replies to a conversation by searching. The call may be billed: it is retried only if no byte left the machine, or after a 429 with
   * `retry: { retryOn429: true }`.
   */
  chat(input: SearchChatInput, options?: CallOptions): Promise<SearchChatResult>;
  /** Searches for the reply to a conversation, and streams the reply. Ending the loop early closes the connection. */
  chatStream(input: SearchChatInput, options?: StreamOptions): EventStream<SearchChatChunk, SearchChatResult>;
}

/** Options of a client without a platform: all options of a platform, and the base URL of the service. */
export type SearchClientOptions = ServiceOptions;

/** Creates the client of the search service. */
export const createSearchClient = (platformOrOptions: Platform | SearchClientOptions): SearchClient => {
  const platform = toPlatform(platformOrOptions, 'search');
  const service = { name: 'search', base: 'search' } as const;
  const client = createClient(service, contract, platform);

  return withOperationsOf(client, {
    async search<Name extends SearchFlow>(input: SearchInput & { flow: Name }, options?: CallOptions) {
      const { flow, params, query } = Object(input) as { flow?: Name; params?: SearchParams; query?: string };
      const refused = (field: string, message: string): PlatformError =>
        inputError(`search.search: ${field} ${message}`, field, 'search.search');
      if (flow !== 'scrap_only' && query === '') throw refused('query', 'is empty');
      if (flow === 'scrap_only' && !params?.urls?.length) throw refused('params.urls', params?.urls ? 'is empty' : 'is required');
      // Uses the output schema of the flow. For an unknown flow, the input check throws.
      const output = (outputs[flow as Name] ?? contract.search.output) as typeof contract.search.output;
      return createClient(service, { search: { ...contract.search, output } }, platform).search(input, options) as Promise<
        SearchResultByFlow[Name]
      >;
    },
    chat: (input, options) => client.chat({ model: 'agentic-search', ...input }, options),
    chatStream: (input, options) => client.chatStream({ model: 'agentic-search', ...input, stream: true }, options),
  });
};
