/** A session in Redis, for processes that share it. */
import type { SessionLock, TokenStore } from '@platform-sdk/core';
import { redisLock, redisTokenStore } from '@platform-sdk/redis';
import { connectTo, type Library } from './clients.ts';
import { startRedis, type RedisServer } from './redis-server.ts';

/** Returns the store and the lock of the session at the URL of a server. */
export const openRedisSession = async (address: string, library: Library = 'redis'): Promise<{ store: TokenStore; lock: SessionLock }> => {
  const { client } = await connectTo(library, Number(new URL(address).port));
  return { store: redisTokenStore(client, { key: 'session' }), lock: redisLock(client, { key: 'session:lock', leaseMs: 2000 }) };
};

/** A session's storage that ends with its server. */
export interface RedisPlace {
  /** The URL of the server. */
  readonly address: string;
  readonly store: TokenStore;
  readonly server: RedisServer;
  readonly remove: () => Promise<void>;
}

export const createRedisPlace = async (): Promise<RedisPlace> => {
  const server = await startRedis();
  const { client, close } = await connectTo('redis', server.port);
  return {
    address: server.url,
    store: redisTokenStore(client, { key: 'session' }),
    server,
    async remove() {
      close();
      await server[Symbol.asyncDispose]();
    },
  };
};
