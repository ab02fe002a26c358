import { describe, expect, it } from 'vitest';
import { createMemoryScene, failed, ids, refused, textOf, tokens, type MemoryScene } from './memory-scene.ts';
import { platformAtNewYear, send } from './raw-request.ts';

const allergy = 'I am allergic to penicillin.';
const ID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g;

/** Returns the messages of a session as strings. */
const saidIn = async ({ as }: MemoryScene, session_id: string): Promise<string[]> => {
  const { body } = await as('ada', `GET /v1/session/${session_id}/history`);
  return (body as { messages: { role: string; content: string }[] }).messages.map(({ role, content }) => `${role}: ${content}`);
};

it('a plain chat returns an exact sequence of bytes', async () => {
  const scene = createMemoryScene();
  const { type, text } = await textOf(scene, { session_id: await scene.startSession('ada'), message: 'Hello' });
  expect(type).toBe('application/json');
  expect(text.replaceAll(ID, 'ID')).toBe(
    '{"message_id":"ID","content":"You said: Hello","usage":{"tokens_in":2,"tokens_out":4},"cost_usd":0.000018,"model":"local/balanced"}',
  );
});

it('a plain chat returns the id of its message in the history', async () => {
  const { as, startSession, tell } = createMemoryScene();
  const session_id = await startSession('ada');
  const { body } = await tell('ada', session_id, 'Hello');
  const { body: history } = await as('ada', `GET /v1/session/${session_id}/history`);
  expect(history).toMatchObject({ messages: [{ role: 'user' }, { id: (body as { message_id: string }).message_id, role: 'assistant' }] });
});

it('a chat is not streamed by default, or if its config sets `stream` to false', async () => {
  const { startSession, tell } = createMemoryScene();
  const session_id = await startSession('ada');
  for (const config of [{}, { stream: false }, { embedding_model: null, gateway_api_key: null }])
    await expect(tell('ada', session_id, 'Hello', config)).resolves.toMatchObject({ status: 200, body: { model: 'local/balanced' } });
});

it('a chat counts the tokens of the whole history', async () => {
  const { startSession, tell } = createMemoryScene();
  const session_id = await startSession('ada');
  await tell('ada', session_id, 'Hello');
  await expect(tell('ada', session_id, 'Hello')).resolves.toMatchObject({ body: { usage: { tokens_in: 7, tokens_out: 4 } } });
});

it.each([
  ['fast', 0.000_006],
  ['balanced', 0.000_018],
  ['powerful', 0.000_06],
])('a chat uses the preferred model: %s', async (model_preference, cost_usd) => {
  const { startSession, tell } = createMemoryScene();
  await expect(tell('ada', await startSession('ada'), 'Hello', { model_preference })).resolves.toMatchObject({
    status: 200,
    body: { model: `local/${model_preference}`, cost_usd },
  });
});

it('a chat uses only the memories of this user and application', async () => {
  const { startSession, tell } = createMemoryScene();
  await expect(tell('ada', await startSession('ada'), allergy)).resolves.toMatchObject({ body: { content: 'I will remember that.' } });
  const question = 'What am I allergic to?';
  const asked = async (name: 'ada' | 'grace', app_id: string): Promise<unknown> => {
    const { body } = await tell(name, await startSession(name, { app_id }), question);
    return (body as { content: string }).content;
  };
  await expect(asked('ada', 'default')).resolves.toBe(`I remember: ${allergy}`);
  await expect(asked('ada', 'shop')).resolves.toBe(`You said: ${question}`);
  await expect(asked('grace', 'default')).resolves.toBe(`You said: ${question}`);
});

it('new information is not recalled in the reply to its own message', async () => {
  const { remembered, startSession, tell } = createMemoryScene({ memories: ['I drink green tea every morning.'] });
  const session_id = await startSession('ada');
  await expect(tell('ada', session_id, 'I drink green tea every evening.')).resolves.toMatchObject({
    body: { content: 'I will remember that.' },
  });
  await expect(remembered('ada')).resolves.toHaveLength(2);
  const again = { content: 'I remember: I drink green tea every evening.' };
  await expect(tell('ada', session_id, 'I drink green tea every evening.')).resolves.toMatchObject({ body: again });
});

it('a chat is streamed only by its member `stream`, whatever else the body contains', async () => {
  const scene = createMemoryScene();
  const { startSession, platform, tell } = scene;
  const session_id = await startSession('ada');
  const { type } = await textOf(scene, { session_id, message: 'Hello', mood: 'good', config: { stream: true } });
  expect(type).toBe('text/event-stream; charset=utf-8');
  expect(platform.requestLog.at(-1)).toMatchObject({ operation: 'memory.chatStream', status: 200, unknownFields: ['mood'] });
  const { body } = await tell('ada', session_id, '', { stream: true });
  expect(JSON.stringify(body)).not.toContain('config.stream');
});

it('a streamed chat returns an exact sequence of bytes', async () => {
  const scene = createMemoryScene();
  const session_id = await scene.startSession('ada');
  const { type, text } = await textOf(scene, { session_id, message: 'Hello', config: { stream: true } });
  expect(type).toBe('text/event-stream; charset=utf-8');
  expect(text.replaceAll(ID, 'ID')).toBe(
    [
      'event: message\ndata: {"chunk":"You","id":"ID"}\n\n',
      'event: message\ndata: {"chunk":" said:","id":"ID"}\n\n',
      'event: message\ndata: {"chunk":" Hello","id":"ID"}\n\n',
      'event: done\ndata: {"status":"completed","usage":{"tokens_in":2,"tokens_out":4},"cost_usd":0.000018,"model":"local/balanced"}\n\n',
    ].join(''),
  );
  expect(new Set(text.match(ID)).size).toBe(1);
  await expect(saidIn(scene, session_id)).resolves.toEqual(['user: Hello', 'assistant: You said: Hello']);
});

it.each(['  two  spaces  ', 'a line\nand another\n', '\ttabs', '字'.repeat(50)])(
  'a streamed chat contains the complete text %j',
  async (message) => {
    const scene = createMemoryScene();
    const { text } = await textOf(scene, { session_id: await scene.startSession('ada'), message, config: { stream: true } });
    const chunks = [...text.matchAll(/^data: (.*"chunk".*)$/gm)].map(([, data = '']) => (JSON.parse(data) as { chunk: string }).chunk);
    expect(chunks.join('')).toBe(`You said: ${message}`);
  },
);

it('a streamed chat stores the message but no reply if its client disconnects', async () => {
  const scene = createMemoryScene();
  const session_id = await scene.startSession('ada');
  const body = JSON.stringify({ session_id, message: 'What is in a name that is so long?', config: { stream: true } });
  const headers = { Authorization: `Bearer ${tokens.ada}`, 'Content-Type': 'application/json' };
  const response = await scene.platform.fetch('https://platform.test/memory/v1/chat', { method: 'POST', headers, body });
  const reader = response.body!.getReader();
  await reader.read();
  await reader.cancel();
  await expect(saidIn(scene, session_id)).resolves.toEqual(['user: What is in a name that is so long?']);
});

it('a streamed chat is rejected with JSON, like a plain chat', async () => {
  const scene = createMemoryScene();
  const { type, text } = await textOf(scene, { session_id: 'never', message: 'Hello', config: { stream: true } });
  expect(type).toBe('application/json');
  expect(JSON.parse(text)).toMatchObject({ error: { code: 'SESSION_NOT_FOUND' } });
});

describe.each([false, true])('gateway key of a chat with `stream` %s', (stream) => {
  const chat = async (stored: string | undefined, given: object): Promise<[string | undefined, readonly string[], readonly string[]]> => {
    const scene = createMemoryScene({ ...(stored !== undefined && { gatewayKey: stored }) });
    const session_id = await scene.startSession('ada');
    const { text } = await textOf(scene, { session_id, message: allergy, config: { stream, ...given } });
    const code = /"code":"([A-Z_]+)"/.exec(text)?.[1];
    return [code, await saidIn(scene, session_id), await scene.remembered('ada')];
  };
  const answered = [undefined, [`user: ${allergy}`, 'assistant: I will remember that.'], [allergy]];
  const unanswered = ['LLM_SERVICE_ERROR', [], []];

  it.each<[string, string | undefined, object]>([
    ['the key of the request, even if another key is stored', 'invalid-stored', { gateway_api_key: 'gw-good' }],
    ['the stored key if the request contains no key', 'gw-good', {}],
    ['the stored key if the request contains null', 'gw-good', { gateway_api_key: null }],
    ["the service's own key if no other key exists", undefined, { gateway_api_key: null }],
  ])('the gateway key of a chat is %s', async (_, stored, given) => {
    await expect(chat(stored, given)).resolves.toEqual(answered);
  });

  it.each<[string, string | undefined, object]>([
    ['the key of the request', 'gw-good', { gateway_api_key: 'invalid-given' }],
    ['the stored key', 'invalid-stored', {}],
    ['the stored key, with null in the request,', 'invalid-stored', { gateway_api_key: null }],
  ])('a chat fails with 502 if %s is rejected, and stores nothing', async (_, stored, given) => {
    await expect(chat(stored, given)).resolves.toEqual(unanswered);
  });
});

it('a failed chat returns the error format of the service', async () => {
  const { startSession, tell } = createMemoryScene();
  const session_id = await startSession('ada');
  await expect(tell('ada', 'never', 'Hello')).resolves.toMatchObject(failed(404, 'SESSION_NOT_FOUND'));
  await expect(tell('grace', session_id, 'Hello')).resolves.toMatchObject(failed(404, 'SESSION_NOT_FOUND'));
  await expect(tell('ada', session_id, 'Hello', { gateway_api_key: 'invalid' })).resolves.toMatchObject(failed(502, 'LLM_SERVICE_ERROR'));
});

it.each<[string, object]>([
  ['message', { message: '' }],
  ['message', { message: undefined }],
  ['session_id', { session_id: undefined }],
  ['config.model_preference', { config: { model_preference: 'best' } }],
  ['config.stream', { config: { stream: 'yes' } }],
])('the error of a chat names an invalid %s: %o', async (field, given) => {
  const { as, startSession } = createMemoryScene();
  const body = { session_id: await startSession('ada'), message: 'Hello', ...given };
  await expect(as('ada', 'POST /v1/chat', body)).resolves.toMatchObject(refused(field));
});

it('the error of a chat names no field if the body is not JSON', async () => {
  const { as } = createMemoryScene();
  await expect(as('ada', 'POST /v1/chat', '{"message":')).resolves.toMatchObject(refused(''));
});

it('memory.sessions.create returns 500 if the rule throws an unexpected error', async () => {
  let isBroken = false;
  const brokenId = (): never => {
    throw new RangeError('There are no more ids.');
  };
  const platform = platformAtNewYear({ ids: () => (isBroken ? brokenId() : crypto.randomUUID()) });
  platform.seed({ memoryUsers: [{ id: ids.ada, email: 'ada@example.com', token: tokens.ada }] });
  isBroken = true;
  await expect(send(platform, 'POST /memory/v1/session', { token: tokens.ada, body: {} })).resolves.toMatchObject(
    failed(500, 'INTERNAL_ERROR'),
  );
});

it('a chat returns 400 for more than 8,000 tokens', async () => {
  const scene = createMemoryScene();
  const { startSession, tell } = scene;
  const session_id = await startSession('ada');
  await expect(tell('ada', session_id, 'x'.repeat(32_001))).resolves.toMatchObject(failed(400, 'TOKEN_BUDGET_EXCEEDED'));
  await expect(saidIn(scene, session_id)).resolves.toEqual([]);
  await expect(tell('ada', session_id, 'x'.repeat(32_000))).resolves.toMatchObject({ status: 200 });
});

it('a failed call repeats the trace id of the request, or creates a new id', async () => {
  const { as } = createMemoryScene();
  const traceOf = async (headers?: Record<string, string>): Promise<string> => {
    const { body } = await as('ada', 'GET /v1/session/never', undefined, headers);
    return (body as { error: { trace_id: string } }).error.trace_id;
  };
  const trace = '9d0b3b0e-0000-4000-8000-000000000001';
  await expect(traceOf({ 'X-Trace-ID': trace })).resolves.toBe(trace);
  const made = [await traceOf(), await traceOf(), await traceOf({ 'X-Trace-ID': '' })];
  expect(new Set(made).size).toBe(3);
  for (const each of made) expect(each).toMatch(new RegExp(`^${ID.source}$`));
});

it('every error of the memory service contains the trace id of the request', async () => {
  const { anonymous, as, startSession } = createMemoryScene();
  const trace_id = '9d0b3b0e-0000-4000-8000-000000000001';
  const headers = { 'X-Trace-ID': trace_id };
  await startSession('ada');
  await expect(anonymous('POST /v1/chat', { headers })).resolves.toMatchObject({ status: 401, body: { error: { trace_id } } });
  await expect(as('ada', 'POST /v1/chat', {}, headers)).resolves.toMatchObject({ status: 400, body: { error: { trace_id } } });
});
