import { beforeEach, describe, expect, it } from 'vitest';
import { answerOf, byPath, inTurn, json, stall, startFaultServer, type Reaction } from './fault-server.ts';
import {
  atHeaders,
  failureOf,
  organizationDocument,
  organizationsDocument,
  signedIn,
  stoppedClock,
  takeTimers,
  type Limits,
  startSignedIn,
  startSignedOut,
} from './signed-in-clients.ts';

const credentials = { username: 'ada@example.com', password: 'planted-password-1d3e' };
let limits: Limits;

beforeEach(() => void (limits = takeTimers()));

/** Sends only a part of the headers, or nothing, and makes the timeout for the headers expire. */
const withoutHeaders =
  (bytes = ''): Reaction =>
  (socket) => {
    socket.write(bytes);
    limits.expire();
  };
const beginning = (status: number): Reaction => stall(answerOf(status, { 'Content-Type': 'application/json' }, '{"data":', 500));
/** Makes the timeout of the first body expire, after its headers have arrived. */
const endFirstBody = (): ReturnType<typeof atHeaders> => {
  let answers = 0;
  return atHeaders(() => ++answers === 1 && setImmediate(limits.expire));
};

const stalls: readonly (readonly [string, Reaction, 'unknown' | 'likely-applied'])[] = [
  ['before the headers', withoutHeaders(), 'unknown'],
  ['within the headers', withoutHeaders('HTTP/1.1 200 OK\r\nContent-'), 'unknown'],
  ['mid-body', beginning(200), 'likely-applied'],
];

describe.each(stalls)('a server that stalls %s', (_, reaction, outcome) => {
  it('a create fails with the correct outcome if the server stalls, without a retry, and its connection closes', async () => {
    const { server, organizations } = await startSignedIn(reaction, endFirstBody());
    const error = await failureOf(organizations.create({ name: 'Acme' }));
    expect(error).toMatchObject({ kind: 'timeout', operation: 'organizations.create', outcome, attempts: 1 });
    expect(server.requests).toHaveLength(1);
    await server.until(() => server.open() === 0);
  });

  it('a login fails without a retry if the server stalls', async () => {
    const { server, auth } = await startSignedOut(reaction, endFirstBody());
    const error = await failureOf(auth.login(credentials));
    expect(error).toMatchObject({ kind: 'timeout', operation: 'auth.login', attempts: 1 });
    expect(server.requests).toHaveLength(1);
  });

  it('a read is retried if the server stalls, and returns the next response', async () => {
    const { server, organizations } = await startSignedIn(inTurn(reaction, json(200, organizationsDocument)), endFirstBody());
    await expect(organizations.list()).resolves.toMatchObject([{ id: 'org-1' }]);
    expect(server.requests).toHaveLength(2);
  });
});

it('a read fails after two retries if the server is silent, and every connection closes', async () => {
  const { server, organizations } = await startSignedIn(withoutHeaders());
  const error = await failureOf(organizations.list());
  expect(error).toMatchObject({ kind: 'timeout', operation: 'organizations.list', outcome: 'unknown', attempts: 3 });
  expect(server.requests).toHaveLength(3);
  await server.until(() => server.open() === 0);
});

it('a logout ends the local session if the server is silent', async () => {
  const { server, auth, platform } = await startSignedIn(withoutHeaders());
  await expect(auth.logout()).resolves.toEqual({ revoked: false });
  await expect(platform.session.get()).resolves.toBeUndefined();
  expect(server.requests).toHaveLength(1);
});

it('an error response whose body stalls keeps its status', async () => {
  const { organizations } = await startSignedIn(beginning(422), endFirstBody());
  const error = await failureOf(organizations.create({ name: 'Acme' }));
  expect(error.status).toBe(422);
});

it('the options of the platform set the timeouts of a call', async () => {
  const server = await startFaultServer(json(200, organizationsDocument));
  const durations = { timeoutMs: 13_000, timeouts: { headersMs: 11_000, bodyMs: 12_000 } };
  const { organizations } = await signedIn(server.origin, { ...durations, clock: stoppedClock() });
  await organizations.list();
  expect(new Set(limits.set)).toEqual(new Set([11_000, 12_000, 13_000]));
});

describe('timeoutMs', () => {
  const timeoutMs = 20_000;

  it('timeoutMs limits the wait for the headers', async () => {
    const { server, organizations } = await startSignedIn(withoutHeaders());
    const error = await failureOf(organizations.create({ name: 'Acme' }, { timeoutMs }));
    expect(error).toMatchObject({ kind: 'timeout', operation: 'organizations.create', outcome: 'unknown', attempts: 1 });
    expect(server.requests).toHaveLength(1);
    expect(Math.max(...limits.set)).toBeLessThanOrEqual(timeoutMs);
  });

  it('timeoutMs limits the wait for the body', async () => {
    const { organizations } = await startSignedIn(beginning(200), endFirstBody());
    const error = await failureOf(organizations.create({ name: 'Acme' }, { timeoutMs }));
    expect(error).toMatchObject({ kind: 'timeout', operation: 'organizations.create' });
    expect(Math.max(...limits.set)).toBeLessThanOrEqual(timeoutMs);
  });

  it('timeoutMs limits the wait for a refresh', async () => {
    const { server, organizations } = await startSignedIn(
      byPath({ '/v1/organizations': json(401, {}), '/v1/oauth/token/refresh': () => limits.expire(timeoutMs) }),
    );
    const error = await failureOf(organizations.create({ name: 'Acme' }, { timeoutMs }));
    expect(error).toMatchObject({ kind: 'timeout', operation: 'organizations.create', outcome: 'rejected' });
    expect(server.requests).toHaveLength(2);
  });

  it('timeoutMs limits a cached read', async () => {
    const { server, organizations } = await startSignedIn(withoutHeaders());
    const error = await failureOf(organizations.get({ organizationId: 'org-1' }, { timeoutMs, retry: false }));
    expect(error).toMatchObject({ kind: 'timeout', operation: 'organizations.get', outcome: 'unknown' });
    await server.until(() => server.open() === 0);
  });

  it('timeoutMs prevents a retry that could not finish in time', async () => {
    const server = await startFaultServer(json(503, {}));
    const clock = stoppedClock();
    const { organizations } = await signedIn(server.origin, { clock, ...atHeaders(() => clock.advance(timeoutMs - 149)) });
    const error = await failureOf(organizations.list({}, { timeoutMs }));
    expect(error).toMatchObject({ kind: 'http', operation: 'organizations.list', outcome: 'unknown', attempts: 1 });
    expect(server.requests).toHaveLength(1);
    expect(error.status).toBe(503);
  });

  it('timeoutMs limits the total time of all attempts, so that the last wait is shorter than bodyMs', async () => {
    const clock = stoppedClock();
    const server = await startFaultServer(inTurn(json(503, {}), json(200, organizationsDocument)));
    const timeouts = { headersMs: 90_000, bodyMs: 90_000 };
    const { organizations } = await signedIn(server.origin, { clock, timeouts, ...atHeaders(() => clock.advance(12_000)) });
    await organizations.list({}, { timeoutMs: 60_000 });
    expect(limits.set.at(0)).toBe(60_000);
    expect(limits.set.at(-1)).toBe(60_000 - 12_000 - 12_000);
  });

  it('timeoutMs may be Infinity, although timers cannot be that long', async () => {
    const { organizations } = await startSignedIn(json(200, organizationDocument));
    await expect(organizations.create({ name: 'Acme' }, { timeoutMs: Infinity })).resolves.toMatchObject({ id: 'org-1' });
    expect(limits.set.filter((ms) => ms >= 2 ** 31)).toEqual([]);
  });
});
