import { expect, it } from 'vitest';
import { createMemoryScene, failed, newYear, refused, uuid, type MemoryScene } from './memory-scene.ts';

const allergy = 'I am allergic to penicillin.';
const paint = 'The garden shed needs fresh paint.';
const tea = 'I drink green tea every morning.';
const never = '00000000-0000-4000-8000-00000000dead';

const idsOf = async ({ as }: MemoryScene): Promise<Record<string, string>> => {
  const { body } = await as('ada', 'GET /v1/memory/me');
  return Object.fromEntries((body as { memories: { id: string; content: string }[] }).memories.map(({ id, content }) => [content, id]));
};

it.each([
  [allergy, 0.9, ['medical']],
  ['My name is Ada.', 0.85, ['identity']],
  ['In summary we planned the whole trip.', 0.75, ['summary']],
  ['I love strong coffee.', 0.7, ['preference']],
  ['We decided to meet on Monday.', 0.65, ['decision']],
  [paint, 0.5, []],
])('the importance of a memory depends on its topic: %s %d', async (content, importance_score, tags) => {
  const { as, startSession, tell } = createMemoryScene();
  await tell('ada', await startSession('ada'), content);
  const listed = await as('ada', 'GET /v1/memory/me');
  const memory = { id: uuid, content, importance_score, tags, created_at: newYear };
  expect([listed.status, listed.body]).toEqual([200, { memories: [memory], total: 1, limit: 15, offset: 0 }]);
});

it.each(['Do you like green tea?', 'Hello there', 'Thanks!'])(
  'a sentence below the minimum importance is not stored: %s',
  async (message) => {
    const { remembered, startSession, tell } = createMemoryScene();
    await tell('ada', await startSession('ada'), message);
    await expect(remembered('ada')).resolves.toEqual([]);
  },
);

it("each important sentence of a message becomes a memory, in the session's application", async () => {
  const { remembered, startSession, tell } = createMemoryScene();
  const session_id = await startSession('ada', { app_id: 'shop' });
  await tell('ada', session_id, `Hello there! ${paint} How are you?\n${allergy}`);
  await expect(remembered('ada', '?app_id=shop')).resolves.toEqual([allergy, paint]);
  await expect(remembered('ada', '?app_id=default')).resolves.toEqual([]);
  await expect(remembered('grace')).resolves.toEqual([]);
});

it('memories of a message are cut at 500 characters, without half characters', async () => {
  const { remembered, startSession, tell } = createMemoryScene();
  const long = `The shed is ${'o'.repeat(487)}`;
  await tell('ada', await startSession('ada'), `${long}😀 and red`);
  await expect(remembered('ada')).resolves.toEqual([long]);
});

it('POST /v1/memory/consolidate returns 405, because only DELETE matches the path', async () => {
  const { as, remembered } = createMemoryScene({ memories: [paint, paint] });
  await expect(as('ada', 'POST /v1/memory/consolidate', {})).resolves.toMatchObject({ status: 405 });
  await expect(remembered('ada')).resolves.toEqual([paint, paint]);
});

it('a list contains the memories of all applications, or of one application', async () => {
  const { remembered } = createMemoryScene({
    memories: [paint, { content: allergy, app_id: 'shop' }, { content: tea, importance: 0.95 }],
  });
  await expect(remembered('ada')).resolves.toEqual([tea, allergy, paint]);
  await expect(remembered('ada', '?app_id=shop')).resolves.toEqual([allergy]);
  await expect(remembered('grace')).resolves.toEqual([]);
});

it('a list returns 15 memories per page by default', async () => {
  const { as } = createMemoryScene({ memories: Array.from({ length: 17 }, (_, index) => `${tea} ${index}`) });
  const page = async (query: string): Promise<object> => {
    const { body } = await as('ada', `GET /v1/memory/me${query}`);
    const { memories, ...place } = body as { memories: object[] };
    return { count: memories.length, ...place };
  };
  await expect(page('')).resolves.toEqual({ count: 15, total: 17, limit: 15, offset: 0 });
  await expect(page('?offset=15')).resolves.toEqual({ count: 2, total: 17, limit: 15, offset: 15 });
  await expect(page('?limit=100')).resolves.toEqual({ count: 17, total: 17, limit: 100, offset: 0 });
});

it.each(['limit=0', 'limit=101', 'offset=-1'])('a list of memories rejects %s', async (query) => {
  const { as } = createMemoryScene();
  await expect(as('ada', `GET /v1/memory/me?${query}`)).resolves.toMatchObject(refused(query.split('=')[0]!));
});

it('a memory can be deleted only once', async () => {
  const scene = createMemoryScene({ memories: [allergy, paint] });
  const { [paint]: id } = await idsOf(scene);
  const removed = await scene.as('ada', `DELETE /v1/memory/${id}`);
  expect([removed.status, removed.body]).toEqual([200, { success: true, message: expect.any(String) as string }]);
  await expect(scene.remembered('ada')).resolves.toEqual([allergy]);
  await expect(scene.as('ada', 'POST /v1/memory/search', { query: paint })).resolves.toMatchObject({ body: { results: [], total: 0 } });
  await expect(scene.as('ada', `DELETE /v1/memory/${id}`)).resolves.toMatchObject(failed(404, 'MEMORY_NOT_FOUND'));
});

it('a memory is deleted by an id in capital letters', async () => {
  const scene = createMemoryScene({ memories: Array.from({ length: 16 }, (_, index) => `${tea} ${index}`) });
  const [content, id] = Object.entries(await idsOf(scene)).find(([, each]) => /[a-f]/.test(each))!;
  await expect(scene.as('ada', `DELETE /v1/memory/${id.toUpperCase()}`)).resolves.toMatchObject({ status: 200 });
  await expect(scene.remembered('ada', '?limit=100')).resolves.not.toContain(content);
});

it('DELETE /v1/memory/{memory_id} returns 404 for other users', async () => {
  const scene = createMemoryScene({ memories: [paint] });
  const { [paint]: id } = await idsOf(scene);
  for (const memory of [id, never])
    await expect(scene.as('grace', `DELETE /v1/memory/${memory}`)).resolves.toMatchObject(failed(404, 'MEMORY_NOT_FOUND'));
  await expect(scene.anonymous(`DELETE /v1/memory/${id}`)).resolves.toMatchObject(failed(401, 'AUTHENTICATION_FAILED'));
  await expect(scene.remembered('ada')).resolves.toEqual([paint]);
});

it('DELETE /v1/memory/{memory_id} rejects an id that is not a UUID', async () => {
  const { as } = createMemoryScene();
  await expect(as('ada', 'DELETE /v1/memory/first')).resolves.toMatchObject(refused('memory_id'));
});

it('DELETE /v1/memory/user/all deletes the memories of one application, or of all', async () => {
  const memories = [tea, paint, { content: allergy, app_id: 'shop' }];
  const { as, remembered, startSession, tell } = createMemoryScene({ memories });
  await tell('grace', await startSession('grace'), paint);
  const shop = await as('ada', 'DELETE /v1/memory/user/all?app_id=shop');
  expect([shop.status, shop.body]).toEqual([200, { success: true, deleted_count: 1 }]);
  await expect(remembered('ada')).resolves.toEqual([tea, paint]);
  await expect(as('ada', 'DELETE /v1/memory/user/all')).resolves.toMatchObject({
    status: 200,
    body: { success: true, deleted_count: 2 },
  });
  await expect(remembered('ada')).resolves.toEqual([]);
  await expect(remembered('grace')).resolves.toEqual([paint]);
  await expect(as('ada', 'DELETE /v1/memory/user/all')).resolves.toMatchObject({
    status: 200,
    body: { success: true, deleted_count: 0 },
  });
});
