import assert from 'node:assert/strict';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, generateText, jsonSchema, stepCountIs, streamText, tool, type LanguageModel } from 'ai';
import { atPort, failureOf, type Place } from '../at-port.ts';
import type { Judge } from '../check.ts';

const modelOf = ({ local, server }: Place, apiKey = local.gatewayKey): LanguageModel =>
  createOpenAICompatible({ name: 'gateway', baseURL: server.baseUrls.gateway, apiKey, includeUsage: true })('auto');

const weather = tool({
  description: 'The weather of a city',
  inputSchema: jsonSchema<{ city: string }>({ type: 'object', required: ['city'], properties: { city: { type: 'string' } } }),
  execute: async ({ city }) => `Sunny in ${city}`,
});

export const aiSdk: Judge = {
  name: 'AI SDK',
  checks: [
    atPort('reads a completion with its usage', async (place) => {
      const { text, usage, finishReason } = await generateText({ model: modelOf(place), prompt: 'Hello there', maxRetries: 0 });
      assert.equal(text, 'You said: Hello there');
      assert.equal(finishReason, 'stop');
      assert.ok((usage.totalTokens ?? 0) > 0);
    }),
    atPort('reads a stream with its usage', async (place) => {
      const result = streamText({ model: modelOf(place), prompt: 'Hello there', maxRetries: 0 });
      let text = '';
      for await (const part of result.textStream) text += part;
      assert.equal(text, 'You said: Hello there');
      assert.ok(((await result.usage).totalTokens ?? 0) > 0);
    }),
    atPort('runs a tool and goes on with its result', async (place) => {
      const { toolResults, steps } = await generateText({
        model: modelOf(place),
        prompt: 'Get weather in Rome',
        tools: { get_weather: weather },
        stopWhen: stepCountIs(2),
        maxRetries: 0,
      });
      assert.equal(steps.flatMap((step) => step.toolResults).length + toolResults.length > 0, true);
    }),
    atPort('names a wrong key', async (place) => {
      const error = await failureOf(generateText({ model: modelOf(place, 'wrong'), prompt: 'Hello', maxRetries: 0 }));
      assert.ok(APICallError.isInstance(error) && error.statusCode === 401);
    }),
  ],
};
