import { isModelError, isSessionNotFoundError, isTokenBudgetExceededError, type MemoryChatEvent } from '@platform-sdk/memory';
import { expect, it } from 'vitest';
import { bodyHeaders, events, failed, failureOf, json, wire } from './wire.ts';

const usage = { tokens_in: 12, tokens_out: 3 };
const result = { message_id: 'm-1', content: 'Hello Ada', usage, cost_usd: 0.0003, model: 'local/balanced-1' };
const input = { session_id: 's-1', message: 'Hello' };

const stream = [
  'event: message\ndata: {"chunk":"Hello ","id":"m-1"}\n\n',
  ': still here\n\n',
  'event: message\ndata: {"chunk":"Ada","id":"m-1"}\n\n',
  'event: done\ndata: {"status":"completed","usage":{"tokens_in":12,"tokens_out":3},"cost_usd":0.0003,"model":"local/balanced-1"}\n\n',
] as const;

const eventsOf = async (source: AsyncIterable<MemoryChatEvent>): Promise<MemoryChatEvent[]> => {
  const found: MemoryChatEvent[] = [];
  for await (const event of source) found.push(event);
  return found;
};

it('memory.chat sends the message and returns the reply', async () => {
  const { memory, sent } = wire([json(result)]);
  const config = { model_preference: 'fast', gateway_api_key: 'gw-planted-77', embedding_model: null } as const;
  await expect(memory.chat({ ...input, config })).resolves.toEqual(result);
  expect(sent).toEqual([
    {
      line: 'POST https://memory.test/v1/chat',
      headers: bodyHeaders,
      body: '{"session_id":"s-1","message":"Hello","config":{"model_preference":"fast","gateway_api_key":"gw-planted-77","embedding_model":null}}',
    },
  ]);
});

it.each([
  ['message', { session_id: 's-1', message: '' }],
  ['config.model_preference', { ...input, config: { model_preference: 'best' as 'fast' } }],
  ['config.stream', { ...input, config: { stream: true as unknown as false } }],
])('memory.chat rejects an invalid %s', async (field, wrong) => {
  const { memory, sent } = wire([json(result)]);
  await expect(memory.chat(wrong)).rejects.toMatchObject({ kind: 'invalid-input', field });
  expect(sent).toEqual([]);
});

it.each([
  [404, 'SESSION_NOT_FOUND', isSessionNotFoundError],
  [400, 'TOKEN_BUDGET_EXCEEDED', isTokenBudgetExceededError],
  [502, 'LLM_SERVICE_ERROR', isModelError],
])('memory.chat fails with %d %s, without a retry', async (status, code, is) => {
  const { memory, sent } = wire([failed(status, code, 'That did not work.')]);
  const error = await failureOf(memory.chat(input));
  expect(is(error)).toBe(true);
  expect(error).toMatchObject({ status, message: expect.stringMatching(/^That did not work\./) as string });
  expect(sent).toHaveLength(1);
});

it('memory.chat hides the gateway key in errors', async () => {
  const { memory } = wire([failed(502, 'LLM_SERVICE_ERROR', 'gw-planted-77 was refused.')]);
  const error = await failureOf(memory.chat({ ...input, config: { gateway_api_key: 'gw-planted-77' } }));
  expect(JSON.stringify(error)).not.toContain('gw-planted');
});

it('memory.chat reads an event stream instead of JSON, and fails if the stream reports a failure or is truncated', async () => {
  await expect(wire([events(...stream)]).memory.chat(input)).resolves.toEqual(result);
  await expect(wire([events(...stream.slice(0, 3))]).memory.chat(input)).rejects.toMatchObject({
    kind: 'truncated',
    outcome: 'likely-applied',
    received: { content: 'Hello Ada' },
  });
  const failure = 'event: error\ndata: {"error":{"code":"LLM_SERVICE_ERROR","message":"The model failed."}}\n\n';
  await expect(wire([events(stream[0], failure)]).memory.chat(input)).rejects.toMatchObject({ kind: 'http', code: 'LLM_SERVICE_ERROR' });
});

it.each([
  { status: 'failed', content: '', message_id: 'm-1' },
  { status: 'failed', error: { code: 'LLM_SERVICE_ERROR', message: 'The model failed.' } },
  { error: 'The model failed.' },
])('memory.chat fails for an error with status 200: %j', async (body) => {
  await expect(wire([json(body)]).memory.chat(input)).rejects.toMatchObject({ kind: 'http', status: 200, body });
});

it('memory.chatStream requests a stream and yields its events', async () => {
  const { memory, sent } = wire([events(...stream)]);
  await expect(eventsOf(memory.chatStream({ ...input, config: { model_preference: 'powerful' } }))).resolves.toEqual([
    { type: 'message', chunk: 'Hello ', id: 'm-1' },
    { type: 'message', chunk: 'Ada', id: 'm-1' },
    { type: 'done', status: 'completed', usage, cost_usd: 0.0003, model: 'local/balanced-1' },
  ]);
  expect(sent).toEqual([
    {
      line: 'POST https://memory.test/v1/chat',
      headers: { ...bodyHeaders, accept: 'text/event-stream' },
      body: '{"session_id":"s-1","message":"Hello","config":{"model_preference":"powerful","stream":true}}',
    },
  ]);
});

it('memory.chatStream sends nothing until the stream is read', () => {
  const { memory, sent } = wire([events(...stream)]);
  memory.chatStream(input);
  expect(sent).toEqual([]);
});

it('memory.chatStream yields only the text of the reply with text()', async () => {
  const { memory } = wire([events(...stream)]);
  let text = '';
  for await (const piece of memory.chatStream(input).text()) text += piece;
  expect(text).toBe('Hello Ada');
});

it('memory.chatStream returns the whole reply with final()', async () => {
  const { memory } = wire([events(...stream)]);
  await expect(memory.chatStream(input).final()).resolves.toEqual(result);
});

it('memory.chatStream accepts a done event without a blank line after it', async () => {
  const { memory } = wire([events(...stream.slice(0, 3), stream[3].trimEnd())]);
  await expect(memory.chatStream(input).final()).resolves.toEqual(result);
});

it('memory.chatStream ignores events after the done event', async () => {
  const { memory } = wire([events(...stream, 'event: message\ndata: {"chunk":"!","id":"m-1"}\n\n')]);
  await expect(memory.chatStream(input).final()).resolves.toEqual(result);
});

it.each([
  ['1 event', stream.slice(0, 1), { message_id: 'm-1', content: 'Hello ' }],
  ['2 events', stream.slice(0, 3), { message_id: 'm-1', content: 'Hello Ada' }],
  ['no event', [], { content: '' }],
  ['half a done event', [...stream.slice(0, 3), stream[3].slice(0, -3)], { message_id: 'm-1', content: 'Hello Ada' }],
])('memory.chatStream rejects with the received part if the stream ends after %s', async (_, pieces, received) => {
  const { memory } = wire([events(...pieces)]);
  await expect(memory.chatStream(input).final()).rejects.toMatchObject({ kind: 'truncated', operation: 'memory.chatStream', received });
});

it.each([
  ['{"error":{"code":"LLM_SERVICE_ERROR","message":"The model failed.","trace_id":"t-9","details":{}}}', 'LLM_SERVICE_ERROR', 't-9'],
  ['{"code":"LLM_SERVICE_ERROR","message":"The model failed."}', 'LLM_SERVICE_ERROR', undefined],
  ['{"error":"The model failed."}', undefined, undefined],
  ['{"detail":"The model failed."}', undefined, undefined],
  ['"The model failed."', undefined, undefined],
  ['The model failed.', undefined, undefined],
])('memory.chatStream fails with the message of the error event: %s', async (data, code, traceId) => {
  const { memory } = wire([events(stream[0], `event: error\ndata: ${data}\n\n`, stream[3])]);
  const seen: string[] = [];
  const work = (async () => {
    for await (const piece of memory.chatStream(input).text()) seen.push(piece);
  })();
  const error = await failureOf(work);
  expect(error).toMatchObject({ kind: 'http', message: 'The model failed.', received: { message_id: 'm-1', content: 'Hello ' } });
  expect(error).toHaveProperty('operation', 'memory.chatStream');
  expect([(error as { code?: string }).code, (error as { traceId?: string }).traceId]).toEqual([code, traceId]);
  expect(isModelError(error)).toBe(code !== undefined);
  expect(seen).toEqual(['Hello ']);
});

it.each(['failed', 'error', 'cancelled', 'aborted'])('memory.chatStream fails for a done event with the status %s', async (status) => {
  const done = `event: done\ndata: ${JSON.stringify({ status, message: 'The model failed.', code: 'LLM_SERVICE_ERROR' })}\n\n`;
  const { memory } = wire([events(stream[0], done)]);
  const error = await failureOf(memory.chatStream(input).final());
  expect(error).toMatchObject({ kind: 'http', message: 'The model failed.', status: 200, received: { content: 'Hello ' } });
  expect(isModelError(error)).toBe(true);
});

it('memory.chatStream keeps undocumented fields of a done event', async () => {
  const { memory } = wire([events(...stream.slice(0, 3), 'event: done\ndata: {"status":"completed","memories":[1],"model":null}\n\n')]);
  await expect(memory.chatStream(input).final()).resolves.toEqual({ content: 'Hello Ada', message_id: 'm-1', memories: [1] });
});

it('memory.chatStream hides the gateway key in the error of a failed stream', async () => {
  const { memory } = wire([events('event: error\ndata: {"error":{"message":"gw-planted-77 was refused"}}\n\n')]);
  const error = await failureOf(memory.chatStream({ ...input, config: { gateway_api_key: 'gw-planted-77' } }).final());
  expect(error).toMatchObject({ message: '[redacted] was refused' });
  expect(JSON.stringify(error)).not.toContain('gw-planted');
});

it('memory.chatStream fails for an event that is not JSON', async () => {
  const { memory } = wire([events(stream[0], 'event: message\ndata: Hello\n\n', stream[3])]);
  await expect(memory.chatStream(input).final()).rejects.toMatchObject({ kind: 'invalid-response', received: { content: 'Hello ' } });
});

it('memory.chatStream yields a JSON response as one event', async () => {
  const { memory } = wire([json(result)]);
  await expect(eventsOf(memory.chatStream(input))).resolves.toEqual([{ type: 'message', chunk: 'Hello Ada', id: 'm-1' }]);
  await expect(memory.chatStream(input).final()).resolves.toEqual(result);
});

it.each([
  ['JSON that is not a reply', () => json({ ok: true })],
  ['an HTML page', () => new Response('<html><title>Login</title></html>', { headers: { 'Content-Type': 'text/html' } })],
  ['an empty body', () => new Response('', { headers: { 'Content-Type': 'application/json' } })],
])('memory.chatStream fails if the response is %s', async (_, answer) => {
  const { memory } = wire([answer()]);
  await expect(memory.chatStream(input).final()).rejects.toMatchObject({ kind: 'invalid-response', received: { content: '' } });
});

it('memory.chatStream fails with the status of a rejected call, without a retry', async () => {
  const { memory, sent } = wire([failed(404, 'SESSION_NOT_FOUND', 'There is no such session.')]);
  const error = await failureOf(memory.chatStream(input).final());
  expect(isSessionNotFoundError(error)).toBe(true);
  expect(error).toMatchObject({ status: 404, outcome: 'rejected' });
  expect(sent).toHaveLength(1);
});

it('memory.chatStream rejects an invalid input at the first read', async () => {
  const { memory, sent } = wire([events(...stream)]);
  await expect(memory.chatStream({ ...input, message: '' }).final()).rejects.toMatchObject({ kind: 'invalid-input', field: 'message' });
  expect(sent).toEqual([]);
});
