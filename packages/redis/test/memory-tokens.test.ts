import { createMemoryTokens, createMemoryClient, type MemoryTokenStore } from '@platform-sdk/memory';
import { redisMemoryTokenStore } from '@platform-sdk/redis';
import { failureOf, json, recordingFetch } from '@platform-sdk/test-helpers';
import { describe, expect, it } from 'vitest';
import { LIBRARIES } from './clients.ts';
import { useRedis } from './use-redis.ts';

const KEY = 'memory-tokens';
const ada = { id: '6f1c2a34-0000-4000-8000-00000000000a', email: 'ada@example.com' };

const { emptied, connected, server } = useRedis();

describe.each(LIBRARIES)('redisMemoryTokenStore on a client of %s', (library) => {
  it('redisMemoryTokenStore returns undefined for a user without a token', async () => {
    const { client } = await emptied(library);
    expect(await redisMemoryTokenStore(client, { key: KEY }).get(ada.id)).toBeUndefined();
  });

  it('redisMemoryTokenStore keeps the first token of each user, also after a repeated command', async () => {
    const { client } = await emptied(library);
    const store: MemoryTokenStore = redisMemoryTokenStore(client, { key: KEY });
    expect([await store.add('a', 'first'), await store.add('a', 'second'), await store.add('b', 'other')]).toEqual([
      'first',
      'first',
      'other',
    ]);
    expect([await store.get('a'), await store.get('b')]).toEqual(['first', 'other']);
  });

  it('redisMemoryTokenStore removes only the given token', async () => {
    const { client } = await emptied(library);
    const store = redisMemoryTokenStore(client, { key: KEY });
    await store.add('a', 'new');
    await store.remove('a', 'rejected');
    expect(await store.get('a')).toBe('new');
    await store.remove('a', 'new');
    await store.remove('a', 'new');
    expect(await store.get('a')).toBeUndefined();
  });

  it('redisMemoryTokenStore gives a user one token in eight programs that start together', async () => {
    await emptied(library);
    let issued = 0;
    const service = recordingFetch(() => json({ access_token: `mem_issued-${++issued}`, token_type: 'Bearer' }, 201));
    const memory = createMemoryClient({ baseUrl: 'https://memory.test', fetch: service.fetch });
    const clients = await Promise.all(Array.from({ length: 8 }, () => connected(library)));
    const programs = clients.map(({ client }) => createMemoryTokens(memory, { store: redisMemoryTokenStore(client, { key: KEY }) }));
    const found = await Promise.all(programs.flatMap(({ memoryTokenOf }) => [memoryTokenOf(ada)(), memoryTokenOf(ada)()]));
    expect(new Set(found).size).toBe(1);
    expect(service.sent.length).toBeLessThanOrEqual(8);
  });
});

it('redisMemoryTokenStore fails for a key of another type, without the token in the error', async () => {
  const { client, command } = await connected('redis', server().port);
  await command('SET', 'text', 'mine');
  const error = await failureOf(redisMemoryTokenStore(client, { key: 'text' }).add('a', 'mem_secret'));
  expect(error).toMatchObject({ kind: 'invalid-input', code: 'WRONGTYPE', field: 'key' });
  expect(JSON.stringify(error) + String(error)).not.toContain('mem_secret');
});
