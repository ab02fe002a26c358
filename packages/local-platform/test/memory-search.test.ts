import { expect, it } from 'vitest';
import { createMemoryScene, DAY_MS, failed, refused, uuid, type MemoryScene } from './memory-scene.ts';

const allergy = 'I am allergic to penicillin.';
const paint = 'The garden shed needs fresh paint.';
const tea = 'I drink green tea every morning.';

interface Found {
  readonly id: string;
  readonly content: string;
  readonly similarity: number;
}

const search = async ({ as }: MemoryScene, query: string, more: object = {}): Promise<Found[]> => {
  const { body } = await as('ada', 'POST /v1/memory/search', { query, ...more });
  return (body as { results: Found[] }).results;
};
const contentsOf = (found: readonly Found[]): string[] => found.map(({ content }) => content);

it('a search finds texts with the same meaning', async () => {
  const scene = createMemoryScene({ memories: [allergy, { content: tea, daysOld: 1 }] });
  const { status, body } = await scene.as('ada', 'POST /v1/memory/search', { query: 'green tea every morning' });
  const found = { id: uuid, content: tea, similarity: expect.any(Number) as number, created_at: '2025-12-31T00:00:00.000Z' };
  expect([status, body]).toEqual([200, { results: [found], total: 1, limit: 15, offset: 0 }]);
  await expect(search(scene, allergy)).resolves.toMatchObject([{ content: allergy, similarity: 1 }]);
});

it("a search finds only the user's memories, in one application", async () => {
  const scene = createMemoryScene({ memories: [tea, { content: `${tea} Or two.`, app_id: 'shop' }] });
  expect(contentsOf(await search(scene, tea))).toEqual([tea]);
  expect(contentsOf(await search(scene, tea, { app_id: 'shop' }))).toEqual([`${tea} Or two.`]);
  await expect(scene.as('grace', 'POST /v1/memory/search', { query: tea })).resolves.toMatchObject({ body: { results: [], total: 0 } });
});

it('a search finds memories with a similarity of at least 0.6 by default', async () => {
  const like = 'Every morning we take black tea.';
  const unlike = 'Every morning I run.';
  const scene = createMemoryScene({ memories: ['Mint grows behind the house.', unlike, like, tea] });
  const all = await search(scene, tea, { min_similarity: 0 });
  expect(contentsOf(all)).toEqual([tea, like, unlike, 'Mint grows behind the house.']);
  const [, above, under] = all.map(({ similarity }) => similarity) as [number, number, number];
  expect([above, under]).toEqual([expect.closeTo(0.61, 2), expect.closeTo(0.56, 2)]);
  await expect(search(scene, tea)).resolves.toEqual(all.slice(0, 2));
  await expect(search(scene, tea, { min_similarity: under })).resolves.toEqual(all.slice(0, 3));
  await expect(search(scene, tea, { min_similarity: under + 1e-6 })).resolves.toEqual(all.slice(0, 2));
});

it('a search returns 15 memories per page by default', async () => {
  const { as } = createMemoryScene({ memories: Array.from({ length: 17 }, (_, index) => `${tea} ${index}`) });
  const page = async (more: object): Promise<object> => {
    const { body } = await as('ada', 'POST /v1/memory/search', { query: tea, ...more });
    const { results, ...place } = body as { results: object[] };
    return { count: results.length, ...place };
  };
  await expect(page({})).resolves.toEqual({ count: 15, total: 17, limit: 15, offset: 0 });
  await expect(page({ offset: 15 })).resolves.toEqual({ count: 2, total: 17, limit: 15, offset: 15 });
  await expect(page({ limit: 50 })).resolves.toEqual({ count: 17, total: 17, limit: 50, offset: 0 });
  await expect(page({ limit: 1, offset: 16 })).resolves.toEqual({ count: 1, total: 17, limit: 1, offset: 16 });
});

it.each<[string, object]>([
  ['query', { query: '' }],
  ['limit', { limit: 0 }],
  ['limit', { limit: 51 }],
  ['limit', { limit: 1.5 }],
  ['offset', { offset: -1 }],
  ['min_similarity', { min_similarity: -0.1 }],
  ['min_similarity', { min_similarity: 1.1 }],
  ['gateway_api_key', { gateway_api_key: 4 }],
])('a search rejects an invalid %s: %o', async (field, given) => {
  const { as } = createMemoryScene();
  await expect(as('ada', 'POST /v1/memory/search', { query: tea, ...given })).resolves.toMatchObject(refused(field));
});

it.each<[string, string | undefined, string | null | undefined, object]>([
  ["the request's key", 'invalid-stored', 'gw-good', { status: 200 }],
  ["the request's key", 'gw-good', 'invalid-given', failed(502, 'LLM_SERVICE_ERROR')],
  ['the stored key', 'gw-good', null, { status: 200 }],
  ['the stored key', 'invalid-stored', undefined, failed(502, 'LLM_SERVICE_ERROR')],
  ["the service's key", undefined, undefined, { status: 200 }],
])('a memory search is paid with %s: %s, %s', async (_, gatewayKey, gateway_api_key, expected) => {
  const { as } = createMemoryScene({ ...(gatewayKey && { gatewayKey }) });
  await expect(as('ada', 'POST /v1/memory/search', { query: tea, gateway_api_key })).resolves.toMatchObject(expected);
});

// exp(-0.05 x 11.756) is 0.5 / 0.9: at this age, an importance of 0.9 weighs as much as a new 0.5.
it.each([
  [0, [allergy, paint]],
  [11.7, [allergy, paint]],
  [11.8, [paint, allergy]],
])('the order of a list depends on the age of a memory: after %d days', async (daysOld, order) => {
  const { as, remembered } = createMemoryScene({ memories: [{ content: allergy, daysOld }, paint] });
  await expect(remembered('ada')).resolves.toEqual(order);
  const { body } = await as('ada', 'GET /v1/memory/me');
  const scores = (body as { memories: { importance_score: number }[] }).memories.map(({ importance_score }) => importance_score);
  expect(scores.toSorted((one, other) => one - other)).toEqual([0.5, 0.9]);
});

it('an old memory ranks lower in searches, but keeps its similarity', async () => {
  const like = 'I drink green tea every evening.';
  const scene = createMemoryScene({ memories: [tea, like] });
  const [same, similar] = await search(scene, tea);
  expect([same, similar]).toMatchObject([{ content: tea, similarity: 1 }, { content: like }]);
  const days = -Math.log(similar!.similarity) / 0.05;
  for (const [daysOld, order] of [
    [days - 0.1, [tea, like]],
    [days + 0.1, [like, tea]],
  ] as const) {
    const aged = await search(createMemoryScene({ memories: [{ content: tea, daysOld }, like] }), tea);
    expect(contentsOf(aged)).toEqual(order);
    expect(aged.find(({ content }) => content === tea)?.similarity).toBe(1);
  }
});

it('the age of a memory increases with the clock', async () => {
  const { platform, remembered, startSession, tell } = createMemoryScene({ memories: [allergy] });
  platform.clock.advance(12 * DAY_MS);
  await tell('ada', await startSession('ada'), paint);
  await expect(remembered('ada')).resolves.toEqual([paint, allergy]);
});

it('the age of a memory is limited to 365 days in searches, but not in lists', async () => {
  const scene = createMemoryScene({ memories: [{ content: tea, daysOld: 365 }] });
  expect(contentsOf(await search(scene, tea))).toEqual([tea]);
  scene.platform.clock.advance(1);
  await expect(search(scene, tea, { min_similarity: 0 })).resolves.toEqual([]);
  await expect(scene.remembered('ada')).resolves.toEqual([tea]);
  await expect(scene.tell('ada', await scene.startSession('ada'), 'What do I drink every morning?')).resolves.toMatchObject({
    body: { content: 'You said: What do I drink every morning?' },
  });
});
