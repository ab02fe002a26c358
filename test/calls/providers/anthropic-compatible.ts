import { eventsOf, piece, type ProviderFixture } from './fixture.ts';

const source = 'https://platform.claude.com/docs/en/api/openai-sdk';
const head = { id: 'msg_01XFDUDYJgAACzvnptvVoYEL', created: 1_772_304_649, model: 'claude-sonnet-4-5' };
const completion = { ...head, object: 'chat.completion' };
const at = eventsOf(head);
const usage = { prompt_tokens: 14, completion_tokens: 9, total_tokens: 23 };
const databricks = 'https://docs.databricks.com/aws/en/machine-learning/model-serving/query-reason-models';
const openRouter = 'https://openrouter.ai/docs/use-cases/reasoning-tokens';

const call = { id: 'toolu_01', type: 'function', function: { name: 'get_weather', arguments: '{"city": "Rome"}' } };
const summary = (text: string, signature = '') => ({ type: 'reasoning', summary: [{ type: 'summary_text', text, signature }] });
const detail = (text: string, signature: string | null = null) => ({
  type: 'reasoning.text',
  text,
  signature,
  format: 'anthropic-claude-v1',
  index: 0,
});
const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' }, index: 0 };

export const anthropicCompatible: readonly ProviderFixture[] = [
  {
    name: 'Anthropic-compatible: a text with empty members',
    source,
    whole: {
      ...completion,
      service_tier: null,
      system_fingerprint: '',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Hello there', refusal: null, audio: null, tool_calls: null },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage: { ...usage, completion_tokens_details: null, prompt_tokens_details: null },
    },
    events: [
      at(piece({ role: 'assistant', content: '' })),
      at(piece({ content: 'Hello' })),
      at(piece({ content: ' there' })),
      at(piece({}, 'stop')),
      at({ choices: [], usage }),
    ],
    sum: {
      ...completion,
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hello there' }, finish_reason: 'stop' }],
      usage,
    },
    text: 'Hello there',
  },
  {
    name: 'Anthropic-compatible: a text before a tool call',
    source,
    whole: {
      ...completion,
      choices: [{ index: 0, message: { role: 'assistant', content: 'Let me look.', tool_calls: [call] }, finish_reason: 'tool_calls' }],
      usage,
    },
    events: [
      at(piece({ role: 'assistant', content: '' })),
      at(piece({ content: 'Let me look.' })),
      at(piece({ tool_calls: [{ index: 0, ...call, function: { name: 'get_weather', arguments: '' } }] })),
      at(piece({ tool_calls: [{ index: 0, function: { arguments: '{"city": ' } }] })),
      at(piece({ tool_calls: [{ index: 0, function: { arguments: '"Rome"}' } }] })),
      at(piece({}, 'tool_calls')),
      at({ choices: [], usage }),
    ],
    sum: {
      ...completion,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Let me look.', tool_calls: [{ index: 0, ...call }] },
          finish_reason: 'tool_calls',
        },
      ],
      usage,
    },
    text: 'Let me look.',
  },
  {
    name: 'Anthropic-compatible: parts with a summary of the reasoning',
    source: databricks,
    whole: {
      ...completion,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: [summary('Two and two.', 'EqQB'), { type: 'text', text: 'Four' }] },
          finish_reason: 'stop',
        },
      ],
      usage,
    },
    events: [
      at(piece({ role: 'assistant', content: [summary('Two and two.')] })),
      at(piece({ content: [summary('', 'EqQB')] })),
      at(piece({ content: [{ type: 'text', text: 'Fo' }] })),
      at(piece({ content: [{ type: 'text', text: 'ur' }] })),
      at({ ...piece({ content: '' }, 'stop'), usage }),
    ],
    sum: {
      ...completion,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: [summary('Two and two.'), summary('', 'EqQB'), { type: 'text', text: 'Four' }] },
          finish_reason: 'stop',
        },
      ],
      usage,
    },
    text: 'Four',
  },
  {
    name: 'Anthropic-compatible: details of the reasoning beside the text',
    source: openRouter,
    whole: {
      ...completion,
      provider: 'Anthropic',
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: 'Four',
            refusal: null,
            reasoning: 'Two and two.',
            reasoning_details: [detail('Two and two.', 'EqQB')],
          },
          native_finish_reason: 'end_turn',
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage: { ...usage, cost: 0.0002, is_byok: false, completion_tokens_details: { reasoning_tokens: 5 } },
    },
    events: [
      at({ ...piece({ role: 'assistant', content: '', reasoning: 'Two', reasoning_details: [detail('Two')] }), provider: 'Anthropic' }),
      at(piece({ content: '', reasoning: ' and two.', reasoning_details: [detail(' and two.')] })),
      at(piece({ content: '', reasoning: null, reasoning_details: [{ ...detail(''), signature: 'EqQB' }] })),
      at(piece({ content: 'Four' })),
      at(piece({ content: '' }, 'stop', { native_finish_reason: 'end_turn', logprobs: null })),
      at({ ...piece({ role: 'assistant', content: '' }), usage }),
    ],
    sum: {
      ...completion,
      provider: 'Anthropic',
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: 'Four',
            reasoning: 'Two and two.',
            reasoning_details: [detail('Two and two.', 'EqQB')],
          },
          native_finish_reason: 'end_turn',
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage,
    },
    text: 'Four',
  },
  {
    name: 'Anthropic-compatible: a generated image beside the text',
    source: 'https://openrouter.ai/docs/features/multimodal/image-generation',
    whole: {
      ...completion,
      choices: [{ index: 0, message: { role: 'assistant', content: 'Here.', images: [image] }, finish_reason: 'stop' }],
      usage,
    },
    events: [
      at(piece({ role: 'assistant', content: 'Here.' })),
      at(piece({ content: '', images: [image] })),
      at({ ...piece({}, 'stop'), usage }),
    ],
    sum: {
      ...completion,
      choices: [{ index: 0, message: { role: 'assistant', content: 'Here.', images: [image] }, finish_reason: 'stop' }],
      usage,
    },
    text: 'Here.',
  },
  {
    name: 'Anthropic-compatible: parts with texts, an image and a refusal',
    source: 'https://docs.litellm.ai/docs/providers/anthropic',
    whole: {
      ...completion,
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: [
              { type: 'thinking', thinking: 'Two and two.', signature: 'EqQB' },
              { type: 'text', text: 'Four.' },
              { type: 'image_url', image_url: { url: 'https://a.example/four.png', detail: 'low' } },
              { type: 'refusal', refusal: 'No more.' },
            ],
          },
          finish_reason: 'stop',
        },
      ],
      usage,
    },
    events: [
      at(piece({ role: 'assistant', content: [{ type: 'thinking', thinking: 'Two and two.', signature: 'EqQB' }] })),
      at(piece({ content: [{ type: 'text', text: 'Four.' }] })),
      at(piece({ content: [{ type: 'image_url', image_url: { url: 'https://a.example/four.png', detail: 'low' } }] })),
      at(piece({ content: [{ type: 'refusal', refusal: 'No more.' }] })),
      at({ ...piece({}, 'stop'), usage }),
    ],
    sum: {
      ...completion,
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: [
              { type: 'thinking', thinking: 'Two and two.', signature: 'EqQB' },
              { type: 'text', text: 'Four.' },
              { type: 'image_url', image_url: { url: 'https://a.example/four.png', detail: 'low' } },
              { type: 'refusal', refusal: 'No more.' },
            ],
          },
          finish_reason: 'stop',
        },
      ],
      usage,
    },
    text: 'Four.',
  },
];
