import type { Assumption } from '../../routing/service.ts';

export const assumptions: readonly Assumption[] = [
  {
    topic: 'Searchable pages',
    choice: 'The sample site, a few built-in pages, and whatever the converter has crawled. Nothing of the web.',
  },
  {
    topic: 'Order of results',
    choice: 'First the number of matching words, then their frequency (three times as much in the title), then the address. At most ten.',
  },
  {
    topic: 'Agentic answers',
    choice: 'The most fitting sentence of each of the three best pages. Pages of `params.urls` are read first. No model is used.',
  },
  { topic: '`use_search`', choice: 'True by default. With false, only the given `urls` are searched.' },
  { topic: '`providers`', choice: '`builtin` and `crawled`; all others stand for both.' },
  {
    topic: '`scrap_only`',
    choice: 'Reads what the converter may fetch, in the order of `urls`; a page that cannot be read has an empty `content` and an `error`.',
  },
  { topic: 'Model of a chat', choice: '`agentic-search`, the only one of the API specification. Any other is 422.' },
  {
    topic: 'Intents of a chat',
    choice:
      'The text of the last user message decides; parts that are no text have no effect. First an address: its text. Then the words video, clip, film or watch. Then news or headline. Else a search with a summary.',
  },
  {
    topic: 'Findings of a chat',
    choice:
      '`citations` are addresses. `search_results` have title, url and snippet. `items` are videos, news or read pages. `media` is `{videos}`. In a stream they come with the finish reason.',
  },
  {
    topic: 'Agents in searches',
    choice: 'A sent pair must belong to a valid agent pass. With `search.requireAgent`, all other calls are rejected (401).',
  },
];
