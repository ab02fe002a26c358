import type { Assumption } from '../routing/service.ts';

export const assumptions: readonly Assumption[] = [
  {
    topic: 'What can be searched',
    choice: 'The sample site, a few built-in pages, and whatever the converter has crawled. Nothing of the web.',
  },
  {
    topic: 'Order of results',
    choice: 'How many words of the query a page has, then how often (three times as much in the title), then its address. At most ten.',
  },
  {
    topic: 'Agentic answers',
    choice: 'The most fitting sentence of each of the three best pages; pages of `params.urls` are read first. No model is asked.',
  },
  { topic: '`use_search`', choice: 'True by default; false finds nothing beside the given `urls`.' },
  { topic: '`providers`', choice: '`builtin` and `crawled`; all others stand for both.' },
  {
    topic: '`scrap_only`',
    choice: 'Reads what the converter may fetch, in the order of `urls`; a page that cannot be read has an empty `content` and an `error`.',
  },
  {
    topic: 'Intents of a chat',
    choice:
      'Of the text of the last message of a user; parts that are no texts have no effect. An address: its text. Else the words video, clip, film or watch; else news or headline; else a search with an answer.',
  },
  {
    topic: 'Findings of a chat',
    choice:
      '`citations` are addresses, `search_results` have title, url and snippet, `items` are videos, news or read pages, `media` is `{videos}`. In a stream they come with the finish reason.',
  },
  {
    topic: 'Agents in searches',
    choice: 'A pair that is sent has to be of a good agent pass; with `search.requireAgent` nobody else is let in (401).',
  },
];
