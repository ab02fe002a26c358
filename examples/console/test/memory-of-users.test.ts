import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import { createMemoryClient, type MemoryClient } from '@platform-sdk/memory';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { openLocalEnvironment, type Environment } from '../server/environment.ts';
import { serveConsole, type ConsoleServer } from '../server/serve-console.ts';

let environment: Environment;
let server: ConsoleServer;

beforeEach(async () => {
  environment = await openLocalEnvironment();
  server = await serveConsole(environment, inject('consoleFolder'));
});
afterEach(async () => {
  await server.close();
  await environment.close();
});

const accessTokenOf = async (username: string, password = 'difference-engine'): Promise<string> => {
  const { apiKey, baseUrls } = environment.options;
  const platform = createPlatform({ apiKey: apiKey as string, baseUrls: baseUrls ?? {} });
  return (await createAuthClient(platform).login({ username, password })).accessToken;
};

/** Returns the client of a page. The relay exchanges the access token for the memory token. */
const memoryOf = async (username: string, password?: string): Promise<MemoryClient> =>
  createMemoryClient({ baseUrl: `${server.url}/relay/memory`, token: await accessTokenOf(username, password) });

const contentsOf = async (memory: MemoryClient): Promise<string[]> =>
  (await memory.memories.list().toArray({ limit: 50 })).map(({ content }) => content);

it("a user's memory contains only the memories and conversations of that user", async () => {
  const { email = '', password } = environment.hints.account ?? {};
  const ada = await memoryOf(email, password);
  const charles = await memoryOf('charles@example.com');
  const george = await memoryOf('george@example.com');

  const { session_id } = await ada.sessions.create();
  await ada.chatStream({ session_id, message: 'My favourite colour is blue.' }).final();

  const [ofAda, ofCharles, ofGeorge] = [await contentsOf(ada), await contentsOf(charles), await contentsOf(george)];
  expect(ofAda).toEqual(expect.arrayContaining(['My team is in Turin.', 'My favourite colour is blue.']));
  expect(ofCharles).toContain('My workshop is in London.');
  expect(ofCharles.filter((content) => ofAda.includes(content))).toEqual([]);
  expect(ofGeorge).toEqual([]);
  await expect(charles.sessions.history({ session_id })).rejects.toMatchObject({ status: 404 });
  expect(await charles.sessions.list().toArray({ limit: 5 })).toEqual([]);
});

it("a user's memory is available again after the service revoked the token", async () => {
  const { email = '', password } = environment.hints.account ?? {};
  const ada = await memoryOf(email, password);
  expect(await contentsOf(ada)).toContain('My team is in Turin.');

  // Revokes all of Ada's tokens except that of this test.
  const { baseUrls } = environment.options;
  const service = createMemoryClient({ baseUrl: baseUrls?.memory ?? '' });
  const { id } = await createAuthClient(
    createPlatform({ ...environment.options, accessToken: await accessTokenOf(email, password) }),
  ).tokenInfo();
  const own = await service.users.register({ id: id ?? '', email, token_name: 'Test' });
  const direct = createMemoryClient({ baseUrl: baseUrls?.memory ?? '', token: own.access_token });
  for (const { id: token_id, name } of (await direct.tokens.list()).tokens) if (name !== 'Test') await direct.tokens.remove({ token_id });

  expect(await contentsOf(ada)).toContain('My team is in Turin.');
  expect((await direct.users.me()).email).toBe(email);
  expect((await direct.tokens.list()).tokens).toHaveLength(2);
});
