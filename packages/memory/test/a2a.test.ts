import { expect, it } from 'vitest';
import { bodyHeaders, failed, failureOf, json, userId, wire } from './wire.ts';

const message_id = '11111111-2222-4333-8444-555555555555';
const envelope = { message_id, sender_agent_key: 'agent-1', timestamp: '2026-01-15T12:00:00.000Z' };
const reply = {
  message_id: '99999999-2222-4333-8444-555555555555',
  sender_agent_key: 'memory',
  timestamp: '2026-01-15T12:00:01Z',
  in_reply_to: message_id,
};
const started = { envelope: reply, session_id: 's-1', created_at: '2026-01-15T12:00:01Z' };
const agent = { secretToken: 'agent-secret-planted', userId: 'agent-user-1' };

it('memory.a2a.createConversation sends the envelope, and returns the conversation', async () => {
  const { memory, sent } = wire([json(started, 201)]);
  await expect(memory.a2a.createConversation({ envelope, user_id: userId, app_id: 'notes' })).resolves.toEqual(started);
  expect(sent).toEqual([
    {
      line: 'POST https://memory.test/a2a/conversation/create',
      headers: bodyHeaders,
      body: `{"envelope":{"message_id":"${message_id}","timestamp":"2026-01-15T12:00:00.000Z","sender_agent_key":"agent-1"},"user_id":"${userId}","app_id":"notes"}`,
    },
  ]);
});

it('memory.a2a.createConversation adds a message id and a timestamp to the envelope', async () => {
  const { memory, sent } = wire([json({ ...started, envelope: {} }, 201)]);
  await memory.a2a.createConversation({ envelope: { sender_agent_key: 'agent-1' }, user_id: userId });
  const made = (JSON.parse(sent[0]?.body ?? '') as { envelope: object }).envelope;
  expect(made).toEqual({
    message_id: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/) as string,
    sender_agent_key: 'agent-1',
    timestamp: '2026-01-15T12:00:00.000Z',
  });
});

it('memory.a2a.createConversation accepts a message id in any format', async () => {
  const own = { ...envelope, message_id: 'msg-1' };
  const { memory, sent } = wire([json({ ...started, envelope: { ...reply, in_reply_to: 'msg-1' } }, 201)]);
  await expect(memory.a2a.createConversation({ envelope: own, user_id: userId })).resolves.toMatchObject({ session_id: 's-1' });
  expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({ envelope: own });
});

it('memory.a2a.createConversation rejects a response that replies to another message', async () => {
  const { memory } = wire([json({ ...started, envelope: { ...reply, in_reply_to: 'other' } }, 201)]);
  await expect(memory.a2a.createConversation({ envelope, user_id: userId })).rejects.toMatchObject({
    kind: 'invalid-response',
    outcome: 'likely-applied',
    message: expect.stringContaining('it replies to other') as string,
  });
});

it("memory.a2a.createConversation sends the configured agent's headers with the Bearer token", async () => {
  const { memory, sent } = wire([json(started, 201)], { agent }, { agentKey: 'agent-key-planted' });
  await memory.a2a.createConversation({ envelope, user_id: userId });
  expect(sent[0]?.headers).toEqual({
    ...bodyHeaders,
    'x-agent-secret-token': 'agent-secret-planted',
    'x-agent-user-id': 'agent-user-1',
    'x-agent-key': 'agent-key-planted',
  });
});

it.each([
  ['the secret token and the user id', { agent }, {}, 'x-agent-secret-token'],
  ['the agent key', {}, { agentKey: 'agent-key-planted' }, 'x-agent-key'],
])('memory.a2a.createConversation sends only %s if the client has no token', async (_, options, own, header) => {
  const { memory, sent } = wire([json(started, 201)], Object.assign({ ...options, tokens: {} }, { token: undefined }), own);
  await memory.a2a.createConversation({ envelope, user_id: userId });
  expect(sent[0]?.headers).toHaveProperty(header);
  expect(sent[0]?.headers).not.toHaveProperty('authorization');
});

it("memory.a2a.createConversation hides the agent's secret in errors", async () => {
  const { memory } = wire(
    [failed(401, 'AUTHENTICATION_FAILED', 'agent-secret-planted and agent-key-planted?')],
    { agent },
    { agentKey: 'agent-key-planted' },
  );
  expect(JSON.stringify(await failureOf(memory.a2a.createConversation({ envelope, user_id: userId })))).not.toContain('planted');
});

it("memory.tokens.list does not send the agent's headers", async () => {
  const { memory, sent } = wire([json({ tokens: [] })], { agent }, { agentKey: 'agent-key-planted' });
  await memory.tokens.list();
  expect(Object.keys(sent[0]?.headers ?? {}).toSorted()).toEqual(['accept', 'authorization']);
});

it('memory.a2a.createConversation rejects an envelope without a sender', async () => {
  const { memory, sent } = wire([json(started, 201)]);
  await expect(memory.a2a.createConversation({ envelope: { sender_agent_key: '' }, user_id: userId })).rejects.toMatchObject({
    kind: 'invalid-input',
    field: 'envelope.sender_agent_key',
  });
  expect(sent).toEqual([]);
});

const answer = { envelope: reply, session_id: 's-1', message_id: 'm-1', content: 'Hello', cost_usd: 0.1, model: 'local' };
const input = { envelope, session_id: 's-1', message: 'Hi', user_id: userId };

it('memory.a2a.chat sends the action and returns the reply', async () => {
  const { memory, sent } = wire([json(answer)]);
  await expect(memory.a2a.chat(input)).resolves.toEqual(answer);
  expect(sent).toEqual([
    {
      line: 'POST https://memory.test/a2a/conversation/chat',
      headers: bodyHeaders,
      body: `{"action":"chat","envelope":{"message_id":"${message_id}","timestamp":"2026-01-15T12:00:00.000Z","sender_agent_key":"agent-1"},"session_id":"s-1","message":"Hi","user_id":"${userId}"}`,
    },
  ]);
});

it('memory.a2a.chat returns a response with only undocumented fields unchanged', async () => {
  const { memory } = wire([json({ text: 'Hello' })]);
  await expect(memory.a2a.chat(input)).resolves.toEqual({ text: 'Hello' });
});

it('memory.a2a.chat rejects a response that replies to another message', async () => {
  const { memory } = wire([json({ envelope: { in_reply_to: 'other' } })]);
  await expect(memory.a2a.chat(input)).rejects.toMatchObject({ kind: 'invalid-response' });
});

it('memory.a2a.chat is not retried after a failure', async () => {
  const { memory, sent } = wire([failed(502, 'LLM_SERVICE_ERROR', 'The model failed.')]);
  await expect(memory.a2a.chat(input)).rejects.toMatchObject({ code: 'LLM_SERVICE_ERROR' });
  expect(sent).toHaveLength(1);
});
