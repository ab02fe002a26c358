import {
  agentPair,
  unknown,
  boolean,
  extensible,
  nonEmptyArray,
  array,
  nullable,
  object,
  enumOf,
  openEnum,
  operation,
  streamOperation,
  streamFlag,
  optional,
  record,
  string,
  text,
  type Confidence,
  type Operation,
  type Schema,
  type SchemaData,
  type StreamOperation,
} from '@platform-sdk/core/contract';
import {
  answered,
  completionChunks,
  completionFields,
  completionFromEvents,
  contentProblems,
  eventStream,
  messageContent,
  verifyChoices,
  type EventStream,
} from '@platform-sdk/core/streams';
import type {
  SearchChatResult,
  SearchChatChunk,
  SearchMessage,
  ScrapedPage,
  SearchResult,
  SearchBody,
  SearchHit,
  SearchSource,
  SearchChatStreamBody,
  SearchChatBody,
} from './types.ts';
import { SEARCH_FLOWS } from './values.ts';

// Models and providers charge for a call, so it is retried only if no byte left the machine, or after a 429 on request.
const post = {
  method: 'POST',
  credentials: 'agent',
  authenticate: agentPair,
  retry: 'non-idempotent',
  generates: true,
  billed: true,
  // The service also lists the call as an activity of the agent.
  invalidates: ['/wallets', '/oauth/agent/activity'],
} as const;

/**
 * Searches and summarizes, only searches, or only reads pages, as `flow` determines. The call may be billed: it is retried only if no byte
 * left the machine, or after a 429 with `retry: { retryOn429: true }`.
 */
export const search: Operation<SearchBody, SearchResult> = operation({
  ...post,
  path: '/v1/search',
  input: object<SearchBody>({
    query: string,
    flow: enumOf(...SEARCH_FLOWS),
    params: optional(
      extensible(
        object<NonNullable<SearchBody['params']>>({
          use_search: optional(boolean),
          providers: optional(array(string)),
          urls: optional(array(text({ pattern: /^https?:\/\/[^\s/]/i, message: 'must be an http or https address' }))),
        }),
      ),
    ),
  }),
  // The required fields depend on the flow, so the client checks them.
  output: object<{ answer?: string; sources?: SearchSource[]; results?: Partial<SearchHit & ScrapedPage>[] }>({
    answer: optional(string),
    sources: optional(array(object<SearchSource>({ title: string, url: string }))),
    results: optional(
      array(
        object<Partial<SearchHit & ScrapedPage>>({
          url: optional(string),
          title: optional(string),
          snippet: optional(string),
          content: optional(string),
        }),
      ),
    ),
  }) as object as Schema<SearchResult>,
  undocumented: {
    results: 'assumed',
    'results.title': 'published',
    'results.url': 'published',
    'results.snippet': 'published',
    'results.content': 'published',
  },
});

const chatPost = {
  ...post,
  path: '/v1/chat/completions',
  inputProblems: ({ messages }: { readonly messages: readonly SearchMessage[] }) => contentProblems(messages),
} as const;
const request = {
  model: openEnum('agentic-search'),
  messages: nonEmptyArray<SearchMessage, readonly SearchMessage[]>(
    // Callers send replies back as messages, so a message may contain undocumented members of a reply.
    extensible(
      object<SearchMessage>({ role: openEnum('system', 'user', 'assistant'), content: optional(messageContent), name: optional(string) }),
    ),
  ),
};
const findings = optional(nullable(array(unknown)));

/** The paths of fields in OpenAI's format. A path includes all fields below it. */
const PUBLISHED =
  'id object created choices choices.index choices.message choices.finish_reason usage usage.prompt_tokens usage.completion_tokens ' +
  'usage.total_tokens citations items media search_results';
const CONVENTIONS =
  'stream messages.name messages.content.type messages.content.text messages.content.image_url messages.content.input_audio ' +
  'messages.content.file messages.content.refusal messages.content.thinking choices.logprobs system_fingerprint service_tier';

const namesOf = (names: string, confidence: Confidence): Record<string, Confidence> =>
  Object.fromEntries(names.split(' ').map((name) => [name, confidence]));

const undocumented = { ...namesOf(PUBLISHED, 'published'), ...namesOf(CONVENTIONS, 'convention') };

/**
 * Replies to a conversation by searching: videos, news or the text of a page, as the user's last message requests. The call may be billed:
 * it is retried only if no byte left the machine, or after a 429 with `retry: { retryOn429: true }`.
 */
export const chat: Operation<SearchChatBody, SearchChatResult> = operation({
  ...chatPost,
  input: object<SearchChatBody>({ ...request, stream: optional(streamFlag(false)) }),
  output: {
    ...answered(
      object<SearchChatResult>({
        ...completionFields,
        citations: findings,
        items: findings,
        media: optional(nullable(record(unknown))),
        search_results: findings,
      }),
    ),
    readText: completionFromEvents,
  },
  checkAgainstInput: verifyChoices,
  undocumented,
});

/**
 * Searches for the reply to a conversation, and streams the reply. The call may be billed: it is retried only if no byte left the machine,
 * or after a 429 with `retry: { retryOn429: true }`.
 */
export const chatStream: StreamOperation<SearchChatStreamBody, EventStream<SearchChatChunk, SearchChatResult>> = streamOperation(
  operation({
    ...chatPost,
    accept: 'text/event-stream',
    input: object<SearchChatStreamBody>({ ...request, stream: streamFlag(true) }),
    output: chat.output as SchemaData,
    undocumented,
  }),
  (start, _, options, name) => eventStream(name, start, completionChunks<SearchChatChunk, SearchChatResult>(), options),
);
