import assert from 'node:assert/strict';
import { HumanMessage } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import { atPort, failureOf, type Place } from '../at-port.ts';
import type { Judge } from '../check.ts';

const modelOf = ({ local, server }: Place, apiKey = local.gatewayKey): ChatOpenAI =>
  new ChatOpenAI({ model: 'auto', apiKey, maxRetries: 0, useResponsesApi: false, configuration: { baseURL: server.baseUrls.gateway } });

const asked = [new HumanMessage('Hello there')];

export const langchain: Judge = {
  name: 'LangChain',
  checks: [
    atPort('reads a completion with its usage', async (place) => {
      const message = await modelOf(place).invoke(asked);
      assert.equal(message.text, 'You said: Hello there');
      const usage = message.usage_metadata as { readonly total_tokens?: number } | undefined;
      assert.ok((usage?.total_tokens ?? 0) > 0);
    }),
    atPort('reads a stream', async (place) => {
      let text = '';
      for await (const { content } of await modelOf(place).stream(asked)) if (typeof content === 'string') text += content;
      assert.equal(text, 'You said: Hello there');
    }),
    atPort('reads a call of a tool', async (place) => {
      const parameters = { type: 'object', required: ['city'], properties: { city: { type: 'string' } } };
      const model = modelOf(place).bindTools([
        { type: 'function', function: { name: 'get_weather', description: 'The weather', parameters } },
      ]);
      const { tool_calls } = await model.invoke([new HumanMessage('Get weather in Rome')]);
      assert.equal(tool_calls?.[0]?.name, 'get_weather');
    }),
    atPort('throws an error with status 401 for a wrong key', async (place) => {
      assert.equal(((await failureOf(modelOf(place, 'wrong').invoke(asked))) as { status?: number }).status, 401);
    }),
  ],
};
