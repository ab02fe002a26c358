import { expect, it } from 'vitest';
import { passScene } from './agent-passes-scene.ts';
import { createMemoryScene, failed, ids, newYear, refused, tokens, uuid } from './memory-scene.ts';
import { send, type RawAnswer } from './raw-request.ts';

const message_id = 'e0000000-0000-4000-8000-000000000001';
const envelope = { message_id, sender_agent_key: 'travel-agent', timestamp: newYear };
const reply = { message_id: uuid, sender_agent_key: expect.any(String) as string, timestamp: newYear, in_reply_to: message_id };
const agent = { 'X-Agent-Key': 'agent-secret' };
const allergy = 'I am allergic to penicillin.';

const create = 'POST /a2a/conversation/create';
const chat = 'POST /a2a/conversation/chat';
const sessionIn = ({ body }: { body: unknown }): string => (body as { session_id: string }).session_id;

it("an agent's conversation starts a session of the user", async () => {
  const { as } = createMemoryScene();
  const created = await as('ada', create, { envelope, user_id: ids.ada, app_id: 'trips' });
  expect([created.status, created.body]).toEqual([201, { envelope: reply, session_id: uuid, created_at: newYear }]);
  expect((created.body as { envelope: { message_id: string } }).envelope.message_id).not.toBe(message_id);
  await expect(as('ada', `GET /v1/session/${sessionIn(created)}`)).resolves.toMatchObject({
    body: { user_id: ids.ada, app_id: 'trips' },
  });
});

it("an agent's conversation belongs to the `default` application by default", async () => {
  const { as } = createMemoryScene();
  const session_id = sessionIn(await as('ada', create, { envelope, user_id: ids.ada }));
  await expect(as('ada', `GET /v1/session/${session_id}`)).resolves.toMatchObject({ body: { app_id: 'default' } });
});

it("each message of an agent gets a reply, and appears in the user's history and memories", async () => {
  const { as, remembered } = createMemoryScene();
  const session_id = sessionIn(await as('ada', create, { envelope, user_id: ids.ada }));
  const second = { ...envelope, message_id: 'e0000000-0000-4000-8000-000000000002' };
  const answered = await as('ada', chat, { envelope: second, action: 'chat', session_id, message: allergy, user_id: ids.ada });
  const content = 'I will remember that.';
  expect([answered.status, answered.body]).toEqual([
    200,
    {
      envelope: { ...reply, in_reply_to: second.message_id },
      session_id,
      message_id: uuid,
      content,
      usage: { tokens_in: 7, tokens_out: 6 },
      cost_usd: 0.000_039,
      model: 'local/balanced',
    },
  ]);
  await expect(as('ada', `GET /v1/session/${session_id}/history`)).resolves.toMatchObject({
    body: {
      messages: [
        { role: 'user', content: allergy },
        { role: 'assistant', content },
      ],
    },
  });
  await expect(remembered('ada')).resolves.toEqual([allergy]);
});

it.each<[string, object, object]>([
  ['the stored key', { gatewayKey: 'gw-good' }, { status: 200 }],
  ['the stored key, even if it is rejected', { gatewayKey: 'invalid-stored' }, failed(502, 'LLM_SERVICE_ERROR')],
  ["the service's own key, when there is no other", {}, { status: 200 }],
])("an agent's conversation is paid with %s", async (_, ada, expected) => {
  const { as, anonymous } = createMemoryScene(ada);
  const session_id = sessionIn(await as('ada', create, { envelope, user_id: ids.ada }));
  const body = { envelope, action: 'chat', session_id, message: 'Hello', user_id: ids.ada };
  await expect(as('ada', chat, body)).resolves.toMatchObject(expected);
  await expect(anonymous(chat, { headers: agent, body })).resolves.toMatchObject(expected);
});

it('an agent with a key can talk to any user', async () => {
  const { as, anonymous } = createMemoryScene();
  for (const name of ['ada', 'grace'] as const) {
    const created = await anonymous(create, { headers: agent, body: { envelope, user_id: ids[name] } });
    expect(created.status).toBe(201);
    const session_id = sessionIn(created);
    const body = { envelope, action: 'chat', session_id, message: 'Hello', user_id: ids[name] };
    await expect(anonymous(chat, { headers: agent, body })).resolves.toMatchObject({ status: 200, body: { content: 'You said: Hello' } });
    await expect(as(name, `GET /v1/session/${session_id}/history`)).resolves.toMatchObject({ body: { messages: [{}, {}] } });
  }
});

it('an agent with the headers of a valid pass needs no token', async () => {
  const { platform, create: createPass } = await passScene();
  const { key } = await createPass();
  platform.seed({ memoryUsers: [{ id: ids.ada, email: 'ada@example.com', token: tokens.ada }] });
  const begin = (secret: string): Promise<RawAnswer> =>
    send(platform, create.replace(' /', ' /memory/'), {
      headers: { 'X-Agent-Secret-Token': secret, 'X-Agent-User-Id': 'agent-1' },
      body: { envelope, user_id: ids.ada },
    });
  await expect(begin(key)).resolves.toMatchObject({ status: 201, body: { envelope: reply } });
  await expect(begin('guessed')).resolves.toMatchObject(failed(403, 'INVALID_AGENT_KEY'));
});

it('a call without a token and without complete agent headers returns 401', async () => {
  const { anonymous } = createMemoryScene();
  const body = { envelope, user_id: ids.ada };
  for (const headers of [{}, { 'X-Agent-User-Id': 'agent-1' }, { 'X-Agent-Key': '' }])
    await expect(anonymous(create, { headers, body })).resolves.toMatchObject(failed(401, 'AUTHENTICATION_FAILED'));
});

it('a wrong token returns 401, even with valid agent headers', async () => {
  const { anonymous } = createMemoryScene();
  const body = { envelope, user_id: ids.ada };
  await expect(anonymous(create, { token: 'mem_guessed', headers: agent, body })).resolves.toMatchObject(
    failed(401, 'AUTHENTICATION_FAILED'),
  );
});

it("an agent's conversation is limited to the user of the token", async () => {
  const { as, anonymous } = createMemoryScene();
  await expect(as('grace', create, { envelope, user_id: ids.ada }, agent)).resolves.toMatchObject(failed(401, 'AUTHENTICATION_FAILED'));
  const session_id = sessionIn(await as('ada', create, { envelope, user_id: ids.ada }));
  const body = { envelope, action: 'chat', session_id, message: 'Hello', user_id: ids.grace };
  for (const token of [undefined, tokens.grace])
    await expect(anonymous(chat, { headers: agent, body, ...(token && { token }) })).resolves.toMatchObject(
      failed(404, 'SESSION_NOT_FOUND'),
    );
});

it("an agent's credentials give no access to other operations", async () => {
  const { anonymous } = createMemoryScene();
  for (const line of ['GET /v1/users/me', 'GET /v1/memory/me', 'GET /v1/users/me?from=/a2a/', 'POST /v1/session'])
    await expect(anonymous(line, { headers: agent })).resolves.toMatchObject(failed(401, 'AUTHENTICATION_FAILED'));
});

it("an agent's conversation with an unknown user returns 400", async () => {
  const { anonymous } = createMemoryScene();
  const body = { envelope, user_id: 'never' };
  await expect(anonymous(create, { headers: agent, body })).resolves.toMatchObject({
    status: 400,
    body: { error: { code: 'VALIDATION_ERROR' } },
  });
});

it.each<[string, object]>([
  ['envelope', { envelope: undefined }],
  ['envelope.message_id', { envelope: { ...envelope, message_id: '' } }],
  ['envelope.sender_agent_key', { envelope: { ...envelope, sender_agent_key: '' } }],
  ['envelope.timestamp', { envelope: { ...envelope, timestamp: undefined } }],
  ['action', { action: 'shout' }],
  ['message', { message: '' }],
  ['user_id', { user_id: undefined }],
])("an agent's message with an invalid %s is rejected", async (field, given) => {
  const { as } = createMemoryScene();
  const session_id = sessionIn(await as('ada', create, { envelope, user_id: ids.ada }));
  const body = { envelope, action: 'chat', session_id, message: 'Hello', user_id: ids.ada, ...given };
  await expect(as('ada', chat, body)).resolves.toMatchObject(refused(field));
});
