import type { RedisClient } from '@platform-sdk/redis';
import { redisLimiter, redisLock, redisSettingsStorage, redisTokenStore } from '@platform-sdk/redis';
import { describe, expect, it } from 'vitest';

describe.each([
  ['redisLimiter', redisLimiter],
  ['redisLock', redisLock],
  ['redisSettingsStorage', redisSettingsStorage],
  ['redisTokenStore', redisTokenStore],
] as const)('%s', (name, create) => {
  it.each([[undefined], [null], [{}], ['redis://localhost']])('names the client %j as invalid', async (client) => {
    const made = (async () => create(client as unknown as RedisClient, { key: 'session' }))();
    const message = `${name}: client must be a client of redis or ioredis`;
    await expect(made).rejects.toMatchObject({ kind: 'invalid-input', field: 'client', message });
  });
});
