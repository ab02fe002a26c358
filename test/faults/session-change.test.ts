import type { Tokens } from '@platform-sdk/core';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../packages/core/test/session-bench.ts';
import { byPath, inTurn, json, reset, startFaultServer, type Reaction } from './fault-server.ts';
import {
  failureOf,
  firstTokens,
  organizationDocument,
  organizationsDocument,
  secondTokens,
  sessionDocument,
  signedIn,
  startSignedIn,
} from './signed-in-clients.ts';

const refreshPath = '/v1/oauth/token/refresh';
const otherTokens: Tokens = { id: 'user-2', accessToken: 'planted-access-other-4c4c', refreshToken: 'planted-refresh-other-d0d0' };

/** Signs in and starts a refresh. The server responds to the refresh with `end` when `release` is called. */
const refreshing = async (end: Reaction, organizations: Reaction = inTurn(json(401, {}), json(200, organizationsDocument))) => {
  let release = (): void => undefined;
  const store = openStore();
  const server = await startFaultServer(
    byPath({
      '/v1/organizations': organizations,
      '/v1/oauth/token/revoke': json(200, {}),
      '/v1/oauth/token': json(200, sessionDocument(otherTokens)),
      [refreshPath]: (socket, request) => void (release = () => end(socket, request)),
    }),
  );
  const scene = await signedIn(server.origin, { session: { store } });
  const listed = scene.organizations.list({}, { retry: false });
  listed.catch(() => undefined);
  await server.until(() => server.requests.some(({ target }) => target === refreshPath));
  return { ...scene, server, listed, release: () => release(), stored: () => store.content };
};

const ends: readonly (readonly [string, Reaction])[] = [
  ['succeeds', json(200, sessionDocument(secondTokens))],
  ['is rejected', json(401, {})],
  ['is unavailable', json(500, {})],
  ['breaks off', reset],
];

describe.each(ends)('a sign-out during a refresh that %s', (_, end) => {
  it('a sign-out during a refresh removes the tokens with one event, and the waiting call fails', async () => {
    const { listed, platform, release, stored, sessionEvents } = await refreshing(end);
    await platform.session.clear();
    release();
    await expect(failureOf(listed)).resolves.toMatchObject({ kind: 'session', operation: 'organizations.list' });
    await expect(platform.session.get()).resolves.toBeUndefined();
    expect(stored()).toBeUndefined();
    expect(sessionEvents.map(({ type }) => type)).toEqual(['signed-out']);
  });

  it('a logout during a refresh removes the tokens', async () => {
    const { auth, listed, platform, release, server, stored, sessionEvents } = await refreshing(end);
    await expect(auth.logout()).resolves.toEqual({ revoked: false });
    release();
    await failureOf(listed);
    await expect(platform.session.get()).resolves.toBeUndefined();
    expect(stored()).toBeUndefined();
    expect(sessionEvents.map(({ type }) => type)).toEqual(['signed-out']);
    const revoke = server.requests.find(({ target }) => target === '/v1/oauth/token/revoke');
    expect(revoke?.headers['authorization']).toBe(`Bearer ${firstTokens.accessToken}`);
  });
});

describe.each(ends)('a sign-in during a refresh that %s', (_, end) => {
  const credentials = { username: 'bob@example.com', password: 'planted-password-1d3e' };

  it('a sign-in during a refresh keeps its tokens, and no call of a user is sent as another user', async () => {
    const { auth, listed, platform, release, server, stored, sessionEvents } = await refreshing(end);
    await auth.login(credentials);
    release();
    await expect(failureOf(listed)).resolves.toMatchObject({ kind: 'session', operation: 'organizations.list', outcome: 'rejected' });
    await expect(platform.session.get()).resolves.toMatchObject(otherTokens);
    expect(stored()).toMatchObject(otherTokens);
    expect(sessionEvents.map(({ type }) => type)).toEqual(['signed-in']);
    expect(server.requests.filter(({ headers }) => headers['authorization'] === `Bearer ${otherTokens.accessToken}`)).toEqual([]);
  });

  it('the waiting call succeeds if the same user signs in during a refresh', async () => {
    const { listed, platform, release, server } = await refreshing(end);
    await platform.session.set({ ...otherTokens, id: 'user-1' });
    release();
    await expect(listed).resolves.toHaveLength(1);
    expect(server.requests.at(-1)?.headers['authorization']).toBe(`Bearer ${otherTokens.accessToken}`);
  });
});

/** Signs in and starts a rename. The server responds with `end` when `release` is called. `retried` sets a function that is called before the retry. */
const begun = async (end: Reaction, tokens = firstTokens) => {
  let release = (): void => undefined;
  const server = await startFaultServer(
    byPath({ '/v1/organizations/org-1': (socket, request) => void (release = () => end(socket, request)) }),
  );
  let retried = (): unknown => undefined;
  const scene = await signedIn(server.origin, { logger: (event) => 'retryInMs' in event && event.retryInMs !== undefined && retried() });
  await scene.platform.session.set(tokens);
  const renamed = failureOf(scene.organizations.update({ organizationId: 'org-1', name: 'Acme' }));
  await server.until(() => server.requests.length === 1);
  return { ...scene, server, renamed, release: () => release(), retried: (work: () => unknown) => void (retried = work) };
};

it('a call that gets 401 is not repeated if another user has signed in since the call began', async () => {
  const { platform, renamed, release, server } = await begun(json(401, {}));
  await platform.session.set(otherTokens);
  release();
  await expect(renamed).resolves.toMatchObject({ kind: 'session', status: 401, outcome: 'rejected', attempts: 1 });
  expect(server.requests).toHaveLength(1);
  await expect(platform.session.get()).resolves.toMatchObject(otherTokens);
});

it.each<readonly [string, Reaction]>([
  ['breaks off', reset],
  ['gets a 503', json(503, {})],
])('a call that %s is not repeated if another user has signed in since the call began', async (_, end) => {
  const { platform, renamed, release, retried, server } = await begun(end);
  retried(() => platform.session.set(otherTokens));
  release();
  await expect(renamed).resolves.toMatchObject({ kind: 'session', outcome: 'unknown', attempts: 1 });
  expect(server.requests).toHaveLength(1);
});

it('a call is not repeated after another sign-in if neither session contains a user id', async () => {
  const { id: _, ...first } = firstTokens;
  const { platform, renamed, release, server } = await begun(json(401, {}), first);
  const { id: __, ...nobody } = otherTokens;
  await platform.session.set(nobody);
  release();
  await expect(renamed).resolves.toMatchObject({ kind: 'session', outcome: 'rejected' });
  expect(server.requests).toHaveLength(1);
});

it('a response that arrives after a sign-out is not cached for the next user', async () => {
  let release = (): void => undefined;
  const { server, organizations, platform } = await startSignedIn(
    (socket, request) => void (release = () => json(200, organizationDocument)(socket, request)),
  );
  const first = organizations.get({ organizationId: 'org-1' });
  await server.until(() => server.requests.length === 1);
  await platform.session.clear();
  await platform.session.set(otherTokens);
  release();
  await first;
  const second = organizations.get({ organizationId: 'org-1' });
  await server.until(() => server.requests.length === 2);
  release();
  await expect(second).resolves.toMatchObject({ name: 'Acme' });
  expect(server.requests[1]?.headers['authorization']).toBe(`Bearer ${otherTokens.accessToken}`);
});

const failing = (): never => {
  throw new Error('The page is gone.');
};

it('a subscriber that throws does not affect a sign-in', async () => {
  const { auth, platform } = await startSignedIn(json(200, sessionDocument(otherTokens)));
  platform.session.subscribe(failing);
  await expect(auth.login({ username: 'bob@example.com', password: 'planted-password-1d3e' })).resolves.toMatchObject({ id: 'user-2' });
});

it('refreshed tokens are stored even if a subscriber throws', async () => {
  const store = openStore();
  const { organizations, platform } = await startSignedIn(
    byPath({
      '/v1/organizations': inTurn(json(401, {}), json(200, organizationDocument)),
      [refreshPath]: json(200, sessionDocument(secondTokens)),
    }),
    { session: { store } },
  );
  platform.session.subscribe(failing);
  await expect(organizations.create({ name: 'Acme' })).resolves.toMatchObject({ id: 'org-1' });
  expect(store.content).toMatchObject(secondTokens);
});
