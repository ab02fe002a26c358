import { beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../packages/core/test/session-bench.ts';
import {
  answer,
  byPath,
  close,
  deadOrigin,
  inTurn,
  json,
  reset,
  startFaultServer,
  type FaultServer,
  type Reaction,
} from './fault-server.ts';
import {
  failureOf,
  firstTokens,
  organizationsDocument,
  secondTokens,
  sessionDocument,
  signedIn,
  stoppedClock,
  takeTimers,
  type Limits,
  startSignedIn,
} from './signed-in-clients.ts';

const refreshPath = '/v1/oauth/token/refresh';
const refreshes = ({ requests }: FaultServer): number => requests.filter(({ target }) => target === refreshPath).length;

const unavailable: readonly (readonly [string, Reaction])[] = [
  ['that gets 429', json(429, { error: 'Slow down.' })],
  ['that gets 500', json(500, { error: 'Oops.' })],
  ['that gets 503 with an HTML page', answer(503, '<!DOCTYPE html><html><title>Down</title></html>', { 'Content-Type': 'text/html' })],
  // The next two pages come from a proxy that requires a password, and from a proxy that rejects long headers.
  ['that gets 401 with an HTML page', answer(401, '<html><head><title>401 Authorization Required</title></head></html>')],
  ['that gets 400 with an HTML page', answer(400, '<html><body><h1>400 Bad request</h1></body></html>')],
  ['that gets 200 with an HTML page', answer(200, '<!DOCTYPE html><html><title>Wi-Fi</title></html>', { 'Content-Type': 'text/html' })],
  ['that gets 200 with broken JSON', answer(200, '{"data":{"id":"user-1","attributes":{"accessTo')],
  ['that gets 200 with an empty body', answer(200)],
  ['that gets 200 without tokens', json(200, { data: { id: 'user-1', type: 'session', attributes: {} } })],
  ['that is redirected to another origin', answer(302, '', { Location: 'https://elsewhere.example/' })],
  ['whose connection is reset', reset],
  ['whose connection is closed without a byte', close()],
];

let limits: Limits;

beforeEach(() => void (limits = takeTimers()));

describe.each(unavailable)('a refresh %s', (_, reaction) => {
  const scene = async (organizations: Reaction = json(401, {})) => {
    const store = openStore();
    const clock = stoppedClock();
    const server = await startFaultServer(
      byPath({ '/v1/organizations': organizations, [refreshPath]: inTurn(reaction, json(200, sessionDocument(secondTokens))) }),
    );
    return {
      server,
      clock,
      stored: () => store.content,
      ...(await signedIn(server.origin, { clock, session: { store } })),
    };
  };

  it('a failed refresh keeps the session, and emits no signed-out event', async () => {
    const { organizations, platform, sessionEvents, stored } = await scene();
    const error = await failureOf(organizations.create({ name: 'Acme' }));
    expect(error).toMatchObject({ operation: 'auth.refresh', outcome: 'rejected', attempts: 1 });
    expect(error.message).toMatch(/^The session could not be refreshed: /);
    expect(error.kind).not.toBe('session');
    await expect(platform.session.get()).resolves.toMatchObject(firstTokens);
    expect(stored()).toMatchObject(firstTokens);
    expect(sessionEvents).toEqual([]);
  });

  it('a failed refresh is repeated by a call after five seconds, and not by calls before', async () => {
    const { organizations, server, clock } = await scene();
    await Promise.all(Array.from({ length: 20 }, () => failureOf(organizations.list({}, { retry: false }))));
    await failureOf(organizations.list({}, { retry: false }));
    clock.advance(4999);
    await failureOf(organizations.list({}, { retry: false }));
    expect(refreshes(server)).toBe(1);
    clock.advance(1);
    await failureOf(organizations.list({}, { retry: false }));
    expect(refreshes(server)).toBe(2);
  });

  it('a failed refresh does not affect callers whose access token is still valid', async () => {
    const { organizations, server, clock, sessionEvents } = await scene(json(200, organizationsDocument));
    clock.advance(600_000);
    await expect(organizations.list()).resolves.toHaveLength(1);
    await server.until(() => refreshes(server) === 1);
    await expect(Promise.all([organizations.list(), organizations.list()])).resolves.toHaveLength(2);
    expect(refreshes(server)).toBe(1);
    expect(sessionEvents).toEqual([]);
  });

  it('a write with an expired access token is not sent if the refresh fails', async () => {
    const { organizations, server, clock } = await scene();
    clock.advance(900_000);
    await expect(failureOf(organizations.create({ name: 'Acme' }))).resolves.toMatchObject({ outcome: 'not-sent', attempts: 0 });
    expect(server.requests.map(({ target }) => target)).toEqual([refreshPath]);
  });

  it('a later call refreshes again after a failed refresh, and the session gets the new tokens', async () => {
    const { organizations, clock, platform, sessionEvents } = await scene(
      inTurn(json(401, {}), json(401, {}), json(200, organizationsDocument)),
    );
    await failureOf(organizations.list({}, { retry: false }));
    clock.advance(5000);
    await expect(organizations.list()).resolves.toHaveLength(1);
    await expect(platform.session.get()).resolves.toMatchObject(secondTokens);
    expect(sessionEvents.map(({ type }) => type)).toEqual(['refreshed']);
  });
});

it.each([
  ['of seconds', '60'],
  ['with a date', 'Thu, 01 Jan 2026 00:01:00 GMT'],
])('a refresh that gets 429 is repeated by a call after its Retry-After, and not by calls before: %s', async (_, retryAfter) => {
  const clock = stoppedClock(Date.parse('2026-01-01T00:00:00Z'));
  const { server, organizations, platform } = await startSignedIn(
    byPath({ '/v1/organizations': json(401, {}), [refreshPath]: json(429, { error: 'Slow down.' }, { 'Retry-After': retryAfter }) }),
    { clock },
  );
  await expect(failureOf(organizations.list())).resolves.toMatchObject({ status: 429, retryAfterSeconds: 60 });
  clock.advance(59_999);
  await expect(failureOf(organizations.list())).resolves.toMatchObject({ status: 429, retryAfterSeconds: 60 });
  expect(refreshes(server)).toBe(1);
  clock.advance(1);
  await failureOf(organizations.list({}, { retry: false }));
  expect(refreshes(server)).toBe(2);
  await expect(platform.session.get()).resolves.toMatchObject(firstTokens);
});

it('a refresh that gets 429 with a Retry-After of 0 is not repeated by the next 19 calls', async () => {
  const { server, organizations } = await startSignedIn(
    byPath({ '/v1/organizations': json(401, {}), [refreshPath]: json(429, {}, { 'Retry-After': '0' }) }),
    { clock: stoppedClock() },
  );
  for (let call = 0; call < 20; call++) await failureOf(organizations.list({}, { retry: false }));
  expect(refreshes(server)).toBe(1);
});

it('a refresh with an unreachable server keeps the session', async () => {
  const dead = await deadOrigin();
  const server = await startFaultServer(json(401, {}));
  const { organizations, platform, sessionEvents } = await signedIn(server.origin, {
    baseUrls: { auth: `${dead}/v1`, organizations: `${server.origin}/v1` },
  });
  await expect(failureOf(organizations.create({ name: 'Acme' }))).resolves.toMatchObject({
    kind: 'network',
    code: 'ECONNREFUSED',
    outcome: 'rejected',
  });
  await expect(platform.session.get()).resolves.toMatchObject(firstTokens);
  expect(sessionEvents).toEqual([]);
  expect(server.requests).toHaveLength(1);
});

const hanging = (organizations: Reaction): Reaction => byPath({ '/v1/organizations': organizations, [refreshPath]: () => undefined });

it('a refresh without a response times out after 30 seconds, and is not repeated by the next call', async () => {
  const clock = stoppedClock();
  const { server, organizations, platform, sessionEvents } = await startSignedIn(hanging(json(401, {})), { clock });
  const failed = failureOf(organizations.create({ name: 'Acme' }));
  await server.until(() => refreshes(server) === 1);
  limits.expire(30_000);
  await expect(failed).resolves.toMatchObject({ kind: 'timeout', outcome: 'rejected', attempts: 1 });
  await failureOf(organizations.create({ name: 'Acme' }));
  expect(refreshes(server)).toBe(1);
  await expect(platform.session.get()).resolves.toMatchObject(firstTokens);
  expect(sessionEvents).toEqual([]);
  await server.until(() => server.open() <= 1);
});

it('a refresh without a response does not affect callers whose access token is still valid', async () => {
  const clock = stoppedClock();
  const { server, organizations } = await startSignedIn(hanging(json(200, organizationsDocument)), { clock });
  clock.advance(600_000);
  await expect(organizations.list()).resolves.toHaveLength(1);
  await expect(organizations.list()).resolves.toHaveLength(1);
  await server.until(() => refreshes(server) === 1);
});
