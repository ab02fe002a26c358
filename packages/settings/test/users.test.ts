import { createSettingsStore } from '@platform-sdk/settings';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { answered, json, jwt, platformOver, recordingFetch, settingsOver, sharedStore, tokens } from './bench.ts';

const bodies = ({ sent }: ReturnType<typeof recordingFetch>): unknown[] => sent.map(({ body }) => body);

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

it('settings that a user did not send are neither shown to nor sent for the next user', async () => {
  const shared = sharedStore();
  const { settings, platform, wire } = await settingsOver(recordingFetch(json({})), { store: shared.tab(), initial: { theme: 'light' } });
  await settings.flush();
  settings.set({ theme: 'dark' });
  await platform.session.clear();
  await platform.session.set({ ...tokens('b'), id: 'user-2' });
  await vi.advanceTimersByTimeAsync(600_000);
  expect(settings.get()).toEqual({ theme: 'light' });
  expect(wire.sent).toEqual([]);
  await platform.session.set(tokens('a'));
  expect(settings.get()).toEqual({ theme: 'dark' });
  await vi.advanceTimersByTimeAsync(500);
  expect(bodies(wire)).toEqual([{ theme: 'dark' }]);
});

it.each<readonly [string, () => Response]>([
  ['succeeds', () => json({})],
  ['is rejected', () => json({ message: 'No such language.' }, 422)],
  ['gets a 401', () => json({}, 401)],
])('a request that %s after the next user has signed in does not affect the changes of that user', async (_, end) => {
  let answer = (_response: Response): void => undefined;
  const { settings, platform, wire } = await settingsOver(recordingFetch(() => new Promise((resolve) => (answer = resolve)), json({})));
  await settings.flush();
  settings.set({ theme: 'dark' });
  settings.pin({ organization_id: 5, pinned_project_ids: [1] });
  await vi.advanceTimersByTimeAsync(500);
  await platform.session.set({ ...tokens('b'), id: 'user-2' });
  settings.set({ theme: 'dark' });
  await vi.advanceTimersByTimeAsync(500);
  answer(end());
  await vi.advanceTimersByTimeAsync(0);
  expect(settings.pending()).toEqual({ fields: { theme: 'dark' }, pins: {}, steps: {} });
  await vi.advanceTimersByTimeAsync(500);
  expect(settings.pending().fields).toEqual({});
  expect(wire.sent.map(({ headers, body }) => [headers.get('authorization'), body])).toEqual([
    [`Bearer ${jwt('a')}`, { theme: 'dark' }],
    [`Bearer ${jwt('b')}`, { theme: 'dark' }],
  ]);
});

it('loaded settings that arrive after another user has signed in are not shown to that user', async () => {
  let answer = (_: Response): void => undefined;
  const { settings, platform } = await settingsOver(recordingFetch(() => new Promise((resolve) => (answer = resolve))));
  const loading = settings.load();
  await vi.advanceTimersByTimeAsync(0);
  await platform.session.set({ ...tokens('b'), id: 'user-2' });
  answer(json(answered));
  await expect(loading).resolves.toEqual({});
  expect(settings.get()).toEqual({});
});

it('changes from before the first sign-in belong to the first user', async () => {
  const wire = recordingFetch(json({}));
  const platform = platformOver(wire.fetch);
  const settings = createSettingsStore(platform);
  onTestFinished(settings.dispose);
  settings.set({ theme: 'dark' });
  await platform.session.set({ ...tokens('b'), id: 'user-2' });
  await vi.advanceTimersByTimeAsync(500);
  expect(bodies(wire)).toEqual([{ theme: 'dark' }]);
  await platform.session.set({ ...tokens('c'), id: 'user-3' });
  expect(settings.get()).toEqual({});
});

it('changes of an earlier run without a user are sent after the first sign-in', async () => {
  const { getItem, setItem } = sharedStore().tab();
  const store = { getItem, setItem };
  const wire = recordingFetch(json({}));
  const events: unknown[] = [];
  const openPlatform = () => platformOver(wire.fetch, { logger: (event) => void (event.type === 'warning' && events.push(event)) });
  const before = createSettingsStore(openPlatform(), { store });
  before.set({ theme: 'dark' });
  before.dispose();
  const platform = openPlatform();
  const settings = createSettingsStore(platform, { store });
  onTestFinished(settings.dispose);
  settings.set({ language: 'de' });
  await platform.session.set({ ...tokens('b'), id: 'user-2' });
  await vi.advanceTimersByTimeAsync(500);
  expect(bodies(wire)).toEqual([{ theme: 'dark', language: 'de' }]);
  expect(events).toEqual([]);
});

it('settings include changes that another process stored for the next user, even without notifications', async () => {
  const { getItem, setItem } = sharedStore().tab();
  const store = { getItem, setItem };
  const wire = recordingFetch(json({}));
  const here = await settingsOver(wire, { store });
  here.settings.set({ theme: 'light' });
  await here.settings.flush();
  const elsewhere = await settingsOver(wire, { store });
  await elsewhere.platform.session.set({ ...tokens('b'), id: 'user-2' });
  elsewhere.settings.set({ theme: 'dark' });
  elsewhere.settings.dispose();
  await here.platform.session.set({ ...tokens('c'), id: 'user-2' });
  expect(here.settings.get().theme).toBe('dark');
  await vi.advanceTimersByTimeAsync(500);
  expect(bodies(wire)).toEqual([{ theme: 'light' }, { theme: 'dark' }]);
});
