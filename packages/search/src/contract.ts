import {
  agentPair,
  answered,
  anything,
  boolean,
  completionChunks,
  completionFields,
  completionFromEvents,
  contentProblems,
  eventStream,
  extensible,
  filledList,
  list,
  messageContent,
  nullable,
  object,
  oneOf,
  open,
  operation,
  streamOperation,
  optional,
  record,
  string,
  text,
  verifyChoices,
  type Confidence,
  type EventStream,
  type Operation,
  type Schema,
  type SchemaData,
  type StreamOperation,
} from '@platform-sdk/core/contract';
import type {
  Completion,
  CompletionChunk,
  Message,
  ScrapedPage,
  SearchAnswer,
  SearchBody,
  SearchHit,
  Source,
  StreamBody,
  WholeBody,
} from './types.ts';

const is = <Value extends boolean>(value: Value): Schema<Value> => ({ type: 'boolean', enum: [value] });

// Models and providers that bill do the work, so nothing is sent again once a byte of it may have arrived.
const post = {
  method: 'POST',
  credentials: 'agent',
  attach: agentPair,
  retry: 'never',
  generates: true,
  billed: true,
  // The call is also an activity of the agent.
  invalidates: ['/wallets', '/oauth/agent/activity'],
} as const;

/** Searches, reads and summarizes; or only searches, or only reads the given pages. It may be billed, so it is never sent again once a byte of it may have arrived. */
export const search: Operation<SearchBody, SearchAnswer> = operation({
  ...post,
  path: '/v1/search',
  input: object<SearchBody>({
    query: string,
    flow: oneOf('agentic', 'search_only', 'scrap_only'),
    params: optional(
      extensible(
        object<NonNullable<SearchBody['params']>>({
          use_search: optional(boolean),
          providers: optional(list(string)),
          urls: optional(list(text({ pattern: /^https?:\/\/[^\s/]/i, message: 'must be an http or https address' }))),
        }),
      ),
    ),
  }),
  // What must be there depends on the flow, which the client knows.
  output: object<{ answer?: string; sources?: Source[]; results?: Partial<SearchHit & ScrapedPage>[] }>({
    answer: optional(string),
    sources: optional(list(object<Source>({ title: string, url: string }))),
    results: optional(
      list(
        object<Partial<SearchHit & ScrapedPage>>({
          url: optional(string),
          title: optional(string),
          snippet: optional(string),
          content: optional(string),
        }),
      ),
    ),
  }) as object as Schema<SearchAnswer>,
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
  inputProblems: ({ messages }: { readonly messages: readonly Message[] }) => contentProblems(messages),
} as const;
const request = {
  model: open('agentic-search'),
  messages: filledList<Message, readonly Message[]>(
    object<Message>({ role: open('system', 'user', 'assistant'), content: optional(messageContent), name: optional(string) }),
  ),
};
const findings = optional(nullable(list(anything)));

/** The names of the OpenAI form, with everything below them. */
const PUBLISHED =
  'id object created choices choices.index choices.message choices.finish_reason usage usage.prompt_tokens usage.completion_tokens ' +
  'usage.total_tokens citations items media search_results';
const CONVENTIONS =
  'stream messages.name messages.content.type messages.content.text messages.content.image_url messages.content.input_audio ' +
  'messages.content.file messages.content.refusal messages.content.thinking choices.logprobs system_fingerprint service_tier';

const namesOf = (names: string, confidence: Confidence): Record<string, Confidence> =>
  Object.fromEntries(names.split(' ').map((name) => [name, confidence]));

const undocumented = { ...namesOf(PUBLISHED, 'published'), ...namesOf(CONVENTIONS, 'convention') };

/** Answers a conversation by searching: videos, news or the text of a page where the last message of the user asks for them. It may be billed, so it is never sent again once a byte of it may have arrived. */
export const chat: Operation<WholeBody, Completion> = operation({
  ...chatPost,
  input: object<WholeBody>({ ...request, stream: optional(is(false)) }),
  output: {
    ...answered(
      object<Completion>({
        ...completionFields,
        citations: findings,
        items: findings,
        media: optional(nullable(record(anything))),
        search_results: findings,
      }),
    ),
    readText: completionFromEvents,
  },
  verify: verifyChoices,
  undocumented,
});

/** Answers a conversation by searching, word by word. It may be billed, so it is never sent again once a byte of it may have arrived. */
export const chatStream: StreamOperation<StreamBody, EventStream<CompletionChunk, Completion>> = streamOperation(
  operation({
    ...chatPost,
    accept: 'text/event-stream',
    input: object<StreamBody>({ ...request, stream: is(true) }),
    output: chat.output as SchemaData,
    undocumented,
  }),
  (start, _, options, name) => eventStream(name, start, completionChunks<CompletionChunk, Completion>(), options),
);
