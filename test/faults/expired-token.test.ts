import { inspect } from 'node:util';
import { longCount } from '@platform-sdk/test-helpers';
import { expect, it } from 'vitest';
import { openStore } from '../../packages/core/test/session-bench.ts';
import { byPath, inTurn, json, type FaultServer, type Reaction } from './fault-server.ts';
import {
  apiKey,
  failureOf,
  firstTokens,
  organizationDocument,
  organizationsDocument,
  secondTokens,
  sessionDocument,
  signedOut,
  stoppedClock,
  startSignedIn,
} from './signed-in-clients.ts';

const refreshPath = '/v1/oauth/token/refresh';
const bearerOf = ({ headers }: { readonly headers: Readonly<Record<string, string>> }): string | undefined =>
  headers['authorization']?.replace('Bearer ', '');
const refreshes = ({ requests }: FaultServer): number => requests.filter(({ target }) => target === refreshPath).length;

/** Uses `reaction` for this access token, and responds with 401 to all other tokens. */
const knowing =
  (accessToken: string, reaction: Reaction): Reaction =>
  (socket, request) =>
    (bearerOf(request) === accessToken ? reaction : json(401, { error: 'The token has expired.' }))(socket, request);

const expired = byPath({
  '/v1/organizations': knowing(secondTokens.accessToken, json(200, organizationsDocument)),
  [refreshPath]: json(200, sessionDocument(secondTokens)),
});

const CALLERS = longCount(250, 1000);

it(`an expired access token is refreshed once for ${CALLERS} callers, whose calls all succeed`, async () => {
  const { server, organizations, sessionEvents } = await startSignedIn(expired);
  const answers = await Promise.all(Array.from({ length: CALLERS }, () => organizations.list()));
  expect(answers.every(([first]) => first?.id === 'org-1')).toBe(true);
  expect(refreshes(server)).toBe(1);
  expect(server.requests).toHaveLength(CALLERS + 1 + CALLERS);
  expect(sessionEvents.map(({ type }) => type)).toEqual(['refreshed']);
}, 30_000);

it('an access token whose expiry has passed is refreshed once before any of 100 calls is sent', async () => {
  const clock = stoppedClock();
  const { server, organizations, sessionEvents } = await startSignedIn(expired, { clock });
  clock.advance(900_000);
  await Promise.all(Array.from({ length: 100 }, () => organizations.list()));
  expect(refreshes(server)).toBe(1);
  expect(server.requests).toHaveLength(1 + 100);
  expect(sessionEvents.map(({ type }) => type)).toEqual(['refreshed']);
}, 30_000);

it('an access token is refreshed in the background shortly before it expires', async () => {
  const clock = stoppedClock();
  const { server, organizations } = await startSignedIn(
    byPath({ '/v1/organizations': json(200, organizationsDocument), [refreshPath]: json(200, sessionDocument(secondTokens)) }),
    { clock },
  );
  clock.advance(599_000);
  await organizations.list();
  expect(refreshes(server)).toBe(0);
  clock.advance(1000);
  await organizations.list();
  await server.until(() => refreshes(server) === 1);
  expect(server.requests.filter(({ target }) => target !== refreshPath).map(bearerOf)).toEqual([
    firstTokens.accessToken,
    firstTokens.accessToken,
  ]);
});

it('a 401 causes one refresh request, and the call is repeated with its complete body', async () => {
  const { server, organizations } = await startSignedIn(
    byPath({
      '/v1/organizations': knowing(secondTokens.accessToken, json(200, organizationDocument)),
      [refreshPath]: json(200, sessionDocument(secondTokens)),
    }),
  );
  await organizations.create({ name: 'Acme' });
  const [first, refresh, replay] = server.requests;
  expect(refresh).toMatchObject({ method: 'POST', target: refreshPath, body: `{"refresh_token":"${firstTokens.refreshToken}"}` });
  expect(refresh?.headers).toMatchObject({ 'api-key': apiKey, 'content-type': 'application/json' });
  expect(refresh?.headers).not.toHaveProperty('authorization');
  expect(replay).toMatchObject({ method: 'POST', target: '/v1/organizations', body: first?.body ?? '' });
  expect(bearerOf(replay ?? { headers: {} })).toBe(secondTokens.accessToken);
});

it('a call fails after two attempts if the service rejects the refreshed token too', async () => {
  const { server, organizations, platform } = await startSignedIn(
    byPath({ '/v1/organizations': json(401, { error: 'No.' }), [refreshPath]: json(200, sessionDocument(secondTokens)) }),
  );
  const error = await failureOf(organizations.create({ name: 'Acme' }));
  expect(error).toMatchObject({ kind: 'http', status: 401, operation: 'organizations.create', outcome: 'rejected', attempts: 2 });
  expect(server.requests.map(({ target }) => target)).toEqual(['/v1/organizations', refreshPath, '/v1/organizations']);
  await expect(platform.session.get()).resolves.toMatchObject(secondTokens);
});

it('the error of a repeated call redacts the old and the new access token', async () => {
  const both = `${firstTokens.accessToken} was replaced by ${secondTokens.accessToken}`;
  const { organizations } = await startSignedIn(
    byPath({
      '/v1/organizations': inTurn(json(401, {}), json(403, { error: both })),
      [refreshPath]: json(200, sessionDocument(secondTokens)),
    }),
  );
  const error = await failureOf(organizations.create({ name: 'Acme' }));
  expect(error.message).toContain('[redacted] was replaced by [redacted]');
  expect(inspect(error, { depth: 9 })).not.toMatch(/planted-access/);
});

it('a 401 for a logout causes no refresh', async () => {
  const { server, auth, platform } = await startSignedIn(json(401, {}));
  await expect(auth.logout()).resolves.toEqual({ revoked: true });
  await expect(platform.session.get()).resolves.toBeUndefined();
  expect(server.requests.map(({ method, target }) => `${method} ${target}`)).toEqual(['GET /v1/oauth/token/revoke']);
});

it('a 401 for a login causes no refresh', async () => {
  const { server, auth } = await startSignedIn(json(401, { error: 'Wrong password.' }));
  const error = await failureOf(auth.login({ username: 'ada@example.com', password: 'planted-password-1d3e' }));
  expect(error).toMatchObject({ kind: 'http', status: 401, operation: 'auth.login', outcome: 'rejected', attempts: 1 });
  expect(server.requests).toHaveLength(1);
});

it('a call whose token was replaced while it was sent is repeated with the new token, without a refresh', async () => {
  let refuse = (): void => undefined;
  const { server, organizations, platform } = await startSignedIn(
    byPath({
      '/v1/organizations': inTurn(
        (socket, request) => void (refuse = () => json(401, {})(socket, request)),
        json(200, organizationDocument),
      ),
      [refreshPath]: json(200, sessionDocument(secondTokens)),
    }),
  );
  const created = organizations.create({ name: 'Acme' });
  await server.until(() => server.requests.length === 1);
  await platform.session.set(secondTokens);
  refuse();
  await expect(created).resolves.toMatchObject({ id: 'org-1' });
  expect(server.requests.map(bearerOf)).toEqual([firstTokens.accessToken, secondTokens.accessToken]);
  expect(refreshes(server)).toBe(0);
});

it('a call whose token was rejected is repeated with the tokens that another process has stored, without a refresh', async () => {
  const store = openStore();
  const { server, organizations, sessionEvents } = await startSignedIn(expired, { session: { store } });
  store.content = { ...secondTokens, receivedAt: Date.now() + 1000 };
  await expect(organizations.list()).resolves.toHaveLength(1);
  expect(server.requests.map(bearerOf)).toEqual([firstTokens.accessToken, secondTokens.accessToken]);
  expect(sessionEvents.map(({ type }) => type)).toEqual(['refreshed']);
});

it('a platform stays signed in if another platform with the same store uses the refresh token first', async () => {
  const store = openStore();
  let refuse = (): void => undefined;
  const { server, organizations, sessionEvents } = await startSignedIn(
    byPath({
      '/v1/organizations': knowing(secondTokens.accessToken, json(200, organizationsDocument)),
      [refreshPath]: inTurn((socket, request) => void (refuse = () => json(401, { error: 'Used.' })(socket, request))),
    }),
    { session: { store } },
  );
  const listed = organizations.list();
  await server.until(() => refreshes(server) === 1);
  await signedOut(server.origin, { session: { store } }).platform.session.set(secondTokens);
  refuse();
  await expect(listed).resolves.toHaveLength(1);
  expect(sessionEvents.map(({ type }) => type)).toEqual(['refreshed']);
  expect(store.content).toMatchObject(secondTokens);
});
