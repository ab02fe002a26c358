import { isPlatformError } from '@platform-sdk/core';
import { beforeEach, expect, it } from 'vitest';
import { answer, inTurn, json, reset } from './fault-server.ts';
import {
  failureOf,
  takeTimers,
  organizationDocument,
  organizationsDocument,
  stoppedClock,
  waitsOf,
  startSignedIn,
  startSignedOut,
} from './signed-in-clients.ts';

const credentials = { username: 'ada@example.com', password: 'planted-password-1d3e' };
const newYear = Date.parse('2026-01-01T00:00:00Z');
const limited = (retryAfter: string) => json(429, { error: 'Too many requests.' }, { 'Retry-After': retryAfter });

beforeEach(() => void takeTimers());

it.each([
  ['of seconds', '7', 7000],
  ['with a date', 'Thu, 01 Jan 2026 00:00:09 GMT', 9000],
  // A proxy added the first value.
  ['of 2 seconds after a second header of 0', '0\r\nRetry-After: 2', 2000],
])('a read is retried after 429 when a Retry-After %s has passed', async (_, retryAfter, delayMs) => {
  const { server, organizations, log } = await startSignedIn(inTurn(limited(retryAfter), json(200, organizationsDocument)), {
    clock: stoppedClock(newYear),
  });
  await expect(organizations.list()).resolves.toMatchObject([{ id: 'org-1' }]);
  expect(waitsOf(log)).toEqual([delayMs]);
  expect(server.requests).toHaveLength(2);
});

it.each(['0', 'Wed, 31 Dec 2025 23:59:00 GMT'])('a read uses the normal backoff after 429 if Retry-After is %s', async (retryAfter) => {
  const { organizations, log } = await startSignedIn(inTurn(limited(retryAfter), json(200, organizationsDocument)), {
    clock: stoppedClock(newYear),
  });
  await expect(organizations.list()).resolves.toHaveLength(1);
  const [wait = 0] = waitsOf(log);
  expect(wait).toBeGreaterThanOrEqual(150);
  expect(wait).toBeLessThanOrEqual(300);
});

it.each([
  ['of seconds', '31', 31],
  ['with a date', 'Thu, 01 Jan 2026 01:00:00 GMT', 3600],
])('a read fails immediately if a Retry-After %s exceeds the maximum', async (_, retryAfter, retryAfterSeconds) => {
  const { server, organizations } = await startSignedIn(limited(retryAfter), { clock: stoppedClock(newYear) });
  const error = await failureOf(organizations.list());
  expect(error).toMatchObject({ kind: 'http', operation: 'organizations.list', outcome: 'rejected', attempts: 1 });
  expect(server.requests).toHaveLength(1);
  expect(error).toMatchObject({ status: 429, retryAfterSeconds });
});

it('maxRetryAfterMs can be set for the platform and for a call', async () => {
  const { organizations } = await startSignedIn(inTurn(limited('2'), limited('3'), json(200, organizationsDocument)), {
    retry: { maxRetryAfterMs: 1000 },
  });
  await expect(failureOf(organizations.list())).resolves.toMatchObject({ status: 429, retryAfterSeconds: 2, attempts: 1 });
  await expect(organizations.list({}, { retry: { maxRetryAfterMs: 3000 } })).resolves.toHaveLength(1);
});

it('an invalid Retry-After is ignored', async () => {
  const { organizations } = await startSignedIn(inTurn(limited('soon'), json(200, organizationsDocument)));
  await expect(organizations.list()).resolves.toHaveLength(1);
});

it('a create fails immediately after 429, with the outcome "rejected"', async () => {
  const { server, organizations } = await startSignedIn(limited('1'));
  const error = await failureOf(organizations.create({ name: 'Acme' }));
  expect(error).toMatchObject({ kind: 'http', operation: 'organizations.create', outcome: 'rejected', attempts: 1 });
  expect(server.requests).toHaveLength(1);
  expect(error).toMatchObject({ status: 429, retryAfterSeconds: 1 });
});

it('a create is retried after 429 with retryOn429', async () => {
  const { server, organizations } = await startSignedIn(inTurn(limited('1'), json(200, organizationDocument)));
  await expect(organizations.create({ name: 'Acme' }, { retry: { retryOn429: true } })).resolves.toMatchObject({ id: 'org-1' });
  expect(server.requests).toHaveLength(2);
});

it('retryOn429 does not retry other statuses', async () => {
  const { server, organizations } = await startSignedIn(json(503, {}, { 'Retry-After': '1' }));
  const error = await failureOf(organizations.create({ name: 'Acme' }, { retry: { retryOn429: true } }));
  expect(error).toMatchObject({ kind: 'http', operation: 'organizations.create', outcome: 'unknown', attempts: 1 });
  expect(server.requests).toHaveLength(1);
});

it('a login that gets 429 fails with retryAfterSeconds, without a retry, even with retryOn429', async () => {
  const { server, auth } = await startSignedOut(limited('1'));
  const error = await failureOf(auth.login(credentials, { retry: { retryOn429: true } }));
  expect(error).toMatchObject({ kind: 'http', operation: 'auth.login', outcome: 'rejected', attempts: 1 });
  expect(server.requests).toHaveLength(1);
  expect(error).toMatchObject({ status: 429, retryAfterSeconds: 1, message: 'Too many requests. (auth.login returned 429)' });
});

it('a registration or a password reset is not retried after 429, even with retryOn429', async () => {
  const { server, auth } = await startSignedOut(limited('1'), { retry: { retryOn429: true } });
  await expect(failureOf(auth.register(credentials))).resolves.toMatchObject({ status: 429, attempts: 1 });
  await expect(failureOf(auth.requestPasswordReset({ email: 'ada@example.com' }))).resolves.toMatchObject({ status: 429, attempts: 1 });
  await expect(failureOf(auth.resetPassword({ token: 'planted-reset-token-77', password: 'new' }))).resolves.toMatchObject({
    status: 429,
    attempts: 1,
  });
  expect(server.requests).toHaveLength(3);
});

it.each([
  [false, 1],
  [{ limit: 4 }, 5],
] as const)('a read that gets 503 with the option `retry: %j` sends at most %i requests', async (retry, requests) => {
  const { server, organizations } = await startSignedIn(json(503, {}));
  const error = await failureOf(organizations.list({}, { retry }));
  expect(error).toMatchObject({ kind: 'http', operation: 'organizations.list', outcome: 'unknown', attempts: requests });
  expect(server.requests).toHaveLength(requests);
});

it.each([400, 403, 404, 409, 422, 501])('a read is not retried after %i', async (status) => {
  const { server, organizations } = await startSignedIn(json(status, { error: 'No.' }));
  const error = await failureOf(organizations.list());
  expect(error).toMatchObject({ kind: 'http', operation: 'organizations.list', outcome: 'rejected', attempts: 1 });
  expect(server.requests).toHaveLength(1);
});

it.each([408, 429, 500, 502, 503, 504])('a read is retried after %i', async (status) => {
  const { server, organizations } = await startSignedIn(inTurn(json(status, {}), json(200, organizationsDocument)));
  await expect(organizations.list()).resolves.toHaveLength(1);
  expect(server.requests).toHaveLength(2);
});

it('a removal succeeds if its retry gets 404', async () => {
  const { server, organizations } = await startSignedIn(inTurn(reset, json(404, { error: 'No such member.' })));
  await expect(organizations.members.remove({ organizationId: 'org-1', userId: 'user-2' })).resolves.toBeUndefined();
  expect(server.requests.map(({ method, target }) => `${method} ${target}`)).toEqual([
    'DELETE /v1/organizations/org-1/remove_user/user-2',
    'DELETE /v1/organizations/org-1/remove_user/user-2',
  ]);
});

it('a removal fails if its first attempt gets 404', async () => {
  const { server, organizations } = await startSignedIn(json(404, { error: 'No such member.' }));
  const error = await failureOf(organizations.members.remove({ organizationId: 'org-1', userId: 'user-2' }));
  expect(error).toMatchObject({ kind: 'http', operation: 'organizations.members.remove', outcome: 'rejected', attempts: 1 });
  expect(server.requests).toHaveLength(1);
});

it('200 calls to a server that is down send at most 20 retries in total', async () => {
  const { server, organizations } = await startSignedIn(answer(503));
  const results = await Promise.allSettled(Array.from({ length: 200 }, () => organizations.list()));
  expect(results.every((result) => result.status === 'rejected' && isPlatformError(result.reason))).toBe(true);
  expect(server.requests.length).toBeLessThanOrEqual(220);
});

it('a call is retried again after 20 successful calls have refilled the retry budget', async () => {
  let down = true;
  const { organizations } = await startSignedIn((socket, request) =>
    (down ? answer(503) : json(200, organizationsDocument))(socket, request),
  );
  await Promise.allSettled(Array.from({ length: 30 }, () => organizations.list()));
  await expect(failureOf(organizations.list())).resolves.toMatchObject({ attempts: 1 });
  down = false;
  for (let success = 0; success < 20; success++) await organizations.list();
  down = true;
  await expect(failureOf(organizations.list())).resolves.toMatchObject({ attempts: 3 });
});
