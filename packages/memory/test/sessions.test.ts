import { expect, it } from 'vitest';
import { bodyHeaders, empty, failed, headers, json, wire } from './wire.ts';

const session = {
  session_id: 's-1',
  user_id: 'u-1',
  app_id: 'default',
  title: 'Engines',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-02T00:00:00Z',
  metadata: { topic: 'engines' },
};

const page = (ids: readonly string[], offset: number) =>
  json({ sessions: ids.map((id) => ({ ...session, session_id: id, message_count: 2 })), total: 3, limit: 2, offset });

it('memory.sessions.list requests all pages', async () => {
  const { memory, sent } = wire([page(['s-1', 's-2'], 0), page(['s-3'], 2)]);
  const found = await memory.sessions.list({ limit: 2, search: 'engines & co' }).toArray({ limit: 10 });
  expect(found.map(({ session_id }) => session_id)).toEqual(['s-1', 's-2', 's-3']);
  expect(found[0]).toEqual({ ...session, message_count: 2 });
  expect(sent).toEqual([
    { line: 'GET https://memory.test/v1/users/me/sessions?limit=2&search=engines+%26+co', headers, body: '' },
    { line: 'GET https://memory.test/v1/users/me/sessions?limit=2&search=engines+%26+co&offset=2', headers, body: '' },
  ]);
});

it('memory.sessions.list reads the session id from `id`', async () => {
  const { session_id: id, ...rest } = session;
  const { memory } = wire([json({ sessions: [{ id, ...rest }], total: 1, limit: 20, offset: 0 })]);
  await expect(memory.sessions.list().toArray({ limit: 1 })).resolves.toEqual([{ id, ...session }]);
});

it('memory.sessions.list reports a fractional message count', async () => {
  const listed = json({ sessions: [{ ...session, message_count: 1.5 }], total: 1, limit: 20, offset: 0 });
  const { memory, events } = wire([listed], { validation: 'report' });
  await expect(memory.sessions.list().toArray({ limit: 1 })).resolves.toMatchObject([{ message_count: 1.5 }]);
  expect(events).toContainEqual({
    type: 'invalid-response',
    operation: 'memory.sessions.list',
    field: 'sessions.*.message_count',
    message: 'must be a whole number',
  });
});

it.each([
  ['limit', { limit: 0 }],
  ['offset', { offset: -1 }],
])('memory.sessions.list rejects an invalid %s', async (field, input) => {
  const { memory, sent } = wire([page([], 0)]);
  await expect(memory.sessions.list(input).toArray({ limit: 1 })).rejects.toMatchObject({ kind: 'invalid-input', field });
  expect(sent).toEqual([]);
});

const started = { session_id: 's-1', created_at: '2026-01-01T00:00:00Z' };

it('memory.sessions.create sends the application and the metadata', async () => {
  const { memory, sent } = wire([json(started, 201)]);
  await expect(memory.sessions.create({ app_id: 'notes', metadata: { topic: 'engines' } })).resolves.toEqual(started);
  expect(sent).toEqual([
    { line: 'POST https://memory.test/v1/session', headers: bodyHeaders, body: '{"app_id":"notes","metadata":{"topic":"engines"}}' },
  ]);
});

it('memory.sessions.create sends an empty object for a session without fields', async () => {
  const { memory, sent } = wire([json(started, 201)]);
  await memory.sessions.create();
  expect(sent[0]?.body).toBe('{}');
});

it('memory.sessions.create is not retried after a failure', async () => {
  const { memory, sent } = wire([failed(500, 'INTERNAL_ERROR', 'Oops.')]);
  await expect(memory.sessions.create()).rejects.toMatchObject({ code: 'INTERNAL_ERROR', attempts: 1 });
  expect(sent).toHaveLength(1);
});

it('memory.sessions.get returns the session', async () => {
  const { memory, sent } = wire([json(session)]);
  await expect(memory.sessions.get({ session_id: 's 1' })).resolves.toEqual(session);
  expect(sent).toEqual([{ line: 'GET https://memory.test/v1/session/s%201', headers, body: '' }]);
});
it.each(['', '..', '%2e'])('memory.sessions.get rejects the id %j', async (session_id) => {
  const { memory, sent } = wire([json(session)]);
  await expect(memory.sessions.get({ session_id })).rejects.toMatchObject({ kind: 'invalid-input', field: 'session_id' });
  expect(sent).toEqual([]);
});

it('memory.sessions.update sends the title and the metadata', async () => {
  const { memory, sent } = wire([json(session)]);
  await expect(memory.sessions.update({ session_id: 's-1', title: 'Engines', metadata: { topic: 'engines' } })).resolves.toEqual(session);
  expect(sent).toEqual([
    {
      line: 'PATCH https://memory.test/v1/session/s-1',
      headers: bodyHeaders,
      body: '{"title":"Engines","metadata":{"topic":"engines"}}',
    },
  ]);
});

it('memory.sessions.history returns the messages', async () => {
  const messages = [
    { id: 'm-1', role: 'user', content: 'Hello', token_count: 1, created_at: '2026-01-01T00:00:00Z' },
    { id: 'm-2', role: 'tool', content: '', token_count: 0, created_at: '2026-01-01T00:00:01Z' },
  ];
  const { memory, sent } = wire([json({ session_id: 's-1', messages })]);
  await expect(memory.sessions.history({ session_id: 's-1' })).resolves.toEqual({ session_id: 's-1', messages });
  expect(sent).toEqual([{ line: 'GET https://memory.test/v1/session/s-1/history', headers, body: '' }]);
});

it('memory.sessions.history reports a fractional token count', async () => {
  const messages = [{ id: 'm-1', role: 'user', content: 'Hello', token_count: 1.5 }];
  const { memory, events } = wire([json({ session_id: 's-1', messages })], { validation: 'report' });
  await memory.sessions.history({ session_id: 's-1' });
  expect(events).toContainEqual(expect.objectContaining({ type: 'invalid-response', field: 'messages.*.token_count' }));
});

it('memory.sessions.clear sends a DELETE, and returns nothing', async () => {
  const { memory, sent } = wire([empty()]);
  await expect(memory.sessions.clear({ session_id: 's-1' })).resolves.toBeUndefined();
  expect(sent).toEqual([{ line: 'DELETE https://memory.test/v1/session/s-1', headers, body: '' }]);
});
