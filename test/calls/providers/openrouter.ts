import { eventsOf, piece, type ProviderFixture } from './fixture.ts';

const head = { id: 'gen-1', provider: 'OpenAI', model: 'openai/o4-mini', created: 1757000000 };
const event = eventsOf(head);
const usage = { prompt_tokens: 9, completion_tokens: 5, total_tokens: 14, cost: 0.0001 };
const format = 'openai-responses-v1';
const detail = (members: object) => ({ format, index: 0, ...members });
const content = 'Hi there';

/** Details of different types share an index. The next request must return all of them unchanged. */
const details = [
  detail({ type: 'reasoning.summary', summary: 'A greeting' }),
  detail({ type: 'reasoning.encrypted', data: 'gAAA', id: 'rs_1' }),
];

export const openrouter: readonly ProviderFixture[] = [
  {
    name: 'OpenRouter with details of its reasoning',
    source: 'https://openrouter.ai/docs/use-cases/reasoning-tokens',
    whole: {
      ...head,
      object: 'chat.completion',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content, refusal: null, reasoning: 'A greeting', reasoning_details: details },
          finish_reason: 'stop',
          native_finish_reason: 'completed',
        },
      ],
      usage,
    },
    events: [
      event(
        piece({
          role: 'assistant',
          content: '',
          reasoning: 'A ',
          reasoning_details: [detail({ type: 'reasoning.summary', summary: 'A ' })],
        }),
      ),
      event(
        piece({
          role: 'assistant',
          content: '',
          reasoning: 'greeting',
          reasoning_details: [detail({ type: 'reasoning.summary', summary: 'greeting' })],
        }),
      ),
      event(piece({ role: 'assistant', content: '', reasoning_details: [details[1]] })),
      event(piece({ role: 'assistant', content: 'Hi ' })),
      event(piece({ role: 'assistant', content: 'there' })),
      event(piece({ role: 'assistant', content: '' }, 'stop', { native_finish_reason: 'completed' })),
      event({ ...piece({ role: 'assistant', content: '' }, null, { native_finish_reason: null }), usage }),
    ],
    sum: {
      ...head,
      object: 'chat.completion',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content, reasoning: 'A greeting', reasoning_details: details },
          finish_reason: 'stop',
          native_finish_reason: 'completed',
        },
      ],
      usage,
    },
    text: content,
  },
];
