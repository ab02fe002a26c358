import { eventsOf, piece, type ProviderFixture } from './fixture.ts';

const source = 'https://console.groq.com/docs/api-reference#chat-create';
const head = {
  id: 'chatcmpl-f51b2cd2-bef7-417e-964e-a08f0b513c22',
  created: 1_730_241_104,
  model: 'openai/gpt-oss-20b',
  system_fingerprint: 'fp_179b0f92c9',
};
const completion = { ...head, object: 'chat.completion' };
const at = eventsOf(head);
const usage = {
  queue_time: 0.037_493_756,
  prompt_tokens: 18,
  prompt_time: 0.000_680_594,
  completion_tokens: 5,
  completion_time: 0.463_333_333,
  total_tokens: 23,
  total_time: 0.464_013_927,
};
const x_groq = { id: 'req_01jbd6g2qdfw2adyrt2az8hz4w' };
const none = { logprobs: null };
const beside = { usage_breakdown: null, x_groq, service_tier: 'on_demand' };
const last = { x_groq: { ...x_groq, usage }, usage };
const call = { id: 'call_d5wg', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Rome"}' } };
const executed_tools = [
  {
    index: 0,
    type: 'search',
    arguments: '{"query": "engines"}',
    output: 'Title: Engines',
    search_results: { images: null, results: [{ title: 'Engines', url: 'https://a.example', content: 'Gears', score: 0.9 }] },
  },
];

export const groq: readonly ProviderFixture[] = [
  {
    name: 'Groq: a text with times in its usage',
    source,
    whole: {
      ...completion,
      ...beside,
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hello there' }, ...none, finish_reason: 'stop' }],
      usage,
    },
    events: [
      at({ ...piece({ role: 'assistant', content: '' }, null, none), x_groq }),
      at(piece({ content: 'Hello' }, null, none)),
      at(piece({ content: ' there' }, null, none)),
      at({ ...piece({}, 'stop', none), ...last }),
    ],
    sum: {
      ...completion,
      ...last,
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hello there' }, ...none, finish_reason: 'stop' }],
    },
    text: 'Hello there',
  },
  {
    name: 'Groq: reasoning beside the text',
    source: 'https://console.groq.com/docs/reasoning',
    whole: {
      ...completion,
      ...beside,
      choices: [{ index: 0, message: { role: 'assistant', content: 'Four', reasoning: 'Two and two' }, ...none, finish_reason: 'stop' }],
      usage,
    },
    events: [
      at({ ...piece({ role: 'assistant', content: null }, null, none), x_groq }),
      at(piece({ reasoning: 'Two', channel: 'analysis' }, null, none)),
      at(piece({ reasoning: ' and two' }, null, none)),
      at(piece({ content: 'Four' }, null, none)),
      at({ ...piece({}, 'stop', none), ...last }),
    ],
    sum: {
      ...completion,
      ...last,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Four', reasoning: 'Two and two', channel: 'analysis' },
          ...none,
          finish_reason: 'stop',
        },
      ],
    },
    text: 'Four',
  },
  {
    name: 'Groq: a tool call, and no content member',
    source: 'https://console.groq.com/docs/tool-use',
    whole: {
      ...completion,
      ...beside,
      choices: [{ index: 0, message: { role: 'assistant', tool_calls: [call] }, ...none, finish_reason: 'tool_calls' }],
      usage,
    },
    events: [
      at({ ...piece({ role: 'assistant', content: null }, null, none), x_groq }),
      at(piece({ tool_calls: [{ ...call, index: 0 }] }, null, none)),
      at({ ...piece({}, 'tool_calls', none), ...last }),
    ],
    sum: {
      ...completion,
      ...last,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: null, tool_calls: [{ ...call, index: 0 }] },
          ...none,
          finish_reason: 'tool_calls',
        },
      ],
    },
    text: '',
  },
  {
    name: 'Groq: tools that the service executed itself',
    source: 'https://console.groq.com/docs/compound',
    whole: {
      ...completion,
      ...beside,
      choices: [{ index: 0, message: { role: 'assistant', content: 'Gears', reasoning: '', executed_tools }, finish_reason: 'stop' }],
      usage,
      usage_breakdown: { models: [{ model: 'openai/gpt-oss-120b', usage }] },
    },
    events: [
      at({ ...piece({ role: 'assistant', executed_tools }), x_groq }),
      at(piece({ content: 'Gears' })),
      at({ ...piece({}, 'stop'), ...last }),
    ],
    sum: {
      ...completion,
      ...last,
      choices: [{ index: 0, message: { role: 'assistant', content: 'Gears', executed_tools }, finish_reason: 'stop' }],
    },
    text: 'Gears',
  },
];
