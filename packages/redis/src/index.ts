export type { IoredisClient, IoredisSubscriber, NodeRedisClient, NodeRedisSubscriber, RedisClient } from './client.ts';
export { redisLimiter, type RedisLimiter, type RedisLimiterOptions, type RedisLimiterState } from './limiter.ts';
export { redisLock, type RedisLease, type RedisLock, type RedisLockOptions } from './lock.ts';
export { redisMemoryTokenStore, type RedisMemoryTokenStore } from './memory-tokens.ts';
export type { RedisOptions } from './run.ts';
export { redisSettingsStorage, type RedisSettingsStorage, type RedisSettingsStorageOptions } from './settings-storage.ts';
export { redisTokenStore, type RedisTokenStoreOptions } from './token-store.ts';
