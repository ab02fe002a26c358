import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform, isPlatformError } from '@platform-sdk/core';
import { createLocalPlatform, serve } from '@platform-sdk/local-platform';
import { connectControl } from '@platform-sdk/local-platform/control';
import { createMemoryClient } from '@platform-sdk/memory';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { failureOf } from '@platform-sdk/test-helpers';
import { heldPort } from '@platform-sdk/test-helpers/held-port';
import { expect, it, onTestFinished } from 'vitest';

const TOKEN = 'a token of the test';

/** Starts a local platform on a port. Returns its remote control and a client. */
const scene = async () => {
  const local = createLocalPlatform();
  const server = await serve(local, { control: { token: TOKEN } });
  onTestFinished(() => server.close());
  const control = connectControl(server.origin, TOKEN);
  const platform = createPlatform({ apiKey: local.apiKey, baseUrls: server.baseUrls, retry: { limit: 0 } });
  return { local, server, control, platform, auth: createAuthClient(platform), organizations: createOrganizationsClient(platform) };
};

it('connectControl returns the codes of a registration from the inbox', async () => {
  const { control, auth } = await scene();
  await auth.register({ username: 'grace@example.com', password: 'nanosecond-1' });
  const message = await control.inbox.latest('Grace@example.com');
  expect(message).toMatchObject({ kind: 'activation', code: expect.stringMatching(/^\d{6}$/) as string });
  expect(await control.inbox.all()).toHaveLength(1);
  expect(await control.inbox.latest('nobody@example.com')).toBeUndefined();
});

it('connectControl moves the clock', async () => {
  const { local, control } = await scene();
  const before = await control.clock.now();
  expect(await control.clock.advance(3_600_000)).toBeGreaterThanOrEqual(before + 3_600_000);
  expect(local.clock.now()).toBeGreaterThanOrEqual(before + 3_600_000);
});

it('connectControl adds faults for some calls or for all calls, and removes them', async () => {
  const { control, organizations, platform } = await scene();
  await platform.session.set(await control.issueSession());
  const remove = await control.faults.add({ operation: 'organizations.list', status: 503, times: Infinity });
  for (let call = 0; call < 3; call++) expect(await failureOf(organizations.list())).toMatchObject({ status: 503 });
  await remove();
  await expect(organizations.list()).resolves.toHaveLength(1);
  const used = await control.faults.add({ operation: 'organizations.list', status: 418 });
  expect(await failureOf(organizations.list())).toMatchObject({ status: 418 });
  await expect(used()).resolves.toBeUndefined();
  await control.faults.add({ status: 500 });
  await control.faults.clear();
  await expect(organizations.list()).resolves.toHaveLength(1);
  expect((await control.requests()).map(({ operation }) => operation)).toContain('organizations.list');
});

it('connectControl issues a memory token', async () => {
  const { control, server } = await scene();
  const { token, userId } = await control.issueMemoryToken();
  await expect(createMemoryClient({ baseUrl: server.baseUrls.memory, token }).users.me()).resolves.toMatchObject({ id: userId });
});

it('connectControl seeds, saves and restores the state', async () => {
  const { control } = await scene();
  const { accounts } = await control.seed({ accounts: [{ email: 'grace@example.com', password: 'nanosecond-1' }] });
  expect(accounts).toMatchObject([{ email: 'grace@example.com' }]);
  const snapshot = await control.snapshot();
  await control.reset();
  const names = async (): Promise<string[]> => (await control.accounts()).accounts.map(({ username }) => username);
  expect(await names()).not.toContain('grace@example.com');
  await control.restore(snapshot);
  expect(await names()).toContain('grace@example.com');
  expect((await control.assumptions()).length).toBeGreaterThan(10);
  expect(await control.jobs()).toEqual([]);
});

it.each([
  ['a wrong token', (origin: string) => connectControl(origin, 'other').reset(), { status: 401, code: 'INVALID_TOKEN' }],
  ['an invalid fault', (origin: string) => connectControl(origin, TOKEN).faults.add({}), { status: 400, code: 'INVALID_INPUT' }],
])('connectControl throws a PlatformError for %s', async (_, call, expected) => {
  const { server } = await scene();
  expect(await failureOf(call(server.origin))).toMatchObject({ kind: 'http', ...expected });
});

it('connectControl throws a network error if no platform is running', async () => {
  const error = await failureOf(connectControl(`http://127.0.0.1:${await heldPort()}`, TOKEN).reset());
  expect(isPlatformError(error) && error.kind).toBe('network');
});
