import { eventsOf, piece, type ProviderFixture } from './fixture.ts';

const source = 'https://ai.google.dev/gemini-api/docs/openai';
const head = { id: 'a1b2c3', created: 1_772_304_649, model: 'gemini-3-flash-preview' };
const completion = { ...head, object: 'chat.completion' };
const at = eventsOf(head);
const usage = { prompt_tokens: 16, completion_tokens: 34, total_tokens: 50 };

/** All tool calls of a reply have the index 0 and an id, which may be empty. */
const call = (city: string, id: string, name = 'get_weather') => ({
  index: 0,
  id,
  type: 'function',
  function: { name, arguments: `{"city":"${city}"}` },
});
const withCalls = (...calls: readonly object[]) => ({
  ...completion,
  choices: [{ index: 0, message: { role: 'assistant', content: null, tool_calls: calls }, finish_reason: 'tool_calls' }],
  usage,
});

export const gemini: readonly ProviderFixture[] = [
  {
    name: 'Gemini: parallel tool calls with one index and empty ids',
    source,
    whole: withCalls(call('Rome', ''), call('Rome', '', 'get_time'), call('Oslo', '', 'get_time')),
    events: [
      at(piece({ role: 'assistant', tool_calls: [call('Rome', '')] })),
      at(piece({ role: 'assistant', tool_calls: [call('Rome', '', 'get_time')] })),
      at({ ...piece({ role: 'assistant', tool_calls: [call('Oslo', '', 'get_time')] }, 'tool_calls'), usage }),
    ],
    sum: withCalls(call('Rome', ''), call('Rome', '', 'get_time'), call('Oslo', '', 'get_time')),
    text: '',
  },
  {
    name: 'Gemini: parallel tool calls in one event, with one index and ids of their own',
    source,
    whole: withCalls(call('Rome', 'function-call-1'), call('Oslo', 'function-call-2')),
    events: [
      at({
        ...piece({ role: 'assistant', tool_calls: [call('Rome', 'function-call-1'), call('Oslo', 'function-call-2')] }, 'tool_calls'),
        usage,
      }),
    ],
    sum: withCalls(call('Rome', 'function-call-1'), call('Oslo', 'function-call-2')),
    text: '',
  },
];
