import { isPlatformError } from '@platform-sdk/core';
import { beforeEach, expect, it } from 'vitest';
import { answer, inTurn, json } from './fault-server.ts';
import { failureOf, takeTimers, organizationsDocument, stoppedClock, waitsOf, startSignedIn } from './signed-in-clients.ts';

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

it('maxRetryAfterMs can be set for the platform and for a call', async () => {
  const { organizations } = await startSignedIn(inTurn(limited('2'), limited('3'), json(200, organizationsDocument)), {
    retry: { maxRetryAfterMs: 1000 },
  });
  await expect(failureOf(organizations.list())).resolves.toMatchObject({ status: 429, retryAfterSeconds: 2, attempts: 1 });
  await expect(organizations.list({}, { retry: { maxRetryAfterMs: 3000 } })).resolves.toHaveLength(1);
});

it('a create fails immediately after 429, with the outcome "rejected"', async () => {
  const { server, organizations } = await startSignedIn(limited('1'));
  const error = await failureOf(organizations.create({ name: 'Acme' }));
  expect(error).toMatchObject({ kind: 'http', operation: 'organizations.create', outcome: 'rejected', attempts: 1 });
  expect(server.requests).toHaveLength(1);
  expect(error).toMatchObject({ status: 429, retryAfterSeconds: 1 });
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
