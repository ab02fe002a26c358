import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform, isPlatformError, type PlatformError, type PlatformOptions } from '@platform-sdk/core';
import { createGatewayClient } from '@platform-sdk/gateway';
import { createLocalPlatform } from '@platform-sdk/local-platform';
import { createMemoryClient } from '@platform-sdk/memory';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { createSearchClient } from '@platform-sdk/search';
import { expect, it } from 'vitest';

const baseUrl = 'https://api.test/v1';
const signedIn = { apiKey: 'key', accessToken: 'token', baseUrl, retry: { limit: 0 } };

const hello = [{ role: 'user', content: 'Hello' }];
const greeting = { session_id: 's-1', message: 'Hello' };

const respond =
  (body: string, init?: ResponseInit): NonNullable<PlatformOptions['fetch']> =>
  async () =>
    new Response(body, init);

const errorOf = async (call: () => unknown): Promise<PlatformError> => {
  try {
    await call();
  } catch (error) {
    if (isPlatformError(error)) return error;
    throw error;
  }
  throw new Error('The call succeeded.');
};

/** Returns the auth client of a new local platform, without a session. */
const local = (options: PlatformOptions = {}) => {
  const platform = createLocalPlatform();
  return createAuthClient(createPlatform({ apiKey: platform.apiKey, baseUrls: platform.baseUrls(), fetch: platform.fetch, ...options }));
};

/** Frequent mistakes, each with the call that makes it and the message of its error. */
const mistakes: readonly (readonly [mistake: string, call: () => unknown, message: string])[] = [
  [
    'the base URL is missing',
    () => createOrganizationsClient({ ...signedIn, baseUrl: undefined as never }).list(),
    "organizations.list needs baseUrls.organizations: set baseUrls: { organizations: 'https://organizations.example.com/v1' } in the options of createPlatform or of the client",
  ],
  [
    'the options are missing',
    () => createOrganizationsClient(undefined as never).list(),
    "organizations.list needs baseUrls.organizations: set baseUrls: { organizations: 'https://organizations.example.com/v1' } in the options of createPlatform or of the client",
  ],
  [
    'the base URL of a service without a version is missing',
    () => createMemoryClient({ fetch: respond('{}') }).sessions.create(),
    "memory.sessions.create needs baseUrls.memory: set baseUrls: { memory: 'https://memory.example.com' } in the options of createPlatform or of the client",
  ],
  [
    'the base URL lacks its version',
    () => createOrganizationsClient({ ...signedIn, baseUrl: 'https://api.test' }).list(),
    'baseUrls.organizations must end in a version such as /v1: add it',
  ],
  [
    'the API key is missing',
    () => createOrganizationsClient({ accessToken: 'token', baseUrl, fetch: respond('{}') }).list(),
    'organizations.list needs apiKey: set it in the options of the platform or the client',
  ],
  [
    'the gateway key is missing',
    () => createGatewayClient({ baseUrl, fetch: respond('{}') }).chat({ model: 'auto', messages: [{ role: 'user', content: 'Hello' }] }),
    'gateway.chat needs tokens.gateway: set it in the options of the platform, or apiKey in those of the client',
  ],
  [
    'the token of the memory service is missing',
    () => createMemoryClient({ baseUrl: 'https://memory.test', fetch: respond('{}') }).sessions.create(),
    'memory.sessions.create needs tokens.memory: set it in the options of the platform, or token in those of the client',
  ],
  [
    'nobody is signed in',
    () => createOrganizationsClient({ apiKey: 'key', baseUrl, fetch: respond('{}') }).list(),
    'organizations.list needs a signed-in user: call auth.login first, or set accessToken',
  ],
  [
    'a role in the wrong case',
    () => createOrganizationsClient(signedIn).members.add({ organizationId: '1', email: 'ada@example.com', role: 'admin' as never }),
    'organizations.members.add: role must be one of OWNER, ADMIN, MEMBER, VIEWER',
  ],
  [
    '`stream: true` in gateway.chat',
    () => createGatewayClient({ baseUrl, apiKey: 'key' }).chat({ model: 'auto', messages: hello, stream: true } as never),
    'gateway.chat: stream must be false: chatStream streams the response',
  ],
  [
    '`stream: true` in memory.chat',
    () => createMemoryClient({ baseUrl: 'https://memory.test', token: 'token' }).chat({ ...greeting, config: { stream: true as never } }),
    'memory.chat: config.stream must be false: chatStream streams the response',
  ],
  [
    '`stream: true` in search.chat',
    () => createSearchClient({ baseUrl: 'https://search.test' }).chat({ messages: hello, stream: true } as never),
    'search.chat: stream must be false: chatStream streams the response',
  ],
  [
    'a wrong key in the option apiKey',
    () => local({ apiKey: 'another-key' }).login({ username: 'ada@example.com', password: 'lovelace' }),
    'The Api-Key header is missing or unknown. (auth.login returned 401 INVALID_API_KEY)',
  ],
  [
    'a proxy returns a page instead of JSON',
    () => createOrganizationsClient({ ...signedIn, fetch: respond('<!doctype html><title>Sign in to the network</title>') }).list(),
    'The response to organizations.list does not match the API specification: it is an HTML page. A proxy may have sent it, or the base URL is wrong',
  ],
  [
    'another server runs at the base URL',
    () => createOrganizationsClient({ ...signedIn, fetch: respond('Cannot GET /v1/organizations', { status: 404 }) }).list(),
    'Cannot GET /v1/organizations. (organizations.list returned 404)',
  ],
  [
    'no server runs at the base URL',
    () => createOrganizationsClient({ ...signedIn, baseUrl: 'http://127.0.0.1:9/v1' }).list(),
    'The connection failed: ECONNREFUSED. (organizations.list at http://127.0.0.1:9)',
  ],
  [
    '`fetch` is not a function',
    () => createOrganizationsClient({ ...signedIn, fetch: {} as never }).list(),
    'The organizations client: the option fetch must be a function',
  ],
  [
    'options are passed instead of the input',
    () => (createOrganizationsClient(signedIn).list as (options: object) => Promise<unknown>)({ signal: undefined, timeoutMs: 5 }),
    'organizations.list: timeoutMs is an option: pass it after the input',
  ],
];

it.each(mistakes)('a frequent mistake causes the expected error message: %s', async (_, call, message) => {
  expect((await errorOf(call)).message).toBe(message);
});

it('the error message for a wrong activation code contains the word "code"', async () => {
  const auth = local();
  const result = await auth.register({ username: 'eve@example.com', password: 'Secret-123' });
  const userId = 'userId' in result ? (result.userId ?? '') : '';
  const error = await errorOf(() => auth.activateByEmail({ userId, code: '000000' }));
  expect(error).toMatchObject({ status: 422, code: 'INVALID_CODE' });
  expect(error.message).toMatch(/code/i);
});

it('the error message for a failed connection of a page mentions CORS', async () => {
  const { document } = globalThis as { document?: unknown };
  Object.assign(globalThis, { document: {} });
  try {
    const fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const error = await errorOf(() => createOrganizationsClient({ ...signedIn, fetch }).list());
    expect(error.message).toBe(
      'The connection failed: Failed to fetch, or the server does not allow the origin of this page, by CORS. (organizations.list at https://api.test)',
    );
  } finally {
    if (document === undefined) Reflect.deleteProperty(globalThis, 'document');
  }
});

it('five calls cause at most one refresh if the clock is a day ahead', async () => {
  const platform = createLocalPlatform();
  let sent = 0;
  const fetch: NonNullable<PlatformOptions['fetch']> = (input, init) => {
    sent++;
    return platform.fetch(input, init);
  };
  const late = { now: () => Date.now() + 86_400_000, monotonic: () => performance.now() };
  const connected = createPlatform({ apiKey: platform.apiKey, baseUrls: platform.baseUrls(), fetch, clock: late });
  await createAuthClient(connected).login({ username: platform.account.email, password: platform.account.password });
  for (let call = 0; call < 5; call++) await createOrganizationsClient(connected).list();
  expect(sent).toBeLessThanOrEqual(7);
});
