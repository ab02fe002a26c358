import { eventsOf, piece, type ProviderFixture } from './fixture.ts';

const source = 'https://learn.microsoft.com/azure/ai-services/openai/concepts/content-filter';
const head = { id: 'chatcmpl-DEJgnNRPyTQCzYVeB8duG7wiB4McG', created: 1_772_304_649, model: 'gpt-4.1-2025-04-14' };
const fingerprint = { system_fingerprint: 'fp_c79ab13e31' };
const completion = { ...head, ...fingerprint, object: 'chat.completion' };
const at = eventsOf({ ...head, ...fingerprint });

const safe = { filtered: false, severity: 'safe' };
const results = { hate: safe, self_harm: safe, sexual: safe, violence: safe };
const filtered = { content_filter_results: results };
const prompt_filter_results = [
  { prompt_index: 0, content_filter_results: { ...results, jailbreak: { filtered: false, detected: false } } },
];
/** The event that arrives before the first choice. */
const promptFiltered = { choices: [], created: 0, id: '', model: '', object: '', prompt_filter_results };
const usage = { prompt_tokens: 8, completion_tokens: 5, total_tokens: 13, prompt_tokens_details: { cached_tokens: 0 } };
const offsets = { check_offset: 44, start_offset: 44, end_offset: 198 };

const call = { id: 'call_a', type: 'function', function: { name: 'get_time', arguments: '{}' } };
const context = {
  citations: [{ content: 'About engines', title: 'Engines', url: null, filepath: 'engines.md', chunk_id: '0' }],
  intent: '["engines"]',
};

export const azure: readonly ProviderFixture[] = [
  {
    name: 'Azure: a text with its content filters',
    source,
    whole: {
      ...completion,
      prompt_filter_results,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Hello there', refusal: null, annotations: [] },
          ...filtered,
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage,
    },
    events: [
      promptFiltered,
      at(piece({ role: 'assistant', content: '', refusal: null }, null, { content_filter_results: {}, logprobs: null })),
      at(piece({ content: 'Hello' }, null, { ...filtered, logprobs: null })),
      at(piece({ content: ' there' }, null, { ...filtered, logprobs: null })),
      at(piece({}, 'stop', { content_filter_results: {}, logprobs: null })),
      at({ choices: [], usage }),
    ],
    sum: {
      ...completion,
      prompt_filter_results,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Hello there', refusal: null },
          ...filtered,
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage,
    },
    text: 'Hello there',
  },
  {
    name: 'Azure: the asynchronous filter, whose events lack a delta and come after the text',
    source: 'https://learn.microsoft.com/azure/ai-services/openai/concepts/content-streaming',
    whole: {
      ...completion,
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hello there' }, ...filtered, finish_reason: 'stop' }],
    },
    events: [
      promptFiltered,
      at(piece({ role: 'assistant' })),
      at(piece({ content: 'Hello there' })),
      at(piece({}, 'stop')),
      {
        id: '',
        object: '',
        created: 0,
        model: '',
        choices: [{ index: 0, finish_reason: null, ...filtered, content_filter_offsets: offsets }],
        usage: null,
      },
    ],
    sum: {
      ...completion,
      prompt_filter_results,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Hello there' },
          ...filtered,
          content_filter_offsets: offsets,
          finish_reason: 'stop',
        },
      ],
    },
    text: 'Hello there',
  },
  {
    name: 'Azure: a tool call',
    source,
    whole: {
      ...completion,
      system_fingerprint: null,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: null, tool_calls: [call] },
          content_filter_results: {},
          finish_reason: 'tool_calls',
        },
      ],
      usage,
    },
    events: [
      promptFiltered,
      at({
        ...piece({
          role: 'assistant',
          content: null,
          tool_calls: [{ index: 0, ...call, function: { name: 'get_time', arguments: '' } }],
        }),
        system_fingerprint: null,
      }),
      at(piece({ tool_calls: [{ index: 0, function: { arguments: '{}' } }] })),
      at(piece({}, 'tool_calls', { content_filter_results: {} })),
    ],
    sum: {
      ...completion,
      prompt_filter_results,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: null, tool_calls: [{ index: 0, ...call }] },
          content_filter_results: {},
          finish_reason: 'tool_calls',
        },
      ],
    },
    text: '',
  },
  {
    name: 'Azure: a text that the filter cuts',
    source,
    whole: {
      ...completion,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Hello' },
          content_filter_results: { ...results, violence: { filtered: true, severity: 'medium' } },
          finish_reason: 'content_filter',
        },
      ],
      usage,
    },
    events: [
      promptFiltered,
      at(piece({ role: 'assistant', content: 'Hello' }, null, filtered)),
      at(piece({}, 'content_filter', { content_filter_results: { violence: { filtered: true, severity: 'medium' } } })),
    ],
    sum: {
      ...completion,
      prompt_filter_results,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Hello' },
          content_filter_results: { ...results, violence: { filtered: true, severity: 'medium' } },
          finish_reason: 'content_filter',
        },
      ],
    },
    text: 'Hello',
  },
  {
    name: 'Azure: a text with the citations of own data',
    source: 'https://learn.microsoft.com/azure/ai-services/openai/references/on-your-data',
    whole: {
      ...completion,
      object: 'extensions.chat.completion',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Gears [doc1]', end_turn: true, context },
          finish_reason: 'stop',
        },
      ],
      usage,
    },
    events: [
      at({ ...piece({ role: 'assistant', context }), object: 'extensions.chat.completion.chunk' }),
      at({ ...piece({ content: 'Gears' }), object: 'extensions.chat.completion.chunk' }),
      at({ ...piece({ content: ' [doc1]' }), object: 'extensions.chat.completion.chunk' }),
      at({ ...piece({ end_turn: true }, 'stop'), object: 'extensions.chat.completion.chunk' }),
    ],
    sum: {
      ...completion,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Gears [doc1]', end_turn: true, context },
          finish_reason: 'stop',
        },
      ],
    },
    text: 'Gears [doc1]',
  },
];
