import type { SettingsStore, SettingsStorage } from '@platform-sdk/settings';
import { beforeEach, expect, it, vi } from 'vitest';
import { answered, json, lateStore, recordingFetch, settingsOver, sharedStore } from './bench.ts';

const offline = new TypeError('fetch failed');
const bodies = ({ sent }: ReturnType<typeof recordingFetch>): unknown[] => sent.map(({ body }) => body);
const broken = (): never => {
  throw new Error('The quota has been exceeded.');
};

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

it('settings restore their values from the store after a restart, and send unsent changes', async () => {
  const shared = sharedStore();
  const first = await settingsOver(recordingFetch(offline), { store: shared.tab() });
  first.settings.set({ theme: 'dark' });
  first.settings.pin({ organization_id: 5, pinned_project_ids: [2, 1] });
  first.settings.completeOnboardingStep({ stepId: 'is_hidden' });
  first.settings.dispose();

  const { settings, wire } = await settingsOver(recordingFetch(json({})), { store: shared.tab() });
  expect(settings.get()).toEqual({ theme: 'dark', onboarding: { is_hidden: true } });
  await vi.advanceTimersByTimeAsync(500);
  expect(bodies(wire)).toEqual([
    { theme: 'dark' },
    { setting_key: 'sidebar', organization_id: 5, pinned_project_ids: [2, 1] },
    { value: true },
  ]);
  expect(settings.pending()).toEqual({ fields: {}, pins: {}, steps: {} });
});

it('settings write a change to the store immediately', async () => {
  const shared = sharedStore();
  const { settings } = await settingsOver(recordingFetch(json({})), { store: shared.tab(), key: 'mine' });
  settings.set({ theme: 'dark' });
  expect(JSON.parse(shared.content.get('mine')!)).toMatchObject({ entries: { 'user-1': { pending: { fields: { theme: 'dark' } } } } });
});

it('sent changes are not sent by the next page with the same store', async () => {
  const shared = sharedStore();
  const { settings } = await settingsOver(recordingFetch(json({})), { store: shared.tab() });
  settings.set({ theme: 'dark' });
  await vi.advanceTimersByTimeAsync(500);
  const wire = recordingFetch(json({}));
  const next = await settingsOver(wire, { store: shared.tab() });
  await vi.advanceTimersByTimeAsync(500);
  expect(next.settings.get()).toEqual({ theme: 'dark' });
  expect(wire.sent).toEqual([]);
});

it.each([
  ['text', 'not JSON'],
  ['null', 'null'],
  ['a number', '7'],
  ['an array', '[]'],
  ['entries that are a number', '{"user":"","entries":7}'],
  ['no entries', '{"user":""}'],
])('settings start with their initial values and send changes if the store contains %s', async (_, content) => {
  const shared = sharedStore(new Map([['@platform-sdk/settings', content]]));
  const { settings, wire } = await settingsOver(recordingFetch(json({})), { store: shared.tab(), initial: { language: 'en' } });
  expect(settings.get()).toEqual({ language: 'en' });
  settings.set({ theme: 'dark' });
  await vi.advanceTimersByTimeAsync(500);
  expect(bodies(wire)).toEqual([{ theme: 'dark' }]);
});

const whole = sharedStore().tab();
it.each<readonly [string, SettingsStorage]>([
  ['at every use', { getItem: broken, setItem: broken, subscribe: broken }],
  ['when it is read', { ...whole, getItem: broken }],
  ['when it is written', { ...sharedStore().tab(), setItem: broken }],
  ['when settings subscribe to it', { ...sharedStore().tab(), subscribe: broken }],
  ['when settings unsubscribe from it', { ...sharedStore().tab(), subscribe: () => broken }],
])('settings continue without a store that throws %s, and log a warning', async (_, store) => {
  const { settings, events, errors, wire } = await settingsOver(recordingFetch(json({}), json({}), json({ ...answered, theme: 'light' })), {
    store,
  });
  settings.set({ theme: 'dark' });
  settings.set({ language: 'de' });
  expect(settings.get()).toEqual({ theme: 'dark', language: 'de' });
  await vi.advanceTimersByTimeAsync(500);
  settings.set({ theme: 'light' });
  await expect(settings.flush()).resolves.toBe(true);
  expect(bodies(wire)).toEqual([{ theme: 'dark', language: 'de' }, { theme: 'light' }]);
  await expect(settings.load()).resolves.toMatchObject({ theme: 'light', language: 'en' });
  settings.dispose();
  expect(events).toContainEqual({ type: 'warning', code: expect.any(String) as string, message: 'The settings store failed.' });
  expect(errors).toEqual([]);
});

it('if the store starts to throw on writes, later changes are kept', async () => {
  const shared = sharedStore();
  const store = shared.tab();
  const { settings } = await settingsOver(recordingFetch(json({})), { store });
  settings.set({ theme: 'dark' });
  store.setItem = broken;
  settings.set({ theme: 'light' });
  settings.set({ language: 'de' });
  expect(settings.get()).toEqual({ theme: 'light', language: 'de' });
  expect(settings.pending().fields).toEqual({ theme: 'light', language: 'de' });
});

it('if the store starts to throw on writes, loaded values are kept', async () => {
  const store = sharedStore().tab();
  const { settings } = await settingsOver(recordingFetch(json({}), json(answered)), { store });
  settings.set({ theme: 'dark' });
  await settings.flush();
  store.setItem = broken;
  await settings.load();
  settings.set({ sidebar_open: false });
  expect(settings.get()).toMatchObject({ theme: 'light', language: 'en', sidebar_open: false });
});

it("settings of two tabs receive each other's changes through the store", async () => {
  const shared = sharedStore();
  const wire = recordingFetch(json({}));
  const one = await settingsOver(wire, { store: shared.tab() });
  const other = await settingsOver(wire, { store: shared.tab() });
  one.settings.set({ theme: 'dark' });
  expect(other.settings.get()).toEqual({ theme: 'dark' });
  expect(other.changes()).toBe(1);
  await vi.advanceTimersByTimeAsync(500);
  expect(bodies(wire)).toEqual([{ theme: 'dark' }]);
  expect(other.settings.pending().fields).toEqual({});
});

it('settings of two tabs send the changes of both tabs, with the later value of each field', async () => {
  const shared = sharedStore();
  const wire = recordingFetch(json({}));
  const one = await settingsOver(wire, { store: shared.tab() });
  const other = await settingsOver(wire, { store: shared.tab() });
  one.settings.set({ theme: 'dark', language: 'de' });
  other.settings.set({ theme: 'light', sidebar_open: false });
  expect(one.settings.get()).toEqual({ theme: 'light', language: 'de', sidebar_open: false });
  await vi.advanceTimersByTimeAsync(500);
  expect(Object.assign({}, ...bodies(wire))).toEqual({ theme: 'light', language: 'de', sidebar_open: false });
  expect(one.settings.pending()).toEqual({ fields: {}, pins: {}, steps: {} });
  expect(other.settings.pending()).toEqual({ fields: {}, pins: {}, steps: {} });
});

it('unsent changes of a closed tab are sent by the other tab', async () => {
  const shared = sharedStore();
  const wire = recordingFetch(json({}));
  const one = await settingsOver(wire, { store: shared.tab() });
  const other = await settingsOver(wire, { store: shared.tab() });
  one.settings.set({ theme: 'dark' });
  one.settings.dispose();
  other.settings.set({ language: 'de' });
  await vi.advanceTimersByTimeAsync(500);
  expect(bodies(wire)).toEqual([{ theme: 'dark', language: 'de' }]);
});

it.each<readonly [string, (one: SettingsStore, other: SettingsStore) => void]>([
  ['the first tab', (one) => one.set({ theme: 'dark', language: 'de' })],
  ['the second tab', (_, other) => other.set({ theme: 'dark', language: 'de' })],
  [
    'both tabs',
    (one, other) => {
      one.set({ theme: 'dark' });
      other.set({ language: 'de' });
    },
  ],
  [
    'both tabs, one of them more than once',
    (one, other) => {
      other.set({ theme: 'light' });
      one.set({ language: 'en' });
      one.set({ theme: 'dark', language: 'fr' });
      one.set({ language: 'de' });
    },
  ],
])('two tabs that notice writes late keep and send all changes of %s', async (_, set) => {
  const late = lateStore();
  const wires = [recordingFetch(json({})), recordingFetch(json({}))] as const;
  const one = await settingsOver(wires[0], { store: late.tab() });
  const other = await settingsOver(wires[1], { store: late.tab() });
  await vi.advanceTimersByTimeAsync(0);
  late.deliver();
  set(one.settings, other.settings);
  late.deliver();
  for (const { settings } of [one, other]) {
    expect(settings.get()).toEqual({ theme: 'dark', language: 'de' });
    expect(settings.pending().fields).toEqual({ theme: 'dark', language: 'de' });
  }
  await vi.advanceTimersByTimeAsync(500);
  late.deliver();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(Object.assign({}, ...wires.flatMap(bodies))).toEqual({ theme: 'dark', language: 'de' });
  expect(one.settings.pending().fields).toEqual({});
  expect(other.settings.pending().fields).toEqual({});
  expect(late.deliver()).toBe(0);
});

it('two tabs that notice writes late agree on a field that both have set', async () => {
  const late = lateStore();
  const one = await settingsOver(recordingFetch(json({})), { store: late.tab() });
  const other = await settingsOver(recordingFetch(json({})), { store: late.tab() });
  await vi.advanceTimersByTimeAsync(0);
  late.deliver();
  one.settings.set({ theme: 'dark' });
  other.settings.set({ theme: 'light' });
  late.deliver();
  expect(one.settings.get()).toEqual(other.settings.get());
  expect(one.settings.pending()).toEqual(other.settings.pending());
  expect(one.settings.pending().fields).toEqual({ theme: one.settings.get().theme });
});

it('a newer value stays pending after the other tab has sent an older value', async () => {
  const late = lateStore();
  const offlineWire = recordingFetch(offline);
  const one = await settingsOver(recordingFetch(json({})), { store: late.tab() });
  const other = await settingsOver(offlineWire, { store: late.tab() });
  await vi.advanceTimersByTimeAsync(0);
  one.settings.set({ theme: 'dark' });
  late.deliver();
  await vi.advanceTimersByTimeAsync(499);
  other.settings.set({ theme: 'light' });
  await vi.advanceTimersByTimeAsync(1);
  expect(one.settings.pending().fields).toEqual({});
  late.deliver();
  expect(one.settings.get()).toEqual({ theme: 'light' });
  expect(one.settings.pending().fields).toEqual({ theme: 'light' });
  expect(other.settings.pending().fields).toEqual({ theme: 'light' });
});

it('settings.get returns the same object if another tab changes only the pending changes', async () => {
  const shared = sharedStore();
  const one = await settingsOver(recordingFetch(json({})), { store: shared.tab() });
  const other = await settingsOver(recordingFetch(json({})), { store: shared.tab() });
  one.settings.set({ theme: 'dark' });
  const before = other.settings.get();
  await vi.advanceTimersByTimeAsync(500);
  expect(other.settings.get()).toBe(before);
  expect(other.changes()).toBe(2);
});

it('settings unsubscribe from the store on dispose', async () => {
  const shared = sharedStore();
  const { settings } = await settingsOver(recordingFetch(json({})), { store: shared.tab() });
  expect(shared.listeners()).toBe(1);
  settings.dispose();
  expect(shared.listeners()).toBe(0);
});
