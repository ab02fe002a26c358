import { createLocalPlatform } from '@platform-sdk/local-platform';
import { getMessageText, type GatewayChatInput, type GatewayMessage, type ChatTool } from '@platform-sdk/gateway';
import { expect, it } from 'vitest';
import { createGatewayScene } from './gateway-scene.ts';

const parameters = {
  type: 'object',
  required: ['city', 'days', 'unit', 'exact', 'places', 'options'],
  properties: {
    city: { type: 'string' },
    days: { type: 'integer' },
    unit: { type: 'string', enum: ['celsius', 'kelvin'] },
    exact: { type: 'boolean' },
    places: { type: 'array', items: { type: 'string' } },
    options: { type: 'object', required: ['factor'], properties: { factor: { type: ['number', 'null'] } } },
    note: { type: 'string' },
  },
};
const weather: ChatTool = { type: 'function', function: { name: 'get_weather', parameters } };
const time: ChatTool = { type: 'function', function: { name: 'getTime' } };
const shell: ChatTool = { type: 'custom', custom: { name: 'shell' } };
const tools = [weather, time, shell];

const asking = (content: string, more: Partial<GatewayChatInput> = {}): GatewayChatInput =>
  ({ model: 'acme/sage', messages: [{ role: 'user', content }], tools, ...more }) as GatewayChatInput;

const namesIn = (message: GatewayMessage | undefined): (string | undefined)[] =>
  (message?.tool_calls ?? []).map(({ function: called, custom }) => called?.name ?? custom?.name);

it('the built-in model calls the tool that the message names, with the simplest arguments', async () => {
  const { gateway } = await createGatewayScene();
  const content = 'Get weather for 3.5 days';
  const { choices } = await gateway.chat(asking(content));
  expect(choices).toEqual([
    {
      index: 0,
      message: {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: expect.stringMatching(/^call_/) as string,
            type: 'function',
            function: { name: 'get_weather', arguments: expect.any(String) as string },
          },
        ],
      },
      finish_reason: 'tool_calls',
    },
  ]);
  expect(JSON.parse(choices[0]!.message.tool_calls![0]!.function!.arguments)).toEqual({
    city: content,
    days: 3,
    unit: 'celsius',
    exact: true,
    places: [],
    options: { factor: 3.5 },
  });
});

it('the built-in model streams the same tool call as in a plain response', async () => {
  const { gateway } = await createGatewayScene();
  const { choices } = await gateway.chatStream(asking('Get weather for 3 days')).final();
  expect(choices).toMatchObject([{ message: { content: null }, finish_reason: 'tool_calls' }]);
  const [call] = choices[0]!.message.tool_calls!;
  expect(call).toMatchObject({ index: 0, type: 'function', function: { name: 'get_weather' } });
  expect(JSON.parse(call!.function!.arguments)).toMatchObject({ city: 'Get weather for 3 days', days: 3 });
});

it.each<[string, GatewayChatInput, (string | undefined)[]]>([
  ['no tool if the message names no tool', asking('Hello'), []],
  ['no tool if a name is only a part of a word', asking('Seashells'), []],
  ['every tool that the message names', asking('Get time and get weather'), ['get_weather', 'getTime']],
  ['only one tool if parallel calls are disabled', asking('Get time and get weather', { parallel_tool_calls: false }), ['get_weather']],
  ['no tool if tool_choice is `none`', asking('Get weather', { tool_choice: 'none' }), []],
  ['the first tool if a call is required and the message names no tool', asking('Hello', { tool_choice: 'required' }), ['get_weather']],
  ['the named tool if a call is required', asking('Get time', { tool_choice: 'required' }), ['getTime']],
  ['the tool in tool_choice', asking('Hello', { tool_choice: { type: 'function', function: { name: 'getTime' } } }), ['getTime']],
  ['a custom tool', asking('Run the shell'), ['shell']],
])('the built-in model calls %s, plain and streamed', async (_, request, names) => {
  const { gateway } = await createGatewayScene();
  for (const { choices } of [await gateway.chat(request), await gateway.chatStream(request).final()]) {
    expect(namesIn(choices[0]?.message)).toEqual(names);
    expect(choices[0]?.finish_reason).toBe(names.length > 0 ? 'tool_calls' : 'stop');
  }
});

it('the built-in model replies to tool results with their text', async () => {
  const { gateway } = await createGatewayScene();
  const request = asking('Get time and get weather');
  const { choices } = await gateway.chat(request);
  const reply = choices[0]!.message;
  const results = reply.tool_calls!.map(({ id }, index) => ({ role: 'tool', tool_call_id: id, content: `result ${index}` }));
  const { choices: next } = await gateway.chat({ ...request, messages: [...request.messages, reply, ...results] });
  expect(next).toMatchObject([{ message: { content: 'The tool returned: result 0 result 1' }, finish_reason: 'stop' }]);
});

it('a tool call costs a token for its name and for each word of its arguments, and is truncated at `max_tokens`', async () => {
  const { gateway, balance } = await createGatewayScene();
  const { usage } = await gateway.chat(asking('Get time'));
  expect(usage).toEqual({ prompt_tokens: 2, completion_tokens: 2, total_tokens: 4 });
  await expect(balance('organization')).resolves.toBe(1000 - 4 * 0.015);
  const { choices } = await gateway.chat(asking('Get weather in Rome', { max_tokens: 2 }));
  expect(choices).toMatchObject([{ finish_reason: 'length' }]);
});

it('the upstream receives tools and content parts, and returns tool calls', async () => {
  const other = createLocalPlatform();
  const upstream = { baseUrl: other.baseUrls().gateway, apiKey: other.gatewayKey, fetch: other.fetch };
  const { gateway } = await createGatewayScene({ gateway: { upstream } });
  const content = [
    { type: 'text', text: 'Get time' },
    { type: 'image_url', image_url: { url: 'https://a.example/a.png' } },
  ];
  const request = asking('', { messages: [{ role: 'user', content }] });
  for (const { choices } of [await gateway.chat(request), await gateway.chatStream(request).final()])
    expect(choices).toMatchObject([
      { message: { tool_calls: [{ function: { name: 'getTime', arguments: '{}' } }] }, finish_reason: 'tool_calls' },
    ]);
});

it('a search chat searches for the text of its content parts', async () => {
  const { platform } = await createGatewayScene();
  const response = await platform.fetch(`${platform.baseUrls().search}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ model: 'agentic-search', messages: [{ role: 'user', content: [{ type: 'text', text: 'Ada Lovelace' }] }] }),
  });
  const { choices } = (await response.json()) as { choices: [{ message: GatewayMessage }] };
  expect(getMessageText(choices[0].message)).toContain('Lovelace');
});
