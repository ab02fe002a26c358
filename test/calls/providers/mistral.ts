import { eventsOf, piece, type ProviderFixture } from './fixture.ts';

const source = 'https://docs.mistral.ai/api/#tag/chat';
const head = { id: 'cmpl-e5cc70bb28c444948073e77776eb30ef', created: 1_702_256_327, model: 'mistral-small-latest' };
const completion = { ...head, object: 'chat.completion' };
const at = eventsOf(head);
const usage = { prompt_tokens: 16, completion_tokens: 34, total_tokens: 50, prompt_audio_seconds: null };

const call = { id: 'D681PevKs', function: { name: 'get_weather', arguments: '{"city": "Rome"}' } };
const thought = (text: string) => ({ type: 'thinking', thinking: [{ type: 'text', text }] });

export const mistral: readonly ProviderFixture[] = [
  {
    name: 'Mistral: a text with null tool calls',
    source,
    whole: {
      ...completion,
      choices: [
        { index: 0, message: { role: 'assistant', content: 'Hello there', tool_calls: null, prefix: false }, finish_reason: 'stop' },
      ],
      usage,
    },
    events: [
      at(piece({ role: 'assistant', content: '' })),
      at(piece({ content: 'Hello', tool_calls: null })),
      at(piece({ content: ' there' })),
      at({ ...piece({ content: '' }, 'stop'), usage }),
    ],
    sum: {
      ...completion,
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hello there', tool_calls: null }, finish_reason: 'stop' }],
      usage,
    },
    text: 'Hello there',
  },
  {
    name: 'Mistral: a tool call without a type, whole in one event',
    source: 'https://docs.mistral.ai/capabilities/function_calling/',
    whole: {
      ...completion,
      choices: [{ index: 0, message: { role: 'assistant', content: '', tool_calls: [call] }, finish_reason: 'tool_calls' }],
      usage,
    },
    events: [
      at(piece({ role: 'assistant', content: '' })),
      at({ ...piece({ content: '', tool_calls: [{ ...call, index: 0 }] }, 'tool_calls'), usage }),
    ],
    sum: {
      ...completion,
      choices: [
        { index: 0, message: { role: 'assistant', content: '', tool_calls: [{ ...call, index: 0 }] }, finish_reason: 'tool_calls' },
      ],
      usage,
    },
    text: '',
  },
  {
    name: 'Mistral: parts with the thinking before the text',
    source: 'https://docs.mistral.ai/capabilities/reasoning/',
    whole: {
      ...completion,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: [thought('Two and two.'), { type: 'text', text: 'Four' }], tool_calls: null },
          finish_reason: 'stop',
        },
      ],
      usage,
    },
    events: [
      at(piece({ role: 'assistant', content: '' })),
      at(piece({ content: [thought('Two')] })),
      at(piece({ content: [thought(' and two.')] })),
      at(piece({ content: [{ type: 'text', text: 'Fo' }] })),
      at(piece({ content: [{ type: 'text', text: 'ur' }] })),
      at({ ...piece({ content: '' }, 'stop'), usage }),
    ],
    sum: {
      ...completion,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: [thought('Two'), thought(' and two.'), { type: 'text', text: 'Four' }] },
          finish_reason: 'stop',
        },
      ],
      usage,
    },
    text: 'Four',
  },
  {
    name: 'Mistral: parts with references',
    source: 'https://docs.mistral.ai/capabilities/citations/',
    whole: {
      ...completion,
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: [
              { type: 'text', text: 'Gears turn' },
              { type: 'reference', reference_ids: [0, 1] },
              { type: 'text', text: '.' },
            ],
          },
          finish_reason: 'stop',
        },
      ],
      usage,
    },
    events: [
      at(piece({ role: 'assistant', content: '' })),
      at(piece({ content: 'Gears turn' })),
      at(piece({ content: [{ type: 'reference', reference_ids: [0, 1] }] })),
      at(piece({ content: '.' })),
      at({ ...piece({ content: '' }, 'stop'), usage }),
    ],
    sum: {
      ...completion,
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: [
              { type: 'text', text: 'Gears turn' },
              { type: 'reference', reference_ids: [0, 1] },
              { type: 'text', text: '.' },
            ],
          },
          finish_reason: 'stop',
        },
      ],
      usage,
    },
    text: 'Gears turn.',
  },
  {
    name: 'Mistral: several choices that the length of the model ends',
    source,
    whole: {
      ...completion,
      choices: [
        { index: 0, message: { role: 'assistant', content: 'One' }, finish_reason: 'model_length' },
        { index: 1, message: { role: 'assistant', content: 'Two' }, finish_reason: 'length' },
      ],
      usage,
    },
    events: [
      at({
        choices: [
          { index: 0, delta: { role: 'assistant', content: 'One' }, finish_reason: null },
          { index: 1, delta: { role: 'assistant', content: 'Two' }, finish_reason: null },
        ],
      }),
      at({
        choices: [
          { index: 0, delta: { content: '' }, finish_reason: 'model_length' },
          { index: 1, delta: { content: '' }, finish_reason: 'length' },
        ],
        usage,
      }),
    ],
    sum: {
      ...completion,
      choices: [
        { index: 0, message: { role: 'assistant', content: 'One' }, finish_reason: 'model_length' },
        { index: 1, message: { role: 'assistant', content: 'Two' }, finish_reason: 'length' },
      ],
      usage,
    },
    text: 'One',
  },
];
