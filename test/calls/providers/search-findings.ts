import { eventsOf, piece, type ProviderFixture } from './fixture.ts';

const source = 'https://docs.perplexity.ai/api-reference/chat-completions-post';
const head = { id: '3c90c3cc-0d44-4b50-8888-8dd25736052a', created: 1_724_369_245, model: 'agentic-search' };
const completion = { ...head, object: 'chat.completion' };
const at = eventsOf(head);
const usage = { prompt_tokens: 14, completion_tokens: 70, total_tokens: 84, search_context_size: 'low' };
const findings = {
  citations: ['https://a.example/engines'],
  search_results: [{ title: 'Engines', url: 'https://a.example/engines', date: null }],
  items: [{ type: 'video', url: 'https://a.example/video' }],
  media: { videos: [] },
};
const nothing = { citations: null, search_results: null, items: null, media: null };

export const searchFindings: readonly ProviderFixture[] = [
  {
    name: 'Search: a text with its findings',
    source,
    whole: {
      ...completion,
      ...findings,
      choices: [{ index: 0, message: { role: 'assistant', content: 'Gears [1]' }, finish_reason: 'stop' }],
      usage,
    },
    events: [
      at({ ...piece({ role: 'assistant', content: 'Gears' }), citations: findings.citations }),
      at(piece({ content: ' [1]' })),
      at({ ...piece({}, 'stop'), ...findings, usage }),
    ],
    sum: {
      ...completion,
      ...findings,
      choices: [{ index: 0, message: { role: 'assistant', content: 'Gears [1]' }, finish_reason: 'stop' }],
      usage,
    },
    text: 'Gears [1]',
  },
  {
    name: 'Search: findings that are null',
    source,
    whole: {
      ...completion,
      ...nothing,
      choices: [{ index: 0, message: { role: 'assistant', content: 'None' }, finish_reason: 'stop' }],
      usage: null,
    },
    events: [at({ ...piece({ role: 'assistant', content: 'None' }), ...nothing }), at({ ...piece({}, 'stop'), usage: null })],
    sum: {
      ...completion,
      choices: [{ index: 0, message: { role: 'assistant', content: 'None' }, finish_reason: 'stop' }],
    },
    text: 'None',
  },
];
