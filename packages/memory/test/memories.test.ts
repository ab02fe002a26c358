import { describe, expect, it } from 'vitest';
import { bodyHeaders, empty, failed, failureOf, headers, json, wire } from './wire.ts';

const memory_id = '0b7e6c1e-0000-4000-8000-000000000042';

const profile = { user_id: 'u-1', app_id: 'notes', facts: { favouriteColour: 'blue' }, updated_at: '2026-01-01T00:00:00Z' };

it('memory.profile.get returns facts about the caller', async () => {
  const { memory, sent } = wire([json(profile)]);
  await expect(memory.profile.get({ app_id: 'notes' })).resolves.toEqual(profile);
  expect(sent).toEqual([{ line: 'GET https://memory.test/v1/users/me/profile?app_id=notes', headers, body: '' }]);
});

it('memory.profile.merge adds facts', async () => {
  const { memory, sent } = wire([json(profile)]);
  await expect(memory.profile.merge({ facts: { favouriteColour: 'blue' } })).resolves.toEqual(profile);
  expect(sent).toEqual([
    { line: 'PATCH https://memory.test/v1/users/me/profile', headers: bodyHeaders, body: '{"facts":{"favouriteColour":"blue"}}' },
  ]);
});

it('memory.profile.merge accepts keys of 64 characters and values of 1,000 characters', async () => {
  const { memory, sent } = wire([json(profile)]);
  await memory.profile.merge({ facts: { ['k'.repeat(64)]: 'v'.repeat(1000) } });
  expect(sent).toHaveLength(1);
});

it.each([
  ['a key of 65 characters', 'k'.repeat(65), 'blue'],
  ['a key with a space', 'favourite colour', 'blue'],
  ['a key that begins with a capital', 'Colour', 'blue'],
  ['a value of 1001 characters', 'colour', 'v'.repeat(1001)],
  ['a value that is not a string', 'colour', 7 as unknown as string],
])('memory.profile.merge rejects %s', async (_, key, value) => {
  const { memory, sent } = wire([json(profile)]);
  await expect(memory.profile.merge({ facts: { [key]: value } })).rejects.toMatchObject({ kind: 'invalid-input', field: `facts.${key}` });
  expect(sent).toEqual([]);
});

it('memory.profile.clear deletes all facts', async () => {
  const { memory, sent } = wire([empty()]);
  await expect(memory.profile.clear()).resolves.toBeUndefined();
  expect(sent).toEqual([{ line: 'DELETE https://memory.test/v1/users/me/profile', headers, body: '' }]);
});

it('memory.profile.extract sends all sources, and returns the facts', async () => {
  const { memory, sent } = wire([json({ facts: { firstName: 'Ada' } })]);
  const extraction = { app_id: 'notes', text: 'I am Ada', data: { address: { city: 'London' } }, raw: 'x' };
  await expect(memory.profile.extract(extraction)).resolves.toEqual({ facts: { firstName: 'Ada' } });
  expect(sent).toEqual([
    {
      line: 'POST https://memory.test/v1/users/me/profile/extract?app_id=notes',
      headers: bodyHeaders,
      body: '{"text":"I am Ada","data":{"address":{"city":"London"}},"raw":"x"}',
    },
  ]);
});

it.each([
  ['get', (memory: ReturnType<typeof wire>['memory']) => memory.profile.get()],
  ['merge', (memory: ReturnType<typeof wire>['memory']) => memory.profile.merge({ facts: {} })],
  ['clear', (memory: ReturnType<typeof wire>['memory']) => memory.profile.clear()],
  ['extract', (memory: ReturnType<typeof wire>['memory']) => memory.profile.extract({ text: 'x' })],
])('memory.profile.%s fails for an unknown token, without a retry', async (_, ask) => {
  const { memory } = wire([failed(401, 'AUTHENTICATION_FAILED', 'The token is unknown.')]);
  await expect(ask(memory)).rejects.toMatchObject({ code: 'AUTHENTICATION_FAILED', attempts: 1 });
});

describe('memory.memories.search', () => {
  const found = { id: memory_id, content: 'The favourite colour is blue.', similarity: 0.91, created_at: '2026-01-01T00:00:00Z' };

  it('memory.memories.search sends the query and returns the results', async () => {
    const { memory, sent } = wire([json({ results: [found], total: 1, limit: 50, offset: 0 })]);
    const search = { query: 'colour', app_id: 'notes', limit: 50, offset: 0, min_similarity: 0.2, gateway_api_key: null };
    await expect(memory.memories.search(search)).resolves.toEqual({ results: [found], total: 1, limit: 50, offset: 0 });
    expect(sent).toEqual([
      {
        line: 'POST https://memory.test/v1/memory/search',
        headers: bodyHeaders,
        body: '{"query":"colour","app_id":"notes","limit":50,"offset":0,"min_similarity":0.2,"gateway_api_key":null}',
      },
    ]);
  });

  it.each([
    ['query', { query: '' }],
    ['limit', { query: 'x', limit: 0 }],
    ['limit', { query: 'x', limit: 51 }],
    ['offset', { query: 'x', offset: -1 }],
    ['min_similarity', { query: 'x', min_similarity: 1.01 }],
    ['min_similarity', { query: 'x', min_similarity: -0.01 }],
  ])('memory.memories.search rejects an invalid %s: %j', async (field, input) => {
    const { memory, sent } = wire([json({})]);
    await expect(memory.memories.search(input)).rejects.toMatchObject({ kind: 'invalid-input', field });
    expect(sent).toEqual([]);
  });

  it('memory.memories.search is not retried after a failure, and hides the gateway key in the error', async () => {
    const { memory, sent } = wire([failed(502, 'LLM_SERVICE_ERROR', 'gw-planted-77 was refused.')]);
    const error = await failureOf(memory.memories.search({ query: 'x', gateway_api_key: 'gw-planted-77' }));
    expect(JSON.stringify(error)).not.toContain('gw-planted');
    expect(sent).toHaveLength(1);
  });
});

const memoryOf = (id: string) => ({ id, content: 'x', importance_score: 0.7, tags: ['preference'], created_at: '2026-01-01T00:00:00Z' });

it('memory.memories.list requests all pages', async () => {
  const { memory, sent } = wire([
    json({ memories: [memoryOf('1'), memoryOf('2')], total: 3, limit: 2, offset: 0 }),
    json({ memories: [memoryOf('3')], total: 3, limit: 2, offset: 2 }),
  ]);
  const found = await memory.memories.list({ app_id: 'notes', limit: 2 }).toArray({ limit: 10 });
  expect(found).toEqual([memoryOf('1'), memoryOf('2'), memoryOf('3')]);
  expect(sent).toEqual([
    { line: 'GET https://memory.test/v1/memory/me?app_id=notes&limit=2', headers, body: '' },
    { line: 'GET https://memory.test/v1/memory/me?app_id=notes&limit=2&offset=2', headers, body: '' },
  ]);
});

it.each([0, 101, 1.5])('memory.memories.list rejects a limit of %d', async (limit) => {
  const { memory, sent } = wire([json({})]);
  await expect(memory.memories.list({ limit }).toArray({ limit: 1 })).rejects.toMatchObject({ kind: 'invalid-input', field: 'limit' });
  expect(sent).toEqual([]);
});

it('memory.memories.remove deletes the memory', async () => {
  const { memory, sent } = wire([json({ success: true, message: 'Gone.' })]);
  await expect(memory.memories.remove({ memory_id })).resolves.toEqual({ success: true, message: 'Gone.' });
  expect(sent).toEqual([{ line: `DELETE https://memory.test/v1/memory/${memory_id}`, headers, body: '' }]);
});
it('memory.memories.remove returns undefined if the retry after a 503 gets 404', async () => {
  const { memory, sent } = wire([json({}, 503, { 'retry-after': '0' }), failed(404, 'MEMORY_NOT_FOUND', 'There is no such memory.')]);
  await expect(memory.memories.remove({ memory_id })).resolves.toBeUndefined();
  expect(sent).toHaveLength(2);
});

it('memory.memories.remove rejects an id that is not a UUID', async () => {
  const { memory, sent } = wire([json({})]);
  await expect(memory.memories.remove({ memory_id: 'user' })).rejects.toMatchObject({ kind: 'invalid-input', field: 'memory_id' });
  expect(sent).toEqual([]);
});

it('memory.memories.removeAll deletes everything after a confirmation, which is not sent', async () => {
  const { memory, sent } = wire([json({ success: true, deleted_count: 7 })]);
  await expect(memory.memories.removeAll({ app_id: 'notes', confirm: true })).resolves.toEqual({ success: true, deleted_count: 7 });
  expect(sent).toEqual([{ line: 'DELETE https://memory.test/v1/memory/user/all?app_id=notes', headers, body: '' }]);
});

it.each([undefined, false, 'true'])('memory.memories.removeAll rejects the confirmation %j', async (confirm) => {
  const { memory, sent } = wire([json({})]);
  await expect(memory.memories.removeAll({ confirm: confirm as true })).rejects.toMatchObject({
    kind: 'invalid-input',
    field: 'confirm',
  });
  expect(sent).toEqual([]);
});

it('memory.memories.duplicates returns groups of duplicates', async () => {
  const found = {
    groups: [
      {
        canonical_id: '1',
        canonical_content: 'The dog is called Rex.',
        duplicates: [{ id: '2', content: 'The dog is named Rex.', created_at: '2026-01-01T00:00:00Z', similarity_to_canonical: 0.96 }],
      },
    ],
    total_duplicates: 1,
  };
  const { memory, sent } = wire([json(found)]);
  await expect(memory.memories.duplicates({ app_id: 'notes' })).resolves.toEqual(found);
  expect(sent).toEqual([{ line: 'GET https://memory.test/v1/memory/duplicates?app_id=notes', headers, body: '' }]);
});

it('memory.memories.duplicates rejects a response without groups', async () => {
  const { memory } = wire([json({ total_duplicates: 0 })]);
  await expect(memory.memories.duplicates()).rejects.toMatchObject({ kind: 'invalid-response', field: 'groups' });
});

it('memory.memories.deduplicate sends a POST without a body', async () => {
  const { memory, sent } = wire([json({ success: true, deleted_count: 2, groups_merged: 1 })]);
  await expect(memory.memories.deduplicate({ app_id: 'notes' })).resolves.toEqual({ success: true, deleted_count: 2, groups_merged: 1 });
  expect(sent).toEqual([{ line: 'POST https://memory.test/v1/memory/deduplicate?app_id=notes', headers, body: '' }]);
});

it('memory.memories.deduplicate is not retried after a failure', async () => {
  const { memory, sent } = wire([failed(500, 'INTERNAL_ERROR', 'Oops.')]);
  await expect(memory.memories.deduplicate()).rejects.toMatchObject({ outcome: 'unknown' });
  expect(sent).toHaveLength(1);
});
