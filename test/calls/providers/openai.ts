import { eventsOf, piece, type ProviderFixture } from './fixture.ts';

const source = 'https://platform.openai.com/docs/api-reference/chat';
const head = {
  id: 'chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT',
  created: 1_741_569_952,
  model: 'gpt-5.4',
  service_tier: 'default',
  system_fingerprint: 'fp_44709d6fcb',
};
const completion = { ...head, object: 'chat.completion' };
const at = eventsOf({ ...head, usage: null });
const usage = {
  prompt_tokens: 19,
  completion_tokens: 10,
  total_tokens: 29,
  prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0, accepted_prediction_tokens: 0, rejected_prediction_tokens: 0 },
};
const counted = at({ choices: [], usage });
const begun = { role: 'assistant', content: '', refusal: null };
const none = { logprobs: null };

const weather = (id: string, city: string) => ({
  id,
  type: 'function',
  function: { name: 'get_weather', arguments: `{"city":"${city}"}` },
});
const callBegun = (index: number, id: string) => ({ index, id, type: 'function', function: { name: 'get_weather', arguments: '' } });

const token = (text: string, logprob: number) => ({
  token: text,
  logprob,
  bytes: [...new TextEncoder().encode(text)],
  top_logprobs: [{ token: text, logprob, bytes: [...new TextEncoder().encode(text)] }],
});
const citation = {
  type: 'url_citation',
  url_citation: { start_index: 0, end_index: 5, title: 'Engines', url: 'https://a.example/engines' },
};

export const openai: readonly ProviderFixture[] = [
  {
    name: 'OpenAI: a text with nested usage',
    source,
    whole: {
      ...completion,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Hello there', refusal: null, annotations: [] },
          ...none,
          finish_reason: 'stop',
        },
      ],
      usage,
    },
    events: [
      at({ ...piece(begun, null, none), obfuscation: 'x1' }),
      at({ ...piece({ content: 'Hello' }, null, none), obfuscation: 'x22' }),
      at({ ...piece({ content: ' there' }, null, none), obfuscation: 'x' }),
      at({ ...piece({}, 'stop', none), obfuscation: 'x4444' }),
      counted,
    ],
    sum: {
      ...completion,
      obfuscation: 'x4444',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hello there', refusal: null }, ...none, finish_reason: 'stop' }],
      usage,
    },
    text: 'Hello there',
  },
  {
    name: 'OpenAI: one tool call without content',
    source: 'https://platform.openai.com/docs/guides/function-calling?api-mode=chat',
    whole: {
      ...completion,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: null, tool_calls: [weather('call_1', 'Rome')], refusal: null, annotations: [] },
          ...none,
          finish_reason: 'tool_calls',
        },
      ],
      usage,
    },
    events: [
      at(piece({ role: 'assistant', content: null, tool_calls: [callBegun(0, 'call_1')], refusal: null }, null, none)),
      at(piece({ tool_calls: [{ index: 0, function: { arguments: '{"city":' } }] }, null, none)),
      at(piece({ tool_calls: [{ index: 0, function: { arguments: '"Rome"}' } }] }, null, none)),
      at(piece({}, 'tool_calls', none)),
      counted,
    ],
    sum: {
      ...completion,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: null, tool_calls: [{ index: 0, ...weather('call_1', 'Rome') }], refusal: null },
          ...none,
          finish_reason: 'tool_calls',
        },
      ],
      usage,
    },
    text: '',
  },
  {
    name: 'OpenAI: parallel tool calls beside a text',
    source: 'https://platform.openai.com/docs/guides/function-calling?api-mode=chat',
    whole: {
      ...completion,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Both', tool_calls: [weather('call_1', 'Rome'), weather('call_2', 'Oslo')] },
          finish_reason: 'tool_calls',
        },
      ],
    },
    events: [
      at(piece(begun)),
      at(piece({ content: 'Both' })),
      at(piece({ tool_calls: [callBegun(0, 'call_1')] })),
      at(piece({ tool_calls: [{ index: 0, function: { arguments: '{"city":"Rome"}' } }] })),
      at(piece({ tool_calls: [callBegun(1, 'call_2')] })),
      at(piece({ tool_calls: [{ index: 1, function: { arguments: '{"city":' } }] })),
      at(piece({ tool_calls: [{ index: 1, function: { arguments: '"Oslo"}' } }] })),
      at(piece({}, 'tool_calls')),
    ],
    sum: {
      ...completion,
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: 'Both',
            refusal: null,
            tool_calls: [
              { index: 0, ...weather('call_1', 'Rome') },
              { index: 1, ...weather('call_2', 'Oslo') },
            ],
          },
          finish_reason: 'tool_calls',
        },
      ],
    },
    text: 'Both',
  },
  {
    name: 'OpenAI: a call of a custom tool',
    source: 'https://platform.openai.com/docs/guides/function-calling?api-mode=chat#custom-tools',
    whole: {
      ...completion,
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'call_1', type: 'custom', custom: { name: 'code_exec', input: 'print(1)' } }],
          },
          finish_reason: 'tool_calls',
        },
      ],
    },
    events: [
      at(
        piece({
          role: 'assistant',
          content: null,
          tool_calls: [{ index: 0, id: 'call_1', type: 'custom', custom: { name: 'code_exec', input: '' } }],
        }),
      ),
      at(piece({ tool_calls: [{ index: 0, custom: { input: 'print' } }] })),
      at(piece({ tool_calls: [{ index: 0, custom: { input: '(1)' } }] })),
      at(piece({}, 'tool_calls')),
    ],
    sum: {
      ...completion,
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: null,
            tool_calls: [{ index: 0, id: 'call_1', type: 'custom', custom: { name: 'code_exec', input: 'print(1)' } }],
          },
          finish_reason: 'tool_calls',
        },
      ],
    },
    text: '',
  },
  {
    name: 'OpenAI: a refusal',
    source: 'https://platform.openai.com/docs/guides/structured-outputs?api-mode=chat#refusals',
    whole: {
      ...completion,
      choices: [
        { index: 0, message: { role: 'assistant', content: null, refusal: "I'm sorry, I cannot." }, ...none, finish_reason: 'stop' },
      ],
      usage,
    },
    events: [
      at(piece({ role: 'assistant', content: null, refusal: '' }, null, none)),
      at(piece({ refusal: "I'm sorry," }, null, none)),
      at(piece({ refusal: ' I cannot.' }, null, none)),
      at(piece({}, 'stop', none)),
      counted,
    ],
    sum: {
      ...completion,
      choices: [
        { index: 0, message: { role: 'assistant', content: null, refusal: "I'm sorry, I cannot." }, ...none, finish_reason: 'stop' },
      ],
      usage,
    },
    text: '',
  },
  {
    name: 'OpenAI: the probabilities of tokens',
    source,
    whole: {
      ...completion,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Hello there', refusal: null },
          logprobs: { content: [token('Hello', -0.1), token(' there', -0.2)], refusal: null },
          finish_reason: 'stop',
        },
      ],
    },
    events: [
      at(piece(begun, null, none)),
      at(piece({ content: 'Hello' }, null, { logprobs: { content: [token('Hello', -0.1)], refusal: null } })),
      at(piece({ content: ' there' }, null, { logprobs: { content: [token(' there', -0.2)], refusal: null } })),
      at(piece({}, 'stop', none)),
    ],
    sum: {
      ...completion,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Hello there', refusal: null },
          logprobs: { content: [token('Hello', -0.1), token(' there', -0.2)], refusal: null },
          finish_reason: 'stop',
        },
      ],
    },
    text: 'Hello there',
  },
  {
    name: 'OpenAI: several choices that interleave',
    source,
    whole: {
      ...completion,
      choices: [
        { index: 0, message: { role: 'assistant', content: 'Heads' }, finish_reason: 'stop' },
        { index: 1, message: { role: 'assistant', content: 'Tails' }, finish_reason: 'length' },
      ],
      usage,
    },
    events: [
      at({ choices: [{ index: 1, delta: { role: 'assistant', content: 'Ta' }, finish_reason: null }] }),
      at({ choices: [{ index: 0, delta: { role: 'assistant', content: 'He' }, finish_reason: null }] }),
      at({
        choices: [
          { index: 0, delta: { content: 'ads' }, finish_reason: null },
          { index: 1, delta: { content: 'ils' }, finish_reason: null },
        ],
      }),
      at({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
      at({ choices: [{ index: 1, delta: {}, finish_reason: 'length' }] }),
      counted,
    ],
    sum: {
      ...completion,
      choices: [
        { index: 0, message: { role: 'assistant', content: 'Heads' }, finish_reason: 'stop' },
        { index: 1, message: { role: 'assistant', content: 'Tails' }, finish_reason: 'length' },
      ],
      usage,
    },
    text: 'Heads',
  },
  {
    name: 'OpenAI: a spoken reply',
    source: 'https://platform.openai.com/docs/guides/audio?api-mode=chat',
    whole: {
      ...completion,
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: null,
            refusal: null,
            audio: { id: 'audio_1', data: 'AAECAwQF', transcript: 'Hello', expires_at: 1_741_573_552 },
          },
          finish_reason: 'stop',
        },
      ],
    },
    events: [
      at(piece({ role: 'assistant', refusal: null, audio: { id: 'audio_1', transcript: 'Hel' } })),
      at(piece({ audio: { data: 'AAEC' } })),
      at(piece({ audio: { transcript: 'lo' } })),
      at(piece({ audio: { data: 'AwQF' } })),
      at(piece({ audio: { expires_at: 1_741_573_552 } })),
      at(piece({}, 'stop')),
    ],
    sum: {
      ...completion,
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: null,
            refusal: null,
            audio: { id: 'audio_1', data: 'AAECAwQF', transcript: 'Hello', expires_at: 1_741_573_552 },
          },
          finish_reason: 'stop',
        },
      ],
    },
    text: '',
  },
  {
    name: 'OpenAI: annotations of a web search',
    source: 'https://platform.openai.com/docs/guides/tools-web-search?api-mode=chat',
    whole: {
      ...completion,
      choices: [
        { index: 0, message: { role: 'assistant', content: 'Gears', refusal: null, annotations: [citation] }, finish_reason: 'stop' },
      ],
    },
    events: [at(piece(begun)), at(piece({ content: 'Gears' })), at(piece({ annotations: [citation] })), at(piece({}, 'stop'))],
    sum: {
      ...completion,
      choices: [
        { index: 0, message: { role: 'assistant', content: 'Gears', refusal: null, annotations: [citation] }, finish_reason: 'stop' },
      ],
    },
    text: 'Gears',
  },
  {
    name: 'OpenAI: no text at all, as the reasoning took every token',
    source: 'https://platform.openai.com/docs/guides/reasoning?api-mode=chat',
    whole: {
      ...completion,
      system_fingerprint: null,
      service_tier: null,
      choices: [{ index: 0, message: { role: 'assistant', content: '', refusal: null }, finish_reason: 'length' }],
      usage: { ...usage, completion_tokens_details: { reasoning_tokens: 10 } },
    },
    events: [at({ ...piece(begun), system_fingerprint: null, service_tier: null }), at(piece({}, 'length')), counted],
    sum: {
      ...completion,
      choices: [{ index: 0, message: { role: 'assistant', content: '', refusal: null }, finish_reason: 'length' }],
      usage,
    },
    text: '',
  },
];
