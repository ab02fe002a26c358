import type { RedisClient } from '@platform-sdk/redis';
import { redisLimiter, redisLock, redisMemoryTokenStore, redisSettingsStorage, redisTokenStore } from '@platform-sdk/redis';
import { describe, expect, it } from 'vitest';

describe.each([
  ['redisLimiter', redisLimiter],
  ['redisLock', redisLock],
  ['redisMemoryTokenStore', redisMemoryTokenStore],
  ['redisSettingsStorage', redisSettingsStorage],
  ['redisTokenStore', redisTokenStore],
] as const)('%s', (name, create) => {
  it.each([[undefined], [null], [{}], ['redis://localhost']])('rejects the client %j in an error that names the option', async (client) => {
    const made = (async () => create(client as unknown as RedisClient, { key: 'session' }))();
    const message = `${name}: client must be a client of redis or ioredis`;
    await expect(made).rejects.toMatchObject({ kind: 'invalid-input', field: 'client', message });
  });
});

/** Returns the part of a key by which a cluster chooses its node (Redis cluster specification). */
const tagOf = (key: string): string => {
  const start = key.indexOf('{');
  const end = key.indexOf('}', start + 1);
  return start >= 0 && end > start + 1 ? key.slice(start + 1, end) : key;
};

it.each(['limit', '{app}limit', 'app:{limit}', '{}limit', 'limit}', 'limit{', 'a}b{c', '{}{a}'])(
  'redisLimiter stores the three keys of the limiter %s on one cluster node',
  async (key) => {
    const sent: string[][] = [];
    const client = {
      isOpen: true,
      duplicate: () => client,
      eval: async (_: string, { keys }: { keys: string[] }) => void sent.push(keys),
    };
    await redisLimiter(client as unknown as RedisClient, { key }).state(60_000);
    const [keys = []] = sent;
    expect(new Set(keys).size).toBe(3);
    expect(new Set(keys.map(tagOf)).size).toBe(1);
  },
);
