import { parseRouting, type GatewayChatChunk, type Routing } from '@platform-sdk/gateway';
import { expect, it } from 'vitest';
import { completion, event, failureOf, finalOf, hello, json, lines, stream, wire } from './wire.ts';

const read = async <T>(events: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = [];
  for await (const each of events) found.push(each);
  return found;
};

const begun = lines.slice(0, 3);
const partial = {
  ...completion,
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello there' }, finish_reason: null }],
  usage: undefined,
};

it('gateway.chatStream requests a stream', async () => {
  const { gateway, sent } = wire([stream()]);
  await gateway.chatStream({ ...hello, temperature: 1 }).final();
  expect(sent).toEqual([
    {
      line: 'POST https://gateway.test/v1/chat/completions',
      headers: { accept: 'text/event-stream', 'content-type': 'application/json', authorization: 'Bearer key-1' },
      body: '{"model":"acme/large","messages":[{"role":"user","content":"Hello"}],"temperature":1,"stream":true}',
    },
  ]);
});

it('gateway.chatStream yields every event unchanged', async () => {
  await expect(read(wire([stream()]).gateway.chatStream(hello))).resolves.toEqual(lines.slice(0, -1));
});

it('the text() of a chat stream yields only its text', async () => {
  await expect(read(wire([stream()]).gateway.chatStream(hello).text())).resolves.toEqual(['Hello', ' there']);
});

it('a chat stream returns the same text wherever its bytes are split into two chunks', async () => {
  const bytes = new TextEncoder().encode(await stream([event({ delta: { content: 'Grüße 🌍' } }), ...lines.slice(3)]).text());
  const results = await Promise.all(
    Array.from({ length: bytes.length }, (_, at) => {
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(bytes.slice(0, at));
          controller.enqueue(bytes.slice(at));
          controller.close();
        },
      });
      const answer = () => new Response(body, { headers: { 'content-type': 'text/event-stream' } });
      return finalOf(answer);
    }),
  );
  expect(new Set(results.map(({ choices }) => choices[0]?.message.content))).toEqual(new Set(['Grüße 🌍']));
});

it('gateway.chatStream passes `onResponse` the headers with the model chosen for `auto`', async () => {
  let routing: Routing | undefined;
  const { gateway } = wire([stream(lines, { 'x-ira-model': 'acme/small', 'x-ira-strategy': 'fastest', 'x-ira-latency': '3' })]);
  await gateway.chatStream({ ...hello, model: 'auto' }, { onResponse: (response) => (routing = parseRouting(response.headers)) }).final();
  expect(routing).toEqual({ model: 'acme/small', strategy: 'fastest', latencyMs: 3 });
});

it('gateway.chatStream joins several choices by their index', async () => {
  const messages = [
    { ...event({}), choices: [{ index: 1, delta: { content: 'B' } }] },
    event({ delta: { role: 'assistant', content: 'A' } }),
    { ...event({}), choices: [{ index: 1, delta: { content: 'b' }, finish_reason: 'length' }] },
    event({ delta: { content: 'a' }, finish_reason: 'stop' }),
  ];
  const { choices } = await finalOf(stream(messages));
  expect(choices).toEqual([
    { index: 0, message: { role: 'assistant', content: 'Aa' }, finish_reason: 'stop' },
    { index: 1, message: { role: 'assistant', content: 'Bb' }, finish_reason: 'length' },
  ]);
});

it('gateway.chatStream joins tool calls and provider-specific fields', async () => {
  const call = (more: object) => event({ delta: { tool_calls: [{ index: 0, ...more }] } });
  const messages = [
    call({ id: 'call-1', type: 'function', function: { name: 'add', arguments: '{"a"' } }),
    call({ id: 'call-1', function: { arguments: ':1}' } }),
    event({ delta: { tool_calls: [{ index: 1, id: 'call-2', function: { name: 'sub', arguments: '{}' } }], reasoning: 'So' } }),
    event({ delta: { reasoning: ', well' }, finish_reason: 'tool_calls' }),
    '[DONE]',
  ];
  const { choices } = await finalOf(stream(messages));
  expect(choices[0]?.message).toEqual({
    role: 'assistant',
    content: null,
    reasoning: 'So, well',
    tool_calls: [
      { index: 0, id: 'call-1', type: 'function', function: { name: 'add', arguments: '{"a":1}' } },
      { index: 1, id: 'call-2', function: { name: 'sub', arguments: '{}' } },
    ],
  });
});

it('a chat stream never changes the prototype of objects', async () => {
  const hostile = `{"choices":[{"index":0,"delta":{"__proto__":{"planted":true},"constructor":{"prototype":{"planted":true}}},"finish_reason":"stop"}]}`;
  await finalOf(stream([hostile, '[DONE]']));
  expect('planted' in {}).toBe(false);
});

it('gateway.chatStream accepts choices without index or delta, as some providers send them', async () => {
  const messages = ['{"choices":[]}', '{"choices":[{}]}', '{"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}'];
  const chunks = await read(wire([stream(messages)]).gateway.chatStream(hello));
  expect(chunks.map(({ choices }) => choices[0]?.delta)).toEqual([undefined, {}, { content: 'Hi' }]);
  await expect(finalOf(stream(messages))).resolves.toMatchObject({
    choices: [{ index: 0, message: { content: 'Hi' }, finish_reason: 'stop' }],
  });
});

it('a chat stream never changes the events that it has yielded', async () => {
  const messages = [
    event({ delta: { tool_calls: [{ index: 0, function: { arguments: 'a' } }] } }),
    event({ delta: { tool_calls: [{ index: 0, function: { arguments: 'b' } }] }, finish_reason: 'stop' }),
  ];
  await expect(read(wire([stream(messages)]).gateway.chatStream(hello))).resolves.toEqual(messages);
});

it('a stream is complete after a finish reason, without [DONE]', async () => {
  await expect(finalOf(stream(lines.slice(0, 4)))).resolves.toMatchObject({
    choices: [{ finish_reason: 'stop' }],
  });
});

it('a chat stream returns the whole completion after [DONE], even if the connection stays open', async () => {
  const text = await stream().text();
  let cancelled = false;
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
    cancel: () => void (cancelled = true),
  });
  const answer = (_: unknown, signal: AbortSignal) => {
    signal.addEventListener('abort', () => (cancelled = true));
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
  await expect(finalOf(answer)).resolves.toEqual(completion);
  expect(cancelled).toBe(true);
});

it.each([0, 1, 3])('a stream that ends after %i events rejects as truncated, with the received part', async (count) => {
  const error = await failureOf(finalOf(stream(lines.slice(0, count))));
  expect(error).toMatchObject({ kind: 'truncated', operation: 'gateway.chatStream', outcome: 'likely-applied' });
  expect((error as { received: { choices: unknown[] } }).received.choices).toEqual(
    [[], [{ index: 0, message: { role: 'assistant', content: '' }, finish_reason: null }], [], partial.choices][count],
  );
});

it.each<[string, object, string, string | undefined]>([
  ['an error object', { error: { message: 'The provider failed', code: 'upstream_error' } }, 'The provider failed', 'upstream_error'],
  ['an error with a type', { error: { message: 'Too long', type: 'server_error', code: null } }, 'Too long', 'server_error'],
  ['an error with a numeric code', { error: { message: 'Slow down', code: 429 } }, 'Slow down', '429'],
  ['an error that is a string', { error: 'The provider failed' }, 'The provider failed', undefined],
  ['an error with a detail', { detail: 'No credits', error: { code: 'INSUFFICIENT_CREDITS' } }, 'No credits', 'INSUFFICIENT_CREDITS'],
  ['an empty error', { error: {} }, 'The service reported a failure', undefined],
])('a chat stream rejects with the received part after %s', async (_, failure, message, code) => {
  const chunks: GatewayChatChunk[] = [];
  const error = await failureOf(
    (async () => {
      for await (const chunk of wire([stream([...begun, failure, ...lines.slice(3)])]).gateway.chatStream(hello)) chunks.push(chunk);
    })(),
  );
  expect(error).toMatchObject({
    kind: 'http',
    status: 200,
    message,
    operation: 'gateway.chatStream',
    outcome: 'likely-applied',
    body: failure,
  });
  expect((error as { code?: string }).code).toBe(code);
  expect(chunks).toEqual(begun);
  expect((error as { received: unknown }).received).toMatchObject({ choices: partial.choices });
});

it.each([
  ['not JSON', 'data'],
  ['truncated JSON', '{"choices":[{"ind'],
  ['a number', '7'],
  ['an array', '[]'],
  ['an object whose choices are not an array', '{"choices":{}}'],
  ['an object with a null choice', '{"choices":[null]}'],
])('a chat stream rejects with an invalid-response error for an event that is %s', async (_, message) => {
  const error = await failureOf(finalOf(stream([...begun, message])));
  expect(error).toMatchObject({ kind: 'invalid-response', operation: 'gateway.chatStream', received: { choices: partial.choices } });
});

it('gateway.chatStream yields a plain completion as one event', async () => {
  const { gateway } = wire([json(completion)]);
  await expect(read(gateway.chatStream(hello))).resolves.toEqual([
    {
      ...completion,
      choices: [{ index: 0, delta: { role: 'assistant', content: 'Hello there' }, finish_reason: 'stop' }],
    },
  ]);
  await expect(gateway.chatStream(hello).final()).resolves.toEqual(completion);
  await expect(read(gateway.chatStream(hello).text())).resolves.toEqual(['Hello there']);
});

it('a chat stream rejects with the error in a JSON response of status 200', async () => {
  const { gateway } = wire([json({ error: { message: 'The provider failed', code: 'upstream_error' } })]);
  await expect(gateway.chatStream(hello).final()).rejects.toMatchObject({ kind: 'http', code: 'upstream_error' });
});

it.each([
  ['other JSON', json({ ok: true })],
  ['an array', json([completion])],
  ['a completion with a null choice', json({ ...completion, choices: [null] })],
  ['an HTML page', new Response('<html></html>', { headers: { 'content-type': 'text/html' } })],
  ['an empty body', new Response('', { headers: { 'content-type': 'application/json' } })],
])('a chat stream rejects with an invalid-response error for %s', async (_, answer) => {
  await expect(finalOf(answer)).rejects.toMatchObject({ kind: 'invalid-response' });
});

it.each<[string, object, string]>([
  ['a temperature above 2', { temperature: 3 }, 'temperature'],
  ['no messages', { messages: [] }, 'messages'],
  ["another agent's settings", { model: 'search-engine', agent_config: { format: 'markdown' } }, 'agent_config.format'],
])('gateway.chatStream rejects %s before anything is sent', async (_, given, field) => {
  const { gateway, sent } = wire([stream()]);
  const error = await failureOf(gateway.chatStream({ ...hello, ...given }).final());
  expect(error).toMatchObject({ kind: 'invalid-input', field, operation: 'gateway.chatStream', outcome: 'not-sent' });
  expect(sent).toEqual([]);
});

it('a chat stream sends its request at the first read, and does not retry', async () => {
  const { gateway, sent } = wire([json({ detail: 'The provider failed.' }, 500)]);
  const events = gateway.chatStream(hello);
  expect(sent).toEqual([]);
  await expect(events.final()).rejects.toMatchObject({ status: 500, attempts: 1 });
  expect(sent).toHaveLength(1);
});
