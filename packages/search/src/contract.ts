import {
  agentPair,
  answered,
  anything,
  boolean,
  completionChunks,
  eventStream,
  filledList,
  integer,
  list,
  nullable,
  object,
  oneOf,
  open,
  operation,
  optional,
  record,
  string,
  text,
  type EventStream,
  type Operation,
  type Schema,
  type SchemaData,
  type StreamOperation,
} from '@platform-sdk/core/contract';
import type {
  Choice,
  Completion,
  CompletionChunk,
  Message,
  Reply,
  ScrapedPage,
  SearchAnswer,
  SearchBody,
  SearchHit,
  Source,
  StreamBody,
  Usage,
  WholeBody,
} from './types.ts';

const is = <Value extends boolean>(value: Value): Schema<Value> => ({ type: 'boolean', enum: [value] });

// Models and providers that bill do the work, so nothing is sent again once a byte of it may have arrived.
const post = { method: 'POST', credentials: 'agent', attach: agentPair, retry: 'never', generates: true } as const;

/** Searches, reads and summarizes; or only searches, or only reads the given pages. It may be billed, so it is never sent again once a byte of it may have arrived. */
export const search: Operation<SearchBody, SearchAnswer> = operation({
  ...post,
  path: '/v1/search',
  input: object<SearchBody>({
    query: string,
    flow: oneOf('agentic', 'search_only', 'scrap_only'),
    params: optional(
      object<NonNullable<SearchBody['params']>>({
        use_search: optional(boolean),
        providers: optional(list(string)),
        urls: optional(list(text({ pattern: /^https?:\/\/[^\s/]/i, message: 'must be an http or https address' }))),
      }),
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

const chatPost = { ...post, path: '/v1/chat/completions' } as const;
const request = {
  model: open('agentic-search'),
  messages: filledList<Message, readonly Message[]>(object<Message>({ role: open('user'), content: string })),
};

/** Answers a conversation by searching: videos, news or the text of a page where the last message of the user asks for them. It may be billed, so it is never sent again once a byte of it may have arrived. */
export const chat: Operation<WholeBody, Completion> = operation({
  ...chatPost,
  input: object<WholeBody>({ ...request, stream: optional(is(false)) }),
  output: answered(
    object<Completion>({
      id: string,
      object: open('chat.completion'),
      created: integer,
      model: string,
      choices: list(
        object<Choice>({
          index: integer,
          message: object<Reply>({ role: open('assistant'), content: nullable(string) }),
          finish_reason: nullable(open('stop', 'length')),
        }),
      ),
      usage: optional(object<Usage>({ prompt_tokens: integer, completion_tokens: integer, total_tokens: integer })),
      citations: optional(list(anything)),
      items: optional(list(anything)),
      media: optional(record(anything)),
      search_results: optional(list(anything)),
    }),
  ),
  undocumented: {
    stream: 'convention',
    id: 'published',
    object: 'published',
    created: 'published',
    choices: 'published',
    'choices.index': 'published',
    'choices.message': 'published',
    'choices.finish_reason': 'published',
    usage: 'published',
    'usage.prompt_tokens': 'published',
    'usage.completion_tokens': 'published',
    'usage.total_tokens': 'published',
    citations: 'published',
    items: 'published',
    media: 'published',
    search_results: 'published',
  },
});

/** Answers a conversation by searching, word by word. It may be billed, so it is never sent again once a byte of it may have arrived. */
export const chatStream: StreamOperation<StreamBody, EventStream<CompletionChunk, Completion>> = {
  ...operation({
    ...chatPost,
    accept: 'text/event-stream',
    input: object<StreamBody>({ ...request, stream: is(true) }),
    output: chat.output as SchemaData,
    undocumented: { stream: 'convention' },
  }),
  stream: (start, _, options, name) => eventStream(name, start, completionChunks<CompletionChunk, Completion>(), options),
};
