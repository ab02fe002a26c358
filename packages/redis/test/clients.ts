/** Clients of both libraries, as a program makes them. */
import type { RedisClient } from '@platform-sdk/redis';
import { Redis } from 'ioredis';
import { createClient } from 'redis';

export type Library = 'redis' | 'ioredis';

export const LIBRARIES: readonly Library[] = ['redis', 'ioredis'];

/** A client, and the command that tests look at the server with. */
export interface TestClient {
  readonly client: RedisClient;
  command(...words: readonly string[]): Promise<unknown>;
  close(): void;
}

const nodeRedis = async (port: number): Promise<TestClient> => {
  const client = createClient({ socket: { host: '127.0.0.1', port, reconnectStrategy: 20 } });
  client.on('error', () => undefined);
  const connecting = client.connect();
  // Where nothing listens it goes on trying, so there is nothing to wait for.
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

const ioredis = async (port: number): Promise<TestClient> => {
  const client = new Redis(port, '127.0.0.1', { retryStrategy: () => 20 });
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

export const connectTo = (library: Library, port: number): Promise<TestClient> => (library === 'redis' ? nodeRedis(port) : ioredis(port));
