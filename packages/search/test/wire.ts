import { createSearchClient, type SearchClient, type SearchClientOptions } from '@platform-sdk/search';
import { recordingLines, type SentLine } from '@platform-sdk/test-helpers';

export { failureOf } from '@platform-sdk/test-helpers';

export interface Wire {
  readonly search: SearchClient;
  readonly sent: SentLine[];
}

/** Returns the client's options, with a fetch that returns the responses in turn. */
export const answering = (answers: readonly Response[]): { readonly options: SearchClientOptions; readonly sent: SentLine[] } => {
  const { fetch, sent } = recordingLines(answers);
  return { options: { baseUrl: 'https://search.test', validation: 'throw', fetch }, sent };
};

/** Creates a client whose requests get these responses in turn, and then the last response again. */
export const wire = (answers: readonly Response[], more: SearchClientOptions = {}): Wire => {
  const { options, sent } = answering(answers);
  return { search: createSearchClient({ ...options, ...more }), sent };
};

export const completion = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_767_225_600,
  model: 'agentic-search',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello there' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
  citations: ['https://a.example/'],
  items: [{ title: 'A', url: 'https://a.example/' }],
  media: { videos: [] },
  search_results: [{ title: 'A', url: 'https://a.example/', snippet: 'About a' }],
};

export const event = (choice: object, more: object = {}): object => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1_767_225_600,
  model: 'agentic-search',
  choices: [{ index: 0, ...choice }],
  ...more,
});

/** The events of a stream that adds up to `completion`. */
export const lines: readonly (object | string)[] = [
  event({ delta: { role: 'assistant', content: '' } }),
  event({ delta: { content: 'Hello' } }, { usage: null }),
  event({ delta: { content: ' there' } }),
  event(
    { delta: {}, finish_reason: 'stop' },
    {
      usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
      citations: ['https://a.example/'],
      items: [{ title: 'A', url: 'https://a.example/' }],
    },
  ),
  {
    ...event({}),
    choices: [],
    media: { videos: [] },
    search_results: [{ title: 'A', url: 'https://a.example/', snippet: 'About a' }],
  },
  '[DONE]',
];

/** Returns an event stream of these messages. Strings are sent unchanged, and other values as JSON. */
export const stream = (messages: readonly (object | string)[] = lines): Response =>
  new Response(messages.map((data) => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`).join(''), {
    headers: { 'content-type': 'text/event-stream' },
  });

export const hello = { messages: [{ role: 'user', content: 'Hello' }] };
