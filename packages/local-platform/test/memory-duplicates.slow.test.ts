import { describe, expect, it, vi } from 'vitest';
import type * as Duplicates from '../src/services/memory/duplicates.ts';
import type * as Embedding from '../src/services/memory/embedding.ts';
import { createMemoryScene, uuid, type MemoryScene } from './memory-scene.ts';

const { groupsOf, duplicatesOf } = await vi.importActual<typeof Duplicates>('../src/services/memory/duplicates.ts');
const { embed } = await vi.importActual<typeof Embedding>('../src/services/memory/embedding.ts');

const seven = 'The gardener planted seven apple trees behind the kitchen.';
const eight = 'The gardener planted eight apple trees behind the kitchen.';
const single = 'The gardener planted seven apple tree behind the kitchen.';
const turned = 'Behind the kitchen the gardener planted seven apple trees.';
const cat = 'The cat chased the dog.';
const cats = 'The cats chased the dogs.';
const winter =
  'Last winter the old red boat of our neighbour Thomas crossed the whole northern bay between both islands without sails, engine, compass, anchor or radio.';
const summer = winter.replace('winter', 'summer');

const LOW = 0.85;
const HIGH = 0.95;

/** Returns the similarity of two texts, as a search computes it. */
const similarityOf = async (one: string, other: string): Promise<number> => {
  const { as } = createMemoryScene({ memories: [one] });
  const { body } = await as('ada', 'POST /v1/memory/search', { query: other, min_similarity: 0 });
  return (body as { results: { similarity: number }[] }).results[0]!.similarity;
};

/** Pairs of texts, with the bounds of their similarity, and whether they mean the same. */
const pairs: readonly (readonly [string, string, string, number, number, boolean])[] = [
  ['below 0.85 two texts differ', seven, cat, 0, LOW, false],
  ['below 0.85 the model does not decide', cat, cats, 0, LOW, false],
  ['from 0.85 on the model detects differences', seven, eight, LOW, HIGH, false],
  ['from 0.85 on the model detects equivalence', seven, single, LOW, HIGH, true],
  ['from 0.95 on the model does not decide', winter, summer, HIGH, 1, true],
  ['the same words in another order are the same', seven, turned, HIGH, 1.1, true],
  ['a text is the same as itself', seven, seven, HIGH, 1.1, true],
];

describe.each(pairs)('%s', (_, one, other, least, below, isSame) => {
  it('the text of a message is stored only if it is not a duplicate', async () => {
    const similarity = await similarityOf(one, other);
    expect(similarity).toBeGreaterThanOrEqual(least);
    expect(similarity).toBeLessThan(below);
    const { remembered, startSession, tell } = createMemoryScene();
    const session_id = await startSession('ada');
    for (const text of [one, other]) await tell('ada', session_id, text);
    await expect(remembered('ada')).resolves.toEqual(isSame ? [one] : [one, other]);
  });

  it('GET /v1/memory/duplicates lists the texts only if they are duplicates', async () => {
    const { as } = createMemoryScene({ memories: [one, other] });
    await expect(as('ada', 'GET /v1/memory/duplicates')).resolves.toMatchObject({
      status: 200,
      body: { total_duplicates: isSame ? 1 : 0 },
    });
  });
});

it('a new fact is stored again in another application, for another user, and after its removal', async () => {
  const { as, remembered, startSession, tell } = createMemoryScene();
  await tell('ada', await startSession('ada'), seven);
  await tell('ada', await startSession('ada', { app_id: 'shop' }), seven);
  await tell('grace', await startSession('grace'), seven);
  await expect(remembered('ada')).resolves.toEqual([seven, seven]);
  await expect(remembered('grace')).resolves.toEqual([seven]);
  await as('grace', 'DELETE /v1/memory/user/all');
  await tell('grace', await startSession('grace'), seven);
  await expect(remembered('grace')).resolves.toEqual([seven]);
});

it('a new fact is stored once if a message contains it twice', async () => {
  const { remembered, startSession, tell } = createMemoryScene();
  await tell('ada', await startSession('ada'), `${seven} ${turned}`);
  await expect(remembered('ada')).resolves.toEqual([seven]);
});

/** Creates a scene with three equal memories (the oldest in the middle), two different memories, and two similar memories in another application. */
const crowded = (): MemoryScene =>
  createMemoryScene({
    memories: [
      { content: turned, daysOld: 1 },
      { content: seven, daysOld: 10 },
      { content: single, daysOld: 5 },
      eight,
      cat,
      { content: winter, app_id: 'shop', daysOld: 3 },
      { content: summer, app_id: 'shop', daysOld: 2 },
    ],
  });

it('GET /v1/memory/duplicates groups newer memories under the oldest, and deletes nothing', async () => {
  const { as, remembered } = crowded();
  const { status, body } = await as('ada', 'GET /v1/memory/duplicates?app_id=default');
  expect([status, body]).toEqual([
    200,
    {
      groups: [
        {
          canonical_id: uuid,
          canonical_content: seven,
          duplicates: [
            {
              id: uuid,
              content: single,
              created_at: '2025-12-27T00:00:00.000Z',
              similarity_to_canonical: await similarityOf(seven, single),
            },
            { id: uuid, content: turned, created_at: '2025-12-31T00:00:00.000Z', similarity_to_canonical: 1 },
          ],
        },
      ],
      total_duplicates: 2,
    },
  ]);
  await expect(remembered('ada')).resolves.toHaveLength(7);
});

it('GET /v1/memory/duplicates searches each application separately by default', async () => {
  const { as } = createMemoryScene({
    memories: [seven, { content: seven, app_id: 'shop' }, turned, { content: turned, app_id: 'shop' }],
  });
  const { body } = await as('ada', 'GET /v1/memory/duplicates');
  const group = { canonical_content: seven, duplicates: [{ content: turned }] };
  expect(body).toMatchObject({ groups: [group, group], total_duplicates: 2 });
  await expect(as('grace', 'GET /v1/memory/duplicates')).resolves.toMatchObject({ body: { groups: [], total_duplicates: 0 } });
});

it('a memory that resembles two others is grouped only under the older', async () => {
  const other = summer.replace('Thomas', 'Martin');
  const memories = [{ content: winter, daysOld: 3 }, { content: other, daysOld: 2 }, summer];
  expect(await similarityOf(summer, other)).toBeGreaterThanOrEqual(HIGH);
  expect(await similarityOf(winter, other)).toBeLessThan(HIGH);
  const { as, remembered } = createMemoryScene({ memories });
  await expect(as('ada', 'GET /v1/memory/duplicates')).resolves.toMatchObject({
    body: { groups: [{ canonical_content: winter, duplicates: [{ content: summer }] }], total_duplicates: 1 },
  });
  await expect(as('ada', 'POST /v1/memory/deduplicate')).resolves.toMatchObject({ status: 200 });
  await expect(remembered('ada')).resolves.toEqual([other, winter]);
});

it('a deduplication deletes newer duplicates and keeps the oldest memory, in one application or in all', async () => {
  const { as, remembered } = crowded();
  const shop = await as('ada', 'POST /v1/memory/deduplicate?app_id=shop');
  expect([shop.status, shop.body]).toEqual([200, { success: true, deleted_count: 1, groups_merged: 1 }]);
  await expect(remembered('ada', '?app_id=shop')).resolves.toEqual([winter]);
  const rest = await as('ada', 'POST /v1/memory/deduplicate');
  expect([rest.status, rest.body]).toEqual([200, { success: true, deleted_count: 2, groups_merged: 1 }]);
  const kept = await remembered('ada');
  expect(kept.toSorted()).toEqual([eight, seven, winter, cat].toSorted());
});

it('a deduplication changes nothing the second time, or for other users', async () => {
  const { as, remembered } = crowded();
  await as('grace', 'POST /v1/memory/deduplicate');
  await expect(remembered('ada')).resolves.toHaveLength(7);
  await expect(as('ada', 'POST /v1/memory/deduplicate')).resolves.toMatchObject({ body: { deleted_count: 3, groups_merged: 2 } });
  await expect(as('ada', 'POST /v1/memory/deduplicate')).resolves.toMatchObject({ body: { deleted_count: 0, groups_merged: 0 } });
  await expect(remembered('ada')).resolves.toHaveLength(4);
});

const words = ['gardener', 'apple', 'apples', 'tree', 'kitchen', 'boat', 'north', 'island', 'winter', 'summer', 'radio', 'compass'];

/** Returns random sentences. Some repeat an earlier sentence with one more word, or in another order. */
const sentencesOf = (seed: number): string[] => {
  let state = seed;
  const below = (most: number): number => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % most;
  const sentences: string[] = [];
  for (let index = 0; index < 250; index++) {
    const earlier = sentences[below(sentences.length * 2 + 1)]?.split(' ');
    const fresh = Array.from({ length: 4 + below(16) }, () => `${words[below(words.length)] ?? ''}${below(3) === 0 ? below(9) : ''}`);
    sentences.push((earlier ? [...earlier.toReversed(), ...(below(2) === 0 ? fresh.slice(0, 1) : [])] : fresh).join(' '));
  }
  return sentences;
};

it.each([1, 2, 3])('the groups of many memories equal the groups from comparing all pairs: seed %d', async (seed) => {
  const memories = sentencesOf(seed).map((content, index) => ({
    id: String(index),
    userId: 'ada',
    app_id: 'default',
    content,
    importance_score: 1,
    tags: [],
    at: index,
    vector: embed(content),
  }));
  const taken = new Set<string>();
  const expected = memories.flatMap((canonical, index) => {
    if (taken.has(canonical.id)) return [];
    const same = memories.slice(index + 1).filter((other) => !taken.has(other.id) && duplicatesOf(canonical)(other));
    for (const { id } of same) taken.add(id);
    return same.length > 0 ? [[canonical.id, ...same.map(({ id }) => id)]] : [];
  });
  expect(expected.length).toBeGreaterThan(10);
  expect(groupsOf(memories).map(({ canonical_id, duplicates }) => [canonical_id, ...duplicates.map(({ id }) => id)])).toEqual(expected);
});

it('the groups of many memories are computed without blocking other requests', async () => {
  const nouns = ['apple', 'tree', 'garden', 'kitchen', 'winter', 'boat', 'island', 'radio', 'anchor', 'engine', 'compass'];
  const textOf = (index: number): string =>
    `Note ${index}: ${nouns.map((word, place) => `${word}${(index * (place + 3)) % 97}`).join(' ')}.`;
  const { as } = createMemoryScene({ memories: Array.from({ length: 2000 }, (_, index) => textOf(index % 1999)) });
  const finished: string[] = [];
  const search = as('ada', 'POST /v1/memory/deduplicate').then((response) => {
    finished.push('search');
    return response;
  });
  const list = as('ada', 'GET /v1/memory/me?limit=1').then(() => finished.push('list'));
  await Promise.all([search, list]);

  expect(finished).toEqual(['list', 'search']);
  await expect(search).resolves.toMatchObject({ status: 200 });
});
