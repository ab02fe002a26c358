import type { Assumption } from '../../routing/service.ts';

export const assumptions: readonly Assumption[] = [
  {
    topic: 'Searchable pages',
    choice: 'Searches find the sample site, a few built-in pages, and pages that the converter has fetched. They never search the web.',
  },
  {
    topic: 'Order of results',
    choice:
      'At most ten results, sorted by the number of matching words, then by their frequency (words in the title count three times), then by URL.',
  },
  {
    topic: 'Agentic answers',
    choice: 'The best matching sentence of each of the three best pages. Pages of `params.urls` come first. No model is used.',
  },
  { topic: '`use_search`', choice: 'True by default. With false, only the given `urls` are searched.' },
  { topic: '`providers`', choice: '`builtin` and `crawled`. Any other name means both.' },
  {
    topic: '`scrap_only`',
    choice: 'Reads pages that the converter may fetch, in the order of `urls`. An unreadable page has an empty `content` and an `error`.',
  },
  { topic: 'Model of a chat', choice: '`agentic-search`, the only model in the API specification. Any other model is 422.' },
  {
    topic: 'Intents of a chat',
    choice:
      'The text of the last user message decides. A URL returns the text of its page. The words video, clip, film or watch find videos. The words news or headline find news. Other messages are searched and summarized.',
  },
  {
    topic: 'Findings of a chat',
    choice:
      '`citations` are URLs. `search_results` contain title, url and snippet. `items` are videos, news or read pages. `media` is `{videos}`. In a stream, the event with the finish reason contains them.',
  },
  {
    topic: 'Agents in searches',
    choice: 'If agent headers are sent, they must belong to a valid pass. With `search.requireAgent`, calls without them get 401.',
  },
];
