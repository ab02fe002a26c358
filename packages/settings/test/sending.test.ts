import { beforeEach, expect, it, vi } from 'vitest';
import { json, recordingFetch, settingsOver, tokens } from './bench.ts';

const offline = new TypeError('fetch failed');
const bodies = ({ sent }: ReturnType<typeof recordingFetch>): unknown[] => sent.map(({ body }) => body);

beforeEach(() => {
  vi.useFakeTimers();
  // Makes every random wait as long as possible.
  vi.spyOn(Math, 'random').mockReturnValue(1);
  return () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  };
});

it.each([
  ['because the connection is down', offline, { kind: 'network' }],
  ['because the service fails', json({}, 500), { kind: 'http', status: 500 }],
  ['because a captive portal returns a web page', new Response('<!doctype html><title>Sign in</title>'), { kind: 'invalid-response' }],
])('settings that cannot be sent %s stay pending, and are retried with the latest values', async (_, failure, error) => {
  const { settings, errors, wire } = await settingsOver(recordingFetch(failure, failure, json({})));
  settings.set({ theme: 'dark', language: 'de' });
  await vi.advanceTimersByTimeAsync(500);
  expect(errors).toMatchObject([error]);
  expect(settings.get()).toEqual({ theme: 'dark', language: 'de' });
  expect(settings.pending().fields).toEqual({ theme: 'dark', language: 'de' });
  settings.set({ theme: 'light' });
  await vi.advanceTimersByTimeAsync(1000);
  await vi.advanceTimersByTimeAsync(2000);
  expect(bodies(wire)).toEqual([
    { theme: 'dark', language: 'de' },
    { theme: 'light', language: 'de' },
    { theme: 'light', language: 'de' },
  ]);
  expect(settings.pending().fields).toEqual({});
  expect(errors).toHaveLength(2);
});

it('settings that cannot be sent are retried at doubling intervals of at most a minute', async () => {
  const { settings, wire } = await settingsOver(recordingFetch(offline));
  settings.set({ theme: 'dark' });
  await vi.advanceTimersByTimeAsync(500);
  for (const [index, seconds] of [1, 2, 4, 8, 16, 32, 60, 60].entries()) {
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
    expect(wire.sent).toHaveLength(index + 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(wire.sent).toHaveLength(index + 2);
  }
});

it('settings that cannot be sent are retried at short intervals again after a success', async () => {
  const { settings, wire } = await settingsOver(recordingFetch(offline, offline, json({}), offline, json({})));
  settings.set({ theme: 'dark' });
  await vi.advanceTimersByTimeAsync(500 + 1000 + 2000);
  expect(wire.sent).toHaveLength(3);
  settings.set({ theme: 'light' });
  await vi.advanceTimersByTimeAsync(500);
  expect(wire.sent).toHaveLength(4);
  await vi.advanceTimersByTimeAsync(1000);
  expect(wire.sent).toHaveLength(5);
});

it.each([
  ['in seconds', '120'],
  ['as a date', new Date(Date.UTC(2026, 0, 1, 0, 2, 0, 500)).toUTCString()],
])('after a 429 with Retry-After %s, settings and later changes wait for this time', async (_, retryAfter) => {
  vi.setSystemTime(Date.UTC(2026, 0, 1));
  const { settings, errors, wire } = await settingsOver(recordingFetch(json({}, 429, { 'Retry-After': retryAfter }), json({})));
  settings.set({ theme: 'dark' });
  await vi.advanceTimersByTimeAsync(500);
  expect(errors).toMatchObject([{ status: 429 }]);
  settings.set({ language: 'de' });
  await vi.advanceTimersByTimeAsync(119_000);
  expect(wire.sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(bodies(wire)).toEqual([{ theme: 'dark' }, { theme: 'dark', language: 'de' }]);
});

it('rejected settings wait for the next change, and do not delay other settings', async () => {
  const { settings, errors, wire } = await settingsOver(recordingFetch(json({ message: 'No such language.' }, 422), json({}), json({})));
  settings.set({ language: 'tlh' });
  settings.pin({ organization_id: 5, pinned_project_ids: [1] });
  await vi.advanceTimersByTimeAsync(500_000);
  expect(wire.sent).toHaveLength(2);
  expect(errors).toMatchObject([{ status: 422, operation: 'settings.update' }]);
  expect(settings.pending()).toEqual({ fields: { language: 'tlh' }, pins: {}, steps: {} });
  settings.set({ language: 'de' });
  await vi.advanceTimersByTimeAsync(500);
  // The token is refreshed first, because it has expired.
  expect(bodies(wire).slice(2)).toContainEqual({ language: 'de' });
  expect(settings.pending().fields).toEqual({});
});

it('valid settings are sent separately if an invalid setting was rejected with them', async () => {
  const rejected = json({ message: 'No such language.' }, 422);
  const { settings, errors, wire } = await settingsOver(recordingFetch(rejected, json({}), rejected));
  settings.set({ theme: 'dark', language: 'tlh' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(bodies(wire)).toEqual([{ theme: 'dark', language: 'tlh' }, { theme: 'dark' }, { language: 'tlh' }]);
  expect(errors).toMatchObject([{ status: 422, operation: 'settings.update' }]);
  expect(settings.pending().fields).toEqual({ language: 'tlh' });
});

it('settings that were changed without a signed-in user are sent after the next sign-in', async () => {
  const { settings, platform, errors, wire } = await settingsOver(recordingFetch(json({})));
  await platform.session.clear();
  settings.set({ theme: 'dark' });
  await vi.advanceTimersByTimeAsync(600_000);
  expect(wire.sent).toEqual([]);
  expect(errors).toMatchObject([{ kind: 'session', outcome: 'not-sent' }]);
  await platform.session.set(tokens('b'));
  await vi.advanceTimersByTimeAsync(500);
  expect(bodies(wire)).toEqual([{ theme: 'dark' }]);
});

it('if the connection fails at the first call, the other calls are sent at the next attempt', async () => {
  const { settings, wire } = await settingsOver(recordingFetch(offline, json({})));
  settings.set({ theme: 'dark' });
  settings.pin({ organization_id: 5, pinned_project_ids: [1] });
  settings.completeOnboardingStep({ stepId: 'is_hidden' });
  await vi.advanceTimersByTimeAsync(500);
  expect(wire.sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(wire.sent).toHaveLength(4);
});

it('settings.flush returns false if a change did not arrive, and never rejects', async () => {
  const { settings, errors } = await settingsOver(recordingFetch(offline));
  settings.set({ theme: 'dark' });
  await expect(settings.flush()).resolves.toBe(false);
  expect(errors).toHaveLength(1);
  expect(settings.get()).toEqual({ theme: 'dark' });
});

it('settings.flush sends immediately, even if a later attempt is scheduled', async () => {
  const { settings, wire } = await settingsOver(recordingFetch(json({}, 503, { 'Retry-After': '60' }), json({})));
  settings.set({ theme: 'dark' });
  await vi.advanceTimersByTimeAsync(500);
  await expect(settings.flush()).resolves.toBe(true);
  expect(wire.sent).toHaveLength(2);
  expect(vi.getTimerCount()).toBe(0);
});

it('settings.onError calls the listener after a failure, until it is unsubscribed', async () => {
  const { settings } = await settingsOver(recordingFetch(offline));
  const received: unknown[] = [];
  const end = settings.onError((error) => received.push(error));
  settings.set({ theme: 'dark' });
  await settings.flush();
  end();
  await settings.flush();
  expect(received).toHaveLength(1);
});
