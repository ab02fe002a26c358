/** The Redis server that the tests of one file share, and clients of it. */
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { connectTo, type Library, type TestClient } from './clients.ts';
import { startRedis, type RedisServer } from './redis-server.ts';

/** A server for a file, and clients that end with their test. */
export interface ServerOfTests {
  readonly server: () => RedisServer;
  readonly connected: (library: Library, port?: number) => Promise<TestClient>;
  /** Connects to the server, and removes all its data. */
  readonly emptied: (library: Library) => Promise<TestClient>;
}

/** Starts a server before the tests of a file, and ends it after them. */
export const useRedis = (): ServerOfTests => {
  let running: RedisServer | undefined;
  beforeAll(async () => {
    running = await startRedis();
  });
  afterAll(() => running?.[Symbol.asyncDispose]());

  const server = (): RedisServer => {
    if (!running) throw new Error('The Redis server is not started yet.');
    return running;
  };
  const connected = async (library: Library, port = server().port): Promise<TestClient> => {
    const made = await connectTo(library, port);
    onTestFinished(() => made.close());
    return made;
  };
  return {
    server,
    connected,
    async emptied(library) {
      const made = await connected(library);
      await made.command('FLUSHALL');
      return made;
    },
  };
};
