import { expect, it } from 'vitest';
import { createMemoryScene, failed, ids, newYear, refused, uuid, type MemoryScene } from './memory-scene.ts';
import type { RawAnswer } from './raw-request.ts';

const LATER = '2026-01-01T00:01:00.000Z';
const allergy = 'I am allergic to penicillin.';

const titlesIn = ({ body }: RawAnswer): unknown[] => (body as { sessions: { title: unknown }[] }).sessions.map(({ title }) => title);

/** Creates sessions with these titles, one minute apart. */
const titled = async ({ as, platform, startSession }: MemoryScene, ...titles: readonly string[]): Promise<void> => {
  for (const title of titles) {
    await as('ada', `PATCH /v1/session/${await startSession('ada')}`, { title });
    platform.clock.advance(60_000);
  }
};

it('a session is empty at first, in the `default` application', async () => {
  const { as } = createMemoryScene();
  const created = await as('ada', 'POST /v1/session', {});
  expect([created.status, created.body]).toEqual([201, { session_id: uuid, created_at: newYear }]);
  const { session_id } = created.body as { session_id: string };
  const found = await as('ada', `GET /v1/session/${session_id}`);
  expect([found.status, found.body]).toEqual([
    200,
    { session_id, user_id: ids.ada, app_id: 'default', title: null, created_at: newYear, updated_at: newYear, metadata: {} },
  ]);
  await expect(as('ada', `GET /v1/session/${session_id}/history`)).resolves.toMatchObject({
    status: 200,
    body: { session_id, messages: [] },
  });
});

it('a session keeps the application and metadata of its creation', async () => {
  const { as, startSession } = createMemoryScene();
  const given = { app_id: 'shop', metadata: { channel: 'web', tags: ['new'] } };
  await expect(as('ada', `GET /v1/session/${await startSession('ada', given)}`)).resolves.toMatchObject({ body: given });
});

it('a session accepts its id in capital letters', async () => {
  const { as, startSession } = createMemoryScene();
  const started = await Promise.all(Array.from({ length: 16 }, () => startSession('ada')));
  const session_id = started.find((id) => /[a-f]/.test(id))!;
  await expect(as('ada', `GET /v1/session/${session_id.toUpperCase()}`)).resolves.toMatchObject({ status: 200, body: { session_id } });
});

it('the context of a session returns 404', async () => {
  const { as, startSession } = createMemoryScene();
  await expect(as('ada', `GET /v1/session/${await startSession('ada')}/context`)).resolves.toMatchObject({ status: 404 });
});

it('an update of a session changes only the sent fields', async () => {
  const { as, platform, startSession } = createMemoryScene();
  const path = `/v1/session/${await startSession('ada', { metadata: { channel: 'web' } })}`;
  platform.clock.advance(60_000);
  const renamed = { title: 'Plans', metadata: { channel: 'web' }, created_at: newYear, updated_at: LATER };
  await expect(as('ada', `PATCH ${path}`, { title: 'Plans' })).resolves.toMatchObject({ status: 200, body: renamed });
  await as('ada', `PATCH ${path}`, { metadata: { channel: 'phone' } });
  await expect(as('ada', `GET ${path}`)).resolves.toMatchObject({ body: { ...renamed, metadata: { channel: 'phone' } } });
});

it.each<[string, string, object | undefined]>([
  ['GET', '', undefined],
  ['PATCH', '', { title: 'Mine' }],
  ['DELETE', '', undefined],
  ['GET', '/history', undefined],
])('a session returns 404 to other users: %s%s', async (method, rest, body) => {
  const { as, startSession, tell } = createMemoryScene();
  const id = await startSession('ada');
  await tell('ada', id, 'Hello');
  for (const session of [id, 'never'])
    await expect(as('grace', `${method} /v1/session/${session}${rest}`, body)).resolves.toMatchObject(failed(404, 'SESSION_NOT_FOUND'));
  await expect(as('ada', `GET /v1/session/${id}`)).resolves.toMatchObject({ status: 200, body: { title: null } });
  const { body: history } = await as('ada', `GET /v1/session/${id}/history`);
  expect((history as { messages: object[] }).messages).toHaveLength(2);
});

it.each([
  ['POST', '', { metadata: 'web' }, 'metadata'],
  ['POST', '', { app_id: 4 }, 'app_id'],
  ['PATCH', '/some', { title: 4 }, 'title'],
] as const)('a session rejects an invalid field: %s%s %o', async (method, rest, body, field) => {
  const { as } = createMemoryScene();
  await expect(as('ada', `${method} /v1/session${rest}`, body)).resolves.toMatchObject(refused(field));
});

it('a list of sessions contains the number of messages in each session', async () => {
  const { as, startSession, tell } = createMemoryScene();
  const session_id = await startSession('ada', { app_id: 'shop', metadata: { channel: 'web' } });
  await startSession('grace');
  await tell('ada', session_id, 'Hello');
  const listed = await as('ada', 'GET /v1/users/me/sessions');
  const session = {
    session_id,
    user_id: ids.ada,
    app_id: 'shop',
    title: null,
    created_at: newYear,
    updated_at: newYear,
    metadata: { channel: 'web' },
    message_count: 2,
  };
  expect([listed.status, listed.body]).toEqual([200, { sessions: [session], total: 1, limit: 20, offset: 0 }]);
});

it('a list of sessions begins with the most recently changed session', async () => {
  const scene = createMemoryScene();
  await titled(scene, 'first', 'second', 'third');
  const listed = await scene.as('ada', 'GET /v1/users/me/sessions');
  expect(titlesIn(listed)).toEqual(['third', 'second', 'first']);
  const [, , first] = (listed.body as { sessions: { session_id: string }[] }).sessions;
  await scene.tell('ada', first!.session_id, 'Hello');
  expect(titlesIn(await scene.as('ada', 'GET /v1/users/me/sessions'))).toEqual(['first', 'third', 'second']);
});

it('a list of sessions finds a part of a title, ignoring case', async () => {
  const scene = createMemoryScene();
  await titled(scene, 'Plans for May', 'Recipes', 'Floor plan');
  await scene.startSession('ada');
  const found = await scene.as('ada', 'GET /v1/users/me/sessions?search=PLAN');
  expect(titlesIn(found)).toEqual(['Floor plan', 'Plans for May']);
  expect(found.body).toMatchObject({ total: 2 });
  await expect(scene.as('ada', 'GET /v1/users/me/sessions?search=nothing')).resolves.toMatchObject({ body: { sessions: [], total: 0 } });
});

it('a list returns 20 sessions per page by default', async () => {
  const scene = createMemoryScene();
  for (let count = 0; count < 21; count++) await scene.startSession('ada');
  const { body } = await scene.as('ada', 'GET /v1/users/me/sessions');
  expect(body).toMatchObject({ total: 21, limit: 20, offset: 0 });
  expect((body as { sessions: object[] }).sessions).toHaveLength(20);
  const { body: last } = await scene.as('ada', 'GET /v1/users/me/sessions?limit=2&offset=20');
  expect(last).toMatchObject({ total: 21, limit: 2, offset: 20 });
  expect((last as { sessions: object[] }).sessions).toHaveLength(1);
});

it.each(['limit=0', 'limit=many', 'offset=-1'])('a list of sessions rejects %s', async (query) => {
  const { as } = createMemoryScene();
  await expect(as('ada', `GET /v1/users/me/sessions?${query}`)).resolves.toMatchObject(refused(query.split('=')[0]!));
});

it('the messages of a session are returned in order, with role and time', async () => {
  const { as, platform, startSession, tell } = createMemoryScene();
  const session_id = await startSession('ada');
  await tell('ada', session_id, 'Hello');
  platform.clock.advance(60_000);
  await tell('ada', session_id, allergy);
  const { body } = await as('ada', `GET /v1/session/${session_id}/history`);
  expect(body).toEqual({
    session_id,
    messages: [
      { id: uuid, role: 'user', content: 'Hello', token_count: 2, created_at: newYear },
      { id: uuid, role: 'assistant', content: 'You said: Hello', token_count: 4, created_at: newYear },
      { id: uuid, role: 'user', content: allergy, token_count: 7, created_at: LATER },
      { id: uuid, role: 'assistant', content: 'I will remember that.', token_count: 6, created_at: LATER },
    ],
  });
  const found = (body as { messages: { id: string }[] }).messages.map(({ id }) => id);
  expect(new Set(found).size).toBe(4);
});

it('messages belong to one session, but memories belong to all sessions', async () => {
  const { as, startSession, tell } = createMemoryScene();
  await tell('ada', await startSession('ada'), allergy);
  const other = await startSession('ada');
  await expect(tell('ada', other, 'What am I allergic to?')).resolves.toMatchObject({ body: { content: `I remember: ${allergy}` } });
  const { body } = await as('ada', `GET /v1/session/${other}/history`);
  expect((body as { messages: object[] }).messages).toHaveLength(2);
});

it('the removal of a session deletes its messages, but keeps its metadata and the memories', async () => {
  const { as, remembered, startSession, tell } = createMemoryScene();
  const session_id = await startSession('ada', { metadata: { channel: 'web' } });
  const kept = await startSession('ada');
  for (const session of [session_id, kept]) await tell('ada', session, allergy);
  const cleared = await as('ada', `DELETE /v1/session/${session_id}`);
  expect([cleared.status, cleared.body]).toEqual([204, undefined]);

  await expect(as('ada', `GET /v1/session/${session_id}/history`)).resolves.toMatchObject({ status: 200, body: { messages: [] } });
  await expect(as('ada', `GET /v1/session/${session_id}`)).resolves.toMatchObject({ body: { metadata: { channel: 'web' } } });
  await expect(as('ada', `GET /v1/session/${kept}/history`)).resolves.toMatchObject({ body: { messages: [{}, {}] } });
  await expect(remembered('ada')).resolves.toEqual([allergy]);
  await expect(tell('ada', session_id, 'What am I allergic to?')).resolves.toMatchObject({ body: { content: `I remember: ${allergy}` } });
});
