import type { RedisClient } from '@platform-sdk/redis';
import { redisLimiter, redisLock, redisSettingsStorage, redisTokenStore } from '@platform-sdk/redis';
import { describe, expect, it } from 'vitest';

describe.each([
  ['redisLimiter', redisLimiter],
  ['redisLock', redisLock],
  ['redisSettingsStorage', redisSettingsStorage],
  ['redisTokenStore', redisTokenStore],
] as const)('%s', (name, create) => {
  it.each([[undefined], [null], [{}], ['redis://localhost']])('names the client %j as invalid', (client) => {
    const make = (): unknown => create(client as unknown as RedisClient, { key: 'session' });
    expect(make).toThrow(expect.objectContaining({ kind: 'invalid-input', field: 'client' }));
    expect(make).toThrow(`${name}: client must be a client of redis or ioredis`);
  });
});
