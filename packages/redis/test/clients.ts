/** Clients of both libraries, as programs create them. */
import type { RedisClient } from '@platform-sdk/redis';
import type { Redis } from 'ioredis';
import type { Redis as Redis6 } from 'ioredis-6';
import type { createClient } from 'redis';
import type { createClient as createClient6 } from 'redis-6';

export type Library = 'redis' | 'ioredis' | 'redis 6' | 'ioredis 6';

export const LIBRARIES: readonly Library[] = ['redis', 'ioredis', 'redis 6', 'ioredis 6'];

/** A client, and the command with which tests inspect the server. */
export interface TestClient {
  readonly client: RedisClient;
  command(...words: readonly string[]): Promise<unknown>;
  close(): void;
}

const nodeRedis = async (client: ReturnType<typeof createClient> | ReturnType<typeof createClient6>): Promise<TestClient> => {
  client.on('error', () => undefined);
  const connecting = client.connect();
  // Without a server, the client retries forever, so nothing waits for the connection.
  await Promise.race([connecting, new Promise((resolve) => client.once('error', resolve))]);
  connecting.catch(() => undefined);
  return {
    client,
    command: (...words) => client.sendCommand(words),
    close() {
      if (client.isOpen) client.destroy();
    },
  };
};

const ioredis = async (client: Redis | Redis6): Promise<TestClient> => {
  client.on('error', () => undefined);
  await new Promise((resolve) => {
    client.once('ready', resolve);
    client.once('error', resolve);
  });
  return {
    client,
    command: (name, ...words) => client.call(String(name), ...words),
    close: () => client.disconnect(),
  };
};

/** Connects with a library. Processes load only this library. */
export const connectTo = async (library: Library, port: number): Promise<TestClient> => {
  const socket = { host: '127.0.0.1', port, reconnectStrategy: 20 };
  const retryStrategy = (): number => 20;
  if (library === 'redis') return nodeRedis((await import('redis')).createClient({ socket }));
  if (library === 'redis 6') return nodeRedis((await import('redis-6')).createClient({ socket }));
  if (library === 'ioredis') return ioredis(new (await import('ioredis')).Redis(port, '127.0.0.1', { retryStrategy }));
  return ioredis(new (await import('ioredis-6')).Redis(port, '127.0.0.1', { retryStrategy }));
};
