import { eventsOf, piece, type ProviderFixture } from './fixture.ts';

const source = 'https://api-docs.deepseek.com/api/create-chat-completion';
const head = {
  id: 'fa7e4fc5-a05d-4e7b-9a66-a2dd89e91a4e',
  created: 1_738_492_867,
  model: 'deepseek-reasoner',
  system_fingerprint: 'fp_7e73fd9a08',
};
const completion = { ...head, object: 'chat.completion' };
const at = eventsOf(head);
const usage = {
  prompt_tokens: 12,
  completion_tokens: 20,
  total_tokens: 32,
  prompt_tokens_details: { cached_tokens: 4 },
  completion_tokens_details: { reasoning_tokens: 9 },
  prompt_cache_hit_tokens: 4,
  prompt_cache_miss_tokens: 8,
};
const none = { logprobs: null };
const call = (city: string) => ({ id: 'call_0_1', type: 'function', function: { name: 'get_weather', arguments: `{"city":"${city}"}` } });

export const deepseek: readonly ProviderFixture[] = [
  {
    name: 'DeepSeek: a text with the usage of the cache',
    source: 'https://api-docs.deepseek.com/guides/kv_cache',
    whole: {
      ...completion,
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hello there' }, ...none, finish_reason: 'stop' }],
      usage,
    },
    events: [
      at({ ...piece({ role: 'assistant', content: '' }, null, none), usage: null }),
      at({ ...piece({ content: 'Hello' }, null, none), usage: null }),
      at({ ...piece({ content: ' there' }, null, none), usage: null }),
      at({ ...piece({ content: '' }, 'stop', none), usage }),
    ],
    sum: {
      ...completion,
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hello there' }, ...none, finish_reason: 'stop' }],
      usage,
    },
    text: 'Hello there',
  },
  {
    name: 'DeepSeek: reasoning before the text',
    source: 'https://api-docs.deepseek.com/guides/reasoning_model',
    whole: {
      ...completion,
      choices: [
        { index: 0, message: { role: 'assistant', content: 'Four', reasoning_content: 'Okay, two' }, ...none, finish_reason: 'stop' },
      ],
      usage,
    },
    events: [
      at(piece({ role: 'assistant', content: null, reasoning_content: '' }, null, none)),
      at(piece({ content: null, reasoning_content: 'Okay' }, null, none)),
      at(piece({ content: null, reasoning_content: ', two' }, null, none)),
      at(piece({ content: 'Four', reasoning_content: null }, null, none)),
      at({ ...piece({ content: '', reasoning_content: null }, 'stop', none), usage }),
    ],
    sum: {
      ...completion,
      choices: [
        { index: 0, message: { role: 'assistant', content: 'Four', reasoning_content: 'Okay, two' }, ...none, finish_reason: 'stop' },
      ],
      usage,
    },
    text: 'Four',
  },
  {
    name: 'DeepSeek: reasoning before a tool call',
    source: 'https://api-docs.deepseek.com/guides/tool_calls',
    whole: {
      ...completion,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: '', reasoning_content: 'Rome', tool_calls: [{ index: 0, ...call('Rome') }] },
          ...none,
          finish_reason: 'tool_calls',
        },
      ],
      usage,
    },
    events: [
      at(piece({ role: 'assistant', content: null, reasoning_content: 'Rome' }, null, none)),
      at(
        piece(
          {
            content: '',
            reasoning_content: null,
            tool_calls: [{ index: 0, id: 'call_0_1', type: 'function', function: { name: 'get_weather', arguments: '' } }],
          },
          null,
          none,
        ),
      ),
      at(piece({ tool_calls: [{ index: 0, function: { arguments: '{"city":' } }] }, null, none)),
      at(piece({ tool_calls: [{ index: 0, function: { arguments: '"Rome"}' } }] }, null, none)),
      at({ ...piece({ content: '' }, 'tool_calls', none), usage }),
    ],
    sum: {
      ...completion,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: '', reasoning_content: 'Rome', tool_calls: [{ index: 0, ...call('Rome') }] },
          ...none,
          finish_reason: 'tool_calls',
        },
      ],
      usage,
    },
    text: '',
  },
  {
    name: 'DeepSeek: an end because of insufficient resources',
    source,
    whole: {
      ...completion,
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hel' }, ...none, finish_reason: 'insufficient_system_resource' }],
      usage,
    },
    events: [
      at(piece({ role: 'assistant', content: 'Hel' }, null, none)),
      at({ ...piece({ content: '' }, 'insufficient_system_resource', none), usage }),
    ],
    sum: {
      ...completion,
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hel' }, ...none, finish_reason: 'insufficient_system_resource' }],
      usage,
    },
    text: 'Hel',
  },
];
