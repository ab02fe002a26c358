import { unknown, object, operation } from '@platform-sdk/core/contract';
import type { CallOptions } from '@platform-sdk/core';
import { beforeEach, expect, it, vi } from 'vitest';
import { benchOf, passed, standingClock } from './fixtures.ts';
import { json, recordingFetch } from './recording-fetch.ts';

const read = operation({ method: 'GET', path: '/x', credentials: 'none', input: object<{}>({}), output: unknown, retry: 'safe' });

// The time of the wall clock, which does not advance.
const now = Date.UTC(2026, 0, 15);
const inSeconds = (seconds: number): string => new Date(now + seconds * 1000).toUTCString();

const run = async (retryAfter: string, options: CallOptions = {}, more: Record<string, string> = {}) => {
  const wire = recordingFetch(json({}, 429, { 'Retry-After': retryAfter, ...more }));
  const { client, events } = benchOf({ read }, wire, { clock: standingClock(now) });
  const result = await passed(client.read({}, options).catch((error: unknown) => error));
  const [first] = events.flatMap((event) => (event.type === 'attempt' ? [event.retryInMs] : []));
  return { result, wire, firstWait: first };
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
});

it.each([
  'Thu, 15 Jan 2026 00:00:07 GMT',
  'Thursday, 15-Jan-26 00:00:07 GMT',
  'Thu Jan 15 00:00:07 2026',
  'Thu, 15 Jan 2026 00:00:07',
  'Thursday, 15-Jan-26 00:00:07',
  'Thu, 15 Jan 2026 00:00:07 +0000',
  'Thu, 15 Jan 2026 01:00:07 +0100',
  '2026-01-15 00:00:07',
  '2026-01-15T01:00:07+01:00',
])('reads a Retry-After date in the forms of RFC 9110 and other common forms, in any local time zone: %s', async (value) => {
  for (const zone of ['America/New_York', 'Asia/Kolkata', 'UTC']) {
    vi.stubEnv('TZ', zone);
    await expect(run(value)).resolves.toMatchObject({ firstWait: 7000, result: { retryAfterSeconds: 7 } });
  }
});

it.each([-3600, 3600])("compares a Retry-After date with the response's Date if the server's clock differs by %d s", async (seconds) => {
  const result = run(inSeconds(seconds + 7), {}, { Date: inSeconds(seconds) });
  await expect(result).resolves.toMatchObject({ firstWait: 7000, result: { retryAfterSeconds: 7 } });
});

it("compares a Retry-After date with the platform's clock if the response's Date is invalid", async () => {
  await expect(run(inSeconds(7), {}, { Date: 'today' })).resolves.toMatchObject({ firstWait: 7000, result: { retryAfterSeconds: 7 } });
});

it.each([
  ['a number with a unit', '7s'],
  ['two numbers, of which 7 is the larger', '0, 7'],
])('waits seven seconds if Retry-After is %s', async (_, value) => {
  await expect(run(value)).resolves.toMatchObject({ firstWait: 7000, result: { retryAfterSeconds: 7 } });
});

it('rejects immediately for a Retry-After in milliseconds, because it exceeds the limit', async () => {
  const { result, wire } = await run('1771152000000');
  expect(result).toMatchObject({ status: 429, retryAfterSeconds: 1_771_152_000_000 });
  expect(wire.sent).toHaveLength(1);
});

it.each(['0', inSeconds(-60)])('uses the usual pause if Retry-After is zero or in the past: %s', async (value) => {
  await expect(run(value)).resolves.toMatchObject({ firstWait: 150, result: { retryAfterSeconds: 0 } });
});

it.each(['soon', '7 apples', '', '0x10', '1e9'])('ignores an invalid Retry-After: %j', async (value) => {
  const { firstWait, result } = await run(value);
  expect(firstWait).toBe(150);
  expect(result).not.toHaveProperty('retryAfterSeconds');
});

it.each(['31', inSeconds(31)])('rejects immediately with the value if Retry-After exceeds the limit: %s', async (value) => {
  const { wire, result } = await run(value);
  expect(wire.sent).toHaveLength(1);
  expect(result).toMatchObject({ kind: 'http', status: 429, retryAfterSeconds: 31, attempts: 1 });
});

it('waits for a Retry-After that equals the limit', async () => {
  await expect(run('30')).resolves.toMatchObject({ firstWait: 30_000 });
});

it("limits Retry-After by the call's maxRetryAfterMs", async () => {
  const lower = await run('7', { retry: { maxRetryAfterMs: 5000 } });
  expect(lower.wire.sent).toHaveLength(1);
  const higher = await run('45', { retry: { maxRetryAfterMs: 60_000 } });
  expect(higher.firstWait).toBe(45_000);
});
