import assert from 'node:assert/strict';
import OpenAI from 'openai';
import { atPort, failureOf, type Place } from '../at-port.ts';
import type { Judge } from '../check.ts';

const messages = [{ role: 'user' as const, content: 'Hello there' }];
const tools = [
  {
    type: 'function' as const,
    function: { name: 'get_weather', parameters: { type: 'object', required: ['city'], properties: { city: { type: 'string' } } } },
  },
];

const clientOf = ({ local, server }: Place, apiKey = local.gatewayKey): OpenAI =>
  new OpenAI({ baseURL: server.baseUrls.gateway, apiKey, maxRetries: 0 });

export const openai: Judge = {
  name: 'openai',
  checks: [
    atPort('reads a completion', async (place) => {
      const { choices, usage } = await clientOf(place).chat.completions.create({ model: 'auto', messages });
      assert.equal(choices[0]?.message.content, 'You said: Hello there');
      assert.equal(choices[0].finish_reason, 'stop');
      assert.ok((usage?.total_tokens ?? 0) > 0);
    }),
    atPort('reads a stream to its end', async (place) => {
      let text = '';
      for await (const { choices } of await clientOf(place).chat.completions.create({ model: 'auto', messages, stream: true }))
        text += choices[0]?.delta.content ?? '';
      assert.equal(text, 'You said: Hello there');
    }),
    atPort('adds a stream up by its own helper', async (place) => {
      const stream = clientOf(place).chat.completions.stream({ model: 'auto', messages });
      assert.equal((await stream.finalChatCompletion()).choices[0]?.message.content, 'You said: Hello there');
    }),
    atPort('reads a call of a tool', async (place) => {
      const asked = [{ role: 'user' as const, content: 'Get weather in Rome' }];
      const { choices } = await clientOf(place).chat.completions.create({ model: 'auto', messages: asked, tools });
      const call = choices[0]?.message.tool_calls?.[0];
      assert.equal(call?.type === 'function' && call.function.name, 'get_weather');
    }),
    atPort('names a wrong key', async (place) => {
      const error = await failureOf(clientOf(place, 'wrong').chat.completions.create({ model: 'auto', messages }));
      assert.ok(error instanceof OpenAI.AuthenticationError);
    }),
    atPort('names an unknown model', async (place) => {
      const error = await failureOf(clientOf(place).chat.completions.create({ model: 'none', messages }));
      assert.ok(error instanceof OpenAI.BadRequestError);
    }),
  ],
};
