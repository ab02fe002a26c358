import { generateText, stepCountIs, jsonSchema, streamText, tool } from 'ai';
import { expect, it } from 'vitest';
import { createScriptedGateway, DONE, eventOf, replyOf, streamOf, USAGE } from './scene.ts';

const hello = { prompt: 'Hello', maxRetries: 0 };
const stop = [eventOf({}, 'stop'), USAGE, DONE];

it('streamText takes the id and the model from the first event that contains them, because Azure sends empty values first', async () => {
  const first = 'data: {"choices":[],"created":0,"id":"","model":"","object":"","prompt_filter_results":[{"prompt_index":0}]}\n\n';
  const { gateway } = createScriptedGateway(() => streamOf(first, eventOf({ role: 'assistant', content: 'Hi' }), ...stop));
  const { response, text } = streamText({ ...hello, model: gateway('auto') });
  await expect(text).resolves.toBe('Hi');
  await expect(response).resolves.toMatchObject({
    id: 'chatcmpl-1',
    modelId: 'acme/large',
    timestamp: new Date(1_700_000_000_000),
  });
});

it.each([{ reasoning: 'Why' }, { reasoning_content: 'Why' }, { reasoning: 'Why', reasoning_content: 'Why' }])(
  'generateText and streamText return the reasoning of a reply once from %j',
  async (delta) => {
    const whole = createScriptedGateway(() => replyOf({ ...delta, content: 'Hi' })).gateway;
    await expect(generateText({ ...hello, model: whole('auto') })).resolves.toMatchObject({ reasoningText: 'Why', text: 'Hi' });
    const { gateway } = createScriptedGateway(() =>
      streamOf(eventOf({ ...delta, content: '' }), eventOf({ content: 'Hi', reasoning_content: null }), ...stop),
    );
    const { reasoningText, text } = streamText({ ...hello, model: gateway('auto') });
    await expect(reasoningText).resolves.toBe('Why');
    await expect(text).resolves.toBe('Hi');
  },
);

it('a tool name in several pieces is complete when the tool input begins', async () => {
  const piece = (name: string, args: string, id?: string): string =>
    eventOf({ tool_calls: [{ index: 0, id, function: { name, arguments: args } }] });
  const { gateway } = createScriptedGateway(() =>
    streamOf(piece('get_', '', 'call-1'), piece('weather', ''), piece('', '{"a":1}'), ...stop),
  );
  const { stream } = await gateway('auto').doStream({ prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }] });
  const names: (readonly [string, string])[] = [];
  for await (const part of stream) if ('toolName' in part) names.push([part.type, part.toolName]);
  expect(names).toEqual([
    ['tool-input-start', 'get_weather'],
    ['tool-call', 'get_weather'],
  ]);
});

const call = {
  id: 'call-1',
  type: 'function',
  function: { name: 'add', arguments: '{"a":1}' },
  extra_content: { google: { thought_signature: 'c2lnbmF0dXJl' } },
};
const tools = { add: tool({ inputSchema: jsonSchema<{ a: number }>({ type: 'object' }), execute: () => 'done' }) };
const sent = { role: 'assistant', content: null, tool_calls: [call] };

it('the signature that Gemini adds to a tool call is sent back in the next request', async () => {
  let replies = 0;
  const { gateway, bodies } = createScriptedGateway(() => (replies++ === 0 ? replyOf({ tool_calls: [call] }) : replyOf({ content: 'Hi' })));
  await generateText({ ...hello, tools, stopWhen: stepCountIs(2), model: gateway('auto') });
  expect((bodies[1]?.['messages'] as object[] | undefined)?.[1]).toEqual(sent);
});

it('the signature that Gemini adds to a streamed tool call is sent back in the next request', async () => {
  let replies = 0;
  const { gateway, bodies } = createScriptedGateway(() =>
    streamOf(eventOf(replies++ === 0 ? { tool_calls: [{ index: 0, ...call }] } : { content: 'Hi' }), ...stop),
  );
  const { text } = streamText({ ...hello, tools, stopWhen: stepCountIs(2), model: gateway('auto') });
  await expect(text).resolves.toBe('Hi');
  expect((bodies[1]?.['messages'] as object[] | undefined)?.[1]).toEqual(sent);
});
